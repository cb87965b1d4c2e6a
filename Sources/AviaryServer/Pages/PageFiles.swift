import Hummingbird

/// The files of an app's pages: one script, one style sheet, the modules of rooms, and whatever else the app has.
struct PageFiles: Sendable {
    let script: PageFile
    /// Parts of the script that a page loads when they are needed first, by name.
    let parts: [String: PageFile]
    let styleSheet: PageFile
    let modules: [PageFile]
    private let others: [String: PageFile]

    /// - Parameters:
    ///   - assets: Style sheets become one, in this order.
    ///   - modules: Those of rooms; several rooms may have the same one.
    init(_ assets: [Asset], modules: [Asset] = []) {
        let sheets = [Asset("aviary.css", PackageResources.aviary_css)] + assets.filter(\.isStyleSheet)
        styleSheet = PageFile(
            namedByContent: Asset("style.css", StyleSheet.joined(sheets.map(\.bytes))), in: Self.assets)
        script = PageFile(
            namedByContent: Asset("aviary.js", PackageResources.aviary_min_js), in: Self.client)
        parts = [
            "menu": PackageResources.menu_min_js, "sheets": PackageResources.sheets_min_js,
            "uploads": PackageResources.uploads_min_js,
        ].reduce(into: [:]) { parts, part in
            parts[part.key] = PageFile(namedByContent: Asset("\(part.key).js", part.value), in: Self.client)
        }
        self.modules = modules.map { PageFile(namedByContent: $0, in: Self.rooms) }
        others = Dictionary(
            assets.filter { !$0.isStyleSheet }.map { PageFile($0, in: Self.assets) }.map { ($0.path, $0) }
        ) { $1 }
    }

    static let client = "/client"
    static let rooms = "/client/rooms"
    static let assets = "/assets"

    /// What stands at an address; `nil` when nothing does.
    ///
    /// A page of an earlier version may ask for a file by its earlier name, and gets what there is now.
    func answer(to request: Request) -> Response? {
        let path = request.uri.path
        if let file = others[path] { return file.answer(to: request) }
        for file in [script, styleSheet] + parts.values + modules where file.isNamed(by: path) {
            return file.answer(to: request, isKept: path == file.path)
        }
        return nil
    }

    /// The module of a room.
    func module(_ asset: Asset) -> PageFile? {
        modules.first { $0.path == PageFile.path(namedByContent: asset, in: Self.rooms) }
    }
}
