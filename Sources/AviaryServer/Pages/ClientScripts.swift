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
            "aviary": PackageResources.aviary_min_js_gz, "copy": PackageResources.copy_min_js_gz,
            "display": PackageResources.display_min_js_gz, "frames": PackageResources.frames_min_js_gz,
            "leaving": PackageResources.leaving_min_js_gz, "menu": PackageResources.menu_min_js_gz,
            "news": PackageResources.news_min_js_gz, "reorder": PackageResources.reorder_min_js_gz,
            "room": PackageResources.room_min_js_gz, "scrubber": PackageResources.scrubber_min_js_gz,
            "select": PackageResources.select_min_js_gz, "sheets": PackageResources.sheets_min_js_gz,
            "uploads": PackageResources.uploads_min_js_gz,
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
