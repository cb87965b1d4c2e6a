import AviaryPages

/// The client as browsers load it, which `scripts/client` has packed: one script, and parts that it loads when they are
/// needed first.
///
/// All of them have one fingerprint in their names, so that the script finds a part by its own address, and a page names
/// none.
struct ClientScripts {
    /// Names the client, all parts included.
    let version: String
    let script: PageFile
    /// By name.
    let parts: [String: PageFile]

    init() {
        let packed = [
            "aviary": EmbeddedFile.aviary_min_js_gz.bytes, "copy": EmbeddedFile.copy_min_js_gz.bytes,
            "display": EmbeddedFile.display_min_js_gz.bytes, "frames": EmbeddedFile.frames_min_js_gz.bytes,
            "keyboard": EmbeddedFile.keyboard_min_js_gz.bytes,
            "leaving": EmbeddedFile.leaving_min_js_gz.bytes, "menu": EmbeddedFile.menu_min_js_gz.bytes,
            "news": EmbeddedFile.news_min_js_gz.bytes, "reorder": EmbeddedFile.reorder_min_js_gz.bytes,
            "room": EmbeddedFile.room_min_js_gz.bytes, "scrubber": EmbeddedFile.scrubber_min_js_gz.bytes,
            "select": EmbeddedFile.select_min_js_gz.bytes, "sheets": EmbeddedFile.sheets_min_js_gz.bytes,
            "uploads": EmbeddedFile.uploads_min_js_gz.bytes,
        ]
        version = Asset("client", packed.sorted { $0.key < $1.key }.flatMap(\.value)).fingerprint
        var files: [String: PageFile] = [:]
        for part in packed {
            files[part.key] = PageFile(clientScript: part.key, version: version, gzip: part.value)
        }
        script = files.removeValue(forKey: "aviary") ?? PageFile(clientScript: "aviary", version: version, gzip: [])
        parts = files
    }
}
