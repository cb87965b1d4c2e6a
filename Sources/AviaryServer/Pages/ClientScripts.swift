import AviaryPages

/// The client as browsers load it, packed by `scripts/client`: one script, and *parts*: scripts that the first one
/// loads when they are needed.
///
/// All of them have one fingerprint in their names. So the script derives the address of a part from its own address,
/// and pages need not name any parts.
struct ClientScripts {
    /// A hash of the client with all its parts.
    let version: String
    let script: PageFile
    /// The parts, by name.
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
