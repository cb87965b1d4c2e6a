import AviaryPages
import Hummingbird

/// The files of an app's pages: one script, one style sheet, what single rooms have of both, and whatever else the app has.
struct PageFiles: Sendable {
    let script: PageFile
    /// Parts of the script that a page loads when they are needed first, by name.
    let parts: [String: PageFile]
    let styleSheet: PageFile
    let modules: [PageFile]
    private let roomSheets: [PageFile]
    private let others: [String: PageFile]

    /// - Parameters:
    ///   - assets: Style sheets become one, in this order.
    ///   - modules: Those of rooms; several rooms may have the same one.
    ///   - roomSheets: The style sheets of rooms, in the same way.
    init(_ assets: [Asset], modules: [Asset] = [], roomSheets: [Asset] = []) {
        let sheets = [Asset("aviary.css", EmbeddedFile.aviary_css.bytes)] + assets.filter(\.isStyleSheet)
        styleSheet = PageFile(
            namedByContent: Asset("style.css", StyleSheet.joined(sheets.map(\.bytes))), in: Self.assets)
        let client = ClientScripts()
        script = client.script
        parts = client.parts
        self.modules = modules.map { PageFile(namedByContent: $0, in: Self.rooms) }
        self.roomSheets = roomSheets.map { PageFile(namedByContent: $0, in: Self.assets) }
        others = Dictionary(
            assets.filter { !$0.isStyleSheet }.map { PageFile($0, in: Self.assets) }.map { ($0.path, $0) }
        ) { $1 }
    }

    /// Names the client, the style sheets and the rooms' modules, as they are now.
    static func version(of assets: [Asset], rooms: [Route]) -> String {
        let sheets = [Asset("aviary.css", EmbeddedFile.aviary_css.bytes)] + assets.filter(\.isStyleSheet)
        let own = rooms.flatMap { [$0.module, $0.styleSheet] }.compactMap(\.self)
        let parts = [clientVersion] + (sheets + own).map(\.fingerprint)
        return Asset("version", Array(parts.joined(separator: " ").utf8)).fingerprint
    }

    private static let clientVersion = ClientScripts().version

    static let client = "/client"
    static let rooms = "/client/rooms"
    static let assets = "/assets"

    /// What stands at an address; `nil` when nothing does.
    ///
    /// A page of an earlier version may ask for a file by its earlier name, and gets what there is now.
    func answer(to request: Request) -> Response? {
        let path = request.uri.path
        if let file = others[path] { return file.answer(to: request) }
        let files = [script, styleSheet] + parts.values + modules + roomSheets
        let named = files.first { $0.path == path } ?? files.first { $0.isNamed(by: path) }
        return named.map { $0.answer(to: request, isKept: path == $0.path) }
    }

    /// The module of a room.
    func module(_ asset: Asset) -> PageFile? {
        modules.first { $0.path == PageFile.path(namedByContent: asset, in: Self.rooms) }
    }
}
