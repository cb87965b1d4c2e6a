import AviarySnapshots
import AviaryText
import Testing

@testable import AviaryViews

/// Equal values of cells are held once, however many views show them.
struct SharedValuesTests {
    private let values = SharedValues()

    /// The first items of a list, as windows of one size show them.
    private func view(sharing values: SharedValues?) async throws -> CollectionView<Int> {
        let view = CollectionView<Int>(layout: FlowLayout(columns: .fixed(1), itemSize: .height(50)))
        view.register(CellTemplate("BookCell", outlets: [.init("title"), .init("rating", .number)]))
        view.use(Words.english.views, sharing: values)
        view.dataSource = DiffableDataSource(ListSnapshot(uniqueSections: [(0, Array(0..<100))])) { book, cell in
            cell["title"] = "The book with the number \(book)"
            cell["rating"] = Double(book)
        }
        try await view.scroll(to: ContentRect(width: 300, height: 200))
        return view
    }

    /// Where the values of each cell are in memory.
    private func places(in view: CollectionView<Int>) -> [Int: UnsafeRawPointer?] {
        view.cells.shown.mapValues { $0.values.withUnsafeBytes { $0.baseAddress } }
    }

    @Test func viewsThatShowTheSameHoldItOnce() async throws {
        let (one, other) = (try await view(sharing: values), try await view(sharing: values))
        #expect(one.cells.shown.count > 4)
        #expect(places(in: one) == places(in: other))
        #expect(Set(places(in: one).values).count == one.cells.shown.count)
        let alone = try await view(sharing: nil)
        #expect(Set(places(in: one).values).isDisjoint(with: places(in: alone).values))
        #expect(alone.cells.shown.mapValues(\.values) == one.cells.shown.mapValues(\.values))
    }

    @Test func aChangeInOneViewIsNoneInAnother() async throws {
        let (one, other) = (try await view(sharing: values), try await view(sharing: values))
        let rating = try #require(one.cells[0]).values[1]
        one.show([.text("Emma"), rating], of: 0)
        #expect(one.cell(for: 0)?["title"] == "Emma")
        #expect(other.cell(for: 0)?["title"] == "The book with the number 0")
        other.show([.text("Emma"), rating], of: 0)
        #expect(places(in: one) == places(in: other))
    }

    private func bytes(_ value: CellValue?) -> [UInt8]? {
        switch value {
        case .text(let text), .url(let text): Array(text.utf8)
        default: nil
        }
    }

    /// The sign for kelvin equals the letter K, and an accent of its own equals the letter that has one.
    @Test func equalTextsKeepTheirBytes() {
        for text in ["273 K", "273 \u{212A}", "caf\u{E9}", "cafe\u{301}", "273 K"] {
            for value in [CellValue.text(text), .url(text)] {
                let shared = values.shared([value, nil])
                #expect(shared[0]?.kind == value.kind)
                #expect(bytes(shared[0]) == Array(text.utf8))
            }
        }
    }

    @Test func aTableThatIsFullGoesOn() {
        let small = SharedValues(slots: 4)
        for number in 0..<1_000 {
            let values: [CellValue?] = [.text("\(number)"), .number(Double(number)), nil]
            #expect(small.shared(values) == values)
            #expect(small.shared(values) == values)
        }
    }

    @Test func longTextsAreNotHeldForOthers() {
        func place(_ count: Int) -> UnsafeRawPointer? {
            values.shared([.text(String(repeating: "x", count: count))]).withUnsafeBytes { $0.baseAddress }
        }
        let own: [CellValue?] = [.text(String(repeating: "x", count: 300))]
        #expect(place(200) == place(200))
        #expect(values.shared(own).withUnsafeBytes { $0.baseAddress } == own.withUnsafeBytes { $0.baseAddress })
        #expect(place(300) != own.withUnsafeBytes { $0.baseAddress })
    }
}
