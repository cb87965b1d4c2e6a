import Hummingbird

/// The files of an app's pages: one script, one style sheet, and whatever else the app has.
struct PageFiles: Sendable {
    let script: PageFile
    let styleSheet: PageFile
    private let others: [String: PageFile]

    /// - Parameter assets: Style sheets become one, in this order.
    init(_ assets: [Asset]) {
        let sheets = [Asset("aviary.css", PackageResources.aviary_css)] + assets.filter(\.isStyleSheet)
        styleSheet = PageFile(
            namedByContent: Asset("style.css", StyleSheet.joined(sheets.map(\.bytes))), in: Self.assets)
        script = PageFile(
            namedByContent: Asset("aviary.js", PackageResources.aviary_min_js), in: Self.client)
        others = Dictionary(
            assets.filter { !$0.isStyleSheet }.map { PageFile($0, in: Self.assets) }.map { ($0.path, $0) }
        ) { $1 }
    }

    static let client = "/client"
    static let assets = "/assets"

    /// What stands at an address; `nil` when nothing does.
    ///
    /// A page of an earlier version may ask for a file by its earlier name, and gets what there is now.
    func answer(to request: Request) -> Response? {
        let path = request.uri.path
        if let file = others[path] { return file.answer(to: request) }
        for (file, stem) in [(script, "\(Self.client)/aviary-"), (styleSheet, "\(Self.assets)/style-")]
        where path.hasPrefix(stem) {
            return file.answer(to: request, isKept: path == file.path)
        }
        return nil
    }
}
