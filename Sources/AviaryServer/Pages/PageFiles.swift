import AviaryPages
import Hummingbird

/// The files of an app's pages: the client, the style sheet, the scripts and style sheets of single rooms, and other
/// assets.
struct PageFiles: Sendable {
    let client = Self.clientScripts
    let styleSheet: PageFile
    let modules: [PageFile]
    private let roomSheets: [PageFile]
    private let others: [String: PageFile]

    /// - Parameters:
    ///   - assets: The app's assets. Its style sheets are joined in this order.
    ///   - modules: The modules of rooms. Several rooms may have the same one.
    ///   - roomSheets: The style sheets of rooms. Several rooms may have the same one.
    init(_ assets: [Asset], modules: [Asset] = [], roomSheets: [Asset] = []) {
        let sheets = [Asset("aviary.css", EmbeddedFile.aviary_css.bytes)] + assets.filter(\.isStyleSheet)
        styleSheet = PageFile(
            namedByContent: Asset("style.css", StyleSheet.joined(sheets.map(\.bytes))), in: ServerPaths.assets)
        self.modules = modules.map { PageFile(namedByContent: $0, in: ServerPaths.rooms) }
        self.roomSheets = roomSheets.map { PageFile(namedByContent: $0, in: ServerPaths.assets) }
        others = Dictionary(
            assets.filter { !$0.isStyleSheet }.map { PageFile($0, in: ServerPaths.assets) }.map { ($0.path, $0) }
        ) { $1 }
    }

    /// A hash of the client, the style sheets, and the rooms' modules and style sheets.
    ///
    /// - Parameter files: The modules and style sheets of rooms.
    static func version(of assets: [Asset], ofRooms files: [Asset]) -> String {
        let sheets = [Asset("aviary.css", EmbeddedFile.aviary_css.bytes)] + assets.filter(\.isStyleSheet)
        let parts = [clientScripts.version] + (sheets + files).map(\.fingerprint)
        return Asset("version", Array(parts.joined(separator: " ").utf8)).fingerprint
    }

    private static let clientScripts = ClientScripts()

    /// The response with the file at an address; `nil` when there is none.
    ///
    /// A page of an earlier version may ask for a file by an earlier name. Such a page gets the current file.
    func answer(to request: Request) -> Response? {
        let path = request.uri.path
        if let file = others[path] { return file.answer(to: request) }
        let files = [client.core, client.rest, client.extras, styleSheet] + modules + roomSheets
        let named = files.first { $0.path == path } ?? files.first { $0.isNamed(by: path) }
        return named.map { $0.answer(to: request, isImmutable: path == $0.path) }
    }

    /// The file of a room's module.
    func module(_ asset: Asset) -> PageFile? {
        modules.first { $0.path == PageFile.path(namedByContent: asset, in: ServerPaths.rooms) }
    }
}
