import AviaryServer
import AviaryViews

extension Destination where Parameter == String {
    fileprivate static var at: Self { Self("/at/:place") }
    fileprivate static var rowsAt: Self { Self("/rows-at/:place") }
}

extension Destination where Parameter == Int {
    fileprivate static var shelves: Self { Self("/shelves/:count") }
    fileprivate static var span: Self { Self("/span/:count") }
    fileprivate static var texts: Self { Self("/texts/:count") }
    fileprivate static var log: Self { Self("/log/:count") }
    fileprivate static var logAt: Self { Self("/log-at/:item") }
    fileprivate static var textsAt: Self { Self("/texts-at/:item") }
}

/// `ShelfServer PORT EDITION` serves at a port with another edition of the style sheet, so that its pages have another version.
/// `ShelfServer PORT EDITION de` has its script speak German. With `ar` its pages are in Arabic, which is written from right to
/// left, but for their texts.
@main
enum ShelfServer {
    static func main() async throws {
        let words = CommandLine.arguments.dropFirst()
        let edition = words.dropFirst().first ?? "1"
        let language = words.dropFirst(2).first ?? "en"
        let app = LiveApp(
            name: "Shelves", words: [language == "de" ? german : english(for: language)],
            rooms: [
                Route("/", title: "Shelves") { ShelfController(shelves: [4, 0, 30]) },
                Route("/many", title: "Many shelves") {
                    ShelfController(.many)
                },
                Route("/sized", title: "Cells of one width") { ShelfController(shelves: [4, 0, 60], layout: "sized") },
                Route("/justified", title: "Rows") { ShelfController(shelves: [4, 0, 60], layout: "justified") },
                Route("/beside", title: "Sections side by side") {
                    ShelfController(shelves: [2, 1, 0, 3, 1, 60, 2], layout: "beside")
                },
                Route("/lowgrid", title: "Low cells") { ShelfController(shelves: [4, 0, 60], layout: "lowgrid") },
                Route("/lowrows", title: "Low rows") { ShelfController(shelves: [4, 0, 60], layout: "lowrows") },
                Route("/footed", title: "Footers") { ShelfController(shelves: [4, 0, 30, 3], layout: "footed-grid") },
                Route("/footed-bare", title: "Footers alone") {
                    ShelfController(shelves: [4, 0, 30, 3], layout: "footed-bare")
                },
                Route("/footed-justified", title: "Rows with footers") {
                    ShelfController(shelves: [4, 0, 30, 3], layout: "footed-justified")
                },
                Route("/footed-flow", title: "Flow with footers") {
                    ShelfController(shelves: [4, 0, 30, 3], layout: "footed-flow")
                },
                Route("/footed-list", title: "List with footers") {
                    ShelfController(shelves: [4, 0, 30, 3], layout: "footed-list")
                },
                Route("/footed-many", title: "Many footers") {
                    ShelfController(.many, layout: "footed-grid")
                },
                Route("/badged", title: "Badges") {
                    BadgeController(
                        layout: FlowLayout(
                            columns: .fixed(3), itemSize: .height(80), minimumLineSpacing: 6,
                            minimumInteritemSpacing: 6, sectionInset: (horizontal: 8, vertical: 8)))
                },
                Route("/badged-flow", title: "Flow with badges") {
                    BadgeController(
                        layout: SizedFlowLayout(minimumLineSpacing: 6, minimumInteritemSpacing: 6),
                        badgesAt: .leading)
                },
                Route("/badged-list", title: "List with badges") {
                    BadgeController(layout: ListLayout(rowHeight: .ofItem, minimumLineSpacing: 6), badgesAt: .center)
                },
                Route("/flow", title: "Flow") { ShelfController(shelves: [4, 0, 60], layout: "flow") },
                Route("/list", title: "List") { ShelfController(shelves: [4, 0, 60], layout: "list") },
                Route("/strip", title: "Strip") { StripController(shelves: [10_000], layout: "strip") },
                Route("/across-flow", title: "Columns") {
                    StripController(shelves: [4, 0, 60], layout: "across-flow")
                },
                Route("/across-grid", title: "Grid to the right") {
                    StripController(shelves: [4, 0, 60], layout: "across-grid")
                },
                Route("/across-justified", title: "Rows to the right") {
                    StripController(shelves: [4, 0, 60], layout: "across-justified")
                },
                Route("/across-list", title: "List to the right") {
                    StripController(shelves: [4, 0, 60], layout: "across-footed-list")
                },
                Route("/justified-many", title: "Many rows") {
                    ShelfController(.many, layout: "justified")
                },
                Route(.at, title: "Somewhere") { place in
                    ShelfController(.many, at: place)
                },
                Route(.rowsAt, title: "Somewhere in rows") { place in
                    ShelfController(.many, layout: "justified", at: place)
                },
                Route(.shelves, title: "Shelves of three") { count in
                    ShelfController(shelves: Array(repeating: 3, count: min(max(count, 0), 100_000)))
                },
                Route(.texts, title: "Texts") { count in TextController(count: min(max(count, 0), 1_000_000)) },
                Route(.textsAt, title: "Somewhere in texts") { item in
                    TextController(count: 10_000, estimatedHeight: 400, at: item)
                },
                Route(.log, title: "A log") { count in
                    TextController(count: min(max(count, 0), 1_000_000), anchor: .end)
                },
                Route(.logAt, title: "Somewhere in a log") { item in
                    TextController(count: 1_000, at: item, anchor: .end)
                },
                Route(.span, title: "A span") { count in SpanController(count: min(max(count, 0), 100_000_000)) },
            ],
            // Only as many links as fit above the things.
            navigation: [NavigationLink("Shelves", to: "/"), NavigationLink("Many shelves", to: "/many")],
            assets: [
                Asset("shelves.css", Array((shelfStyles + StripController.styles + TextController.styles).utf8)),
                Asset("badges.css", Array(badgeStyles.utf8)),
                Asset("edition.css", Array(":root { --edition: \(edition) }".utf8)),
            ])
        try await app.run(port: words.first.flatMap { Int($0) } ?? 0)
    }

    private static func english(for language: String) -> Words {
        var words = Words.english
        words.language = language
        return words
    }

    private static var german: Words {
        var words = Words.german
        words.script.reconnecting = "Die Verbindung wird </script> gesucht …"
        words.script.tooLong = "Das ist zu lang."
        words.script.dismiss = "Verstanden"
        return words
    }
}
