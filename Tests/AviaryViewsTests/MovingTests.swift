import AviarySnapshots
import AviaryTesting
import AviaryViews
import Testing

/// The meaning of a person's move, compared with a model that removes the items from their sections and inserts them.
struct MovingTests {
    private final class Judge: CollectionViewDelegate {
        var fixed: Set<Int> = []
        var chosen: MoveTarget<Int>??
        var refuses = false
        func collectionView(
            _ view: CollectionView<Int>, targetForDropping content: DroppedContent, proposed target: MoveTarget<Int>
        ) -> MoveTarget<Int>? { refuses ? nil : target }
        func collectionView(_ view: CollectionView<Int>, canMove item: Int) -> Bool { !fixed.contains(item) }
        func collectionView(
            _ view: CollectionView<Int>, targetForMoving items: [Int], proposed target: MoveTarget<Int>
        ) -> MoveTarget<Int>? { chosen ?? target }
    }

    private let judge = Judge()

    private func grid(_ sections: [[Int]]) async throws -> CollectionView<Int> {
        let grid = CollectionView<Int>(
            recording: FlowLayout(columns: .fixed(2), itemSize: .height(100), headerHeight: 20))
        grid.register(CellTemplate("Cell", outlets: []))
        grid.allowsMultipleSelection = true
        grid.delegate = judge
        let list = ListSnapshot(uniqueSections: sections.enumerated().map { ($0.offset, $0.element) })
        grid.dataSource = DiffableDataSource<Int>(list) { _, _ in }
        try await grid.scroll(to: ContentRect(width: 200, height: 10_000))
        return grid
    }

    private func move(_ grid: CollectionView<Int>, _ item: Int, _ side: MoveRequest.Side, _ end: RangeEnd)
        throws(MoveRefusal) -> ItemMove<Int>?
    {
        try grid.move(for: MoveRequest(item: "\(item)", side: side, end: end)) as? ItemMove<Int>
    }

    @Test func anItemIsPutBesideAnother() async throws {
        let grid = try await grid([[1, 2, 3], [], [4, 5]])
        #expect(try move(grid, 1, .behind, .item("4")) == ItemMove([1], to: .behind(4)))
        #expect(try move(grid, 5, .before, .item("1")) == ItemMove([5], to: .before(1)))
        #expect(try move(grid, 5, .section, .item("1")) == ItemMove([5], to: .section("1")))
        #expect(try move(grid, 1, .section, .item("2")) == ItemMove([1], to: .behind(5)), "it is not empty any more")
        #expect(try move(grid, 1, .behind, .position(999)) == ItemMove([1], to: .behind(5)))
    }

    @Test func whatIsSelectedGoesTogetherInTheListsOrder() async throws {
        let grid = try await grid([[1, 2, 3], [4, 5]])
        grid.select([5, 1, 3])
        #expect(try move(grid, 3, .behind, .item("4")) == ItemMove([1, 3, 5], to: .behind(4)))
        #expect(try move(grid, 2, .behind, .item("4")) == ItemMove([2], to: .behind(4)), "it is not selected")
        #expect(try move(grid, 3, .before, .item("5")) == ItemMove([1, 3, 5], to: .behind(4)), "5 goes, too")
        grid.select([4, 5])
        #expect(try move(grid, 4, .behind, .item("5")) == nil, "they are the whole section")
    }

    @Test func whatIsDroppedFromElsewhereIsPutBesideAnItem() async throws {
        let grid = try await grid([[1, 2], [], [3]])
        let tea = DroppedContent(text: "Tea")
        func drop(_ side: MoveRequest.Side, _ end: RangeEnd) throws(MoveRefusal) -> MoveTarget<Int>? {
            (try grid.drop(for: DropRequest(tea, side: side, end: end)) as? ItemDrop<Int>)?.target
        }
        #expect(try drop(.before, .item("2")) == .before(2))
        #expect(try drop(.behind, .position(1)) == .behind(2))
        #expect(try drop(.section, .item("1")) == .section("1"))
        #expect(throws: MoveRefusal.gone) { try drop(.before, .item("9")) }
        let file = DroppedContent(text: "", isFile: true)
        let end = try grid.drop(for: DropRequest(file, side: .section, end: .item("0"))) as? ItemDrop<Int>
        #expect(end?.target == .section("0"), "each file comes behind those before it")
        let behind = try grid.drop(for: DropRequest(file, side: .section, end: .item(""))) as? ItemDrop<Int>
        #expect(behind?.target == .section("2"))
        judge.refuses = true
        #expect(throws: MoveRefusal.unwanted) { try drop(.before, .item("2")) }
        judge.refuses = false
        let source = try #require(grid.dataSource as? DiffableDataSource<Int>)
        source.apply(ListSnapshot<Int, Int>(uniqueSections: [(7, [])]))
        #expect(try drop(.section, .item("")) == .section("7"))
        source.apply(ListSnapshot<Int, Int>())
        #expect(try drop(.behind, .position(5)) == .section(""))
    }

    @Test func whatIsDroppedInAnotherViewTakesTheSelectionAlong() async throws {
        let (grid, other) = (try await grid([[1, 2, 3], [4, 5]]), try await grid([[1, 2]]))
        judge.fixed = [3]
        grid.select([5, 1, 3])
        #expect(try grid.itemsMoved(with: "5") == ["1", "5"], "3 stays")
        #expect(try grid.itemsMoved(with: "2") == ["2"], "it is not selected")
        #expect(throws: MoveRefusal.fixed) { try grid.itemsMoved(with: "3") }
        #expect(throws: MoveRefusal.gone) { try grid.itemsMoved(with: "9") }

        var content = DroppedContent(text: "", items: ["1", "9", "5"], page: "/rack", collection: "grid")
        #expect(content.items(in: grid) == [], "another window has it")
        content.origin = ObjectIdentifier(grid)
        #expect(content.items(in: grid) == [1, 5])
        #expect(content.items(in: other) == [])
    }

    @Test func whatIsLiftedSaysHowManyGoAlongOrWhyItStays() async throws {
        let grid = try await grid([[1, 2, 3], [4, 5]])
        judge.fixed = [3]
        grid.select([5, 1, 3])
        _ = grid.takeChanges()
        for item in ["1", "2", "3", "9"] { grid.lift(item) }
        #expect(
            grid.takeChanges() == [
                .lifted(item: "1", count: 2), .lifted(item: "2", count: 1),
                .lifted(item: "3", count: 0, sentence: "This can't be moved."),
                .lifted(item: "9", count: 0, sentence: "What was there is gone, so nothing was moved."),
            ])
    }

    @Test func whatStandsThereAlreadyIsNoMove() async throws {
        let grid = try await grid([[1, 2, 3], [4]])
        #expect(try move(grid, 2, .behind, .item("1")) == nil)
        #expect(try move(grid, 2, .before, .item("3")) == nil)
        #expect(try move(grid, 2, .behind, .item("2")) == nil)
        #expect(try move(grid, 3, .before, .item("4")) == ItemMove([3], to: .before(4)), "into the next section")
        #expect(try move(grid, 4, .section, .item("1")) == nil)
    }

    @Test func theDelegateDecides() async throws {
        let grid = try await grid([[1, 2, 3], [4]])
        judge.fixed = [1]
        #expect(throws: MoveRefusal.fixed) { try move(grid, 1, .behind, .item("4")) }
        grid.select([1, 2])
        #expect(try move(grid, 2, .behind, .item("4")) == ItemMove([2], to: .behind(4)), "1 stays")
        judge.chosen = .some(.before(4))
        #expect(try move(grid, 3, .behind, .item("4")) == ItemMove([3], to: .before(4)))
        judge.chosen = .some(nil)
        #expect(throws: MoveRefusal.badTarget) { try move(grid, 3, .behind, .item("4")) }
    }

    @Test func whatIsGoneIsSaid() async throws {
        let grid = try await grid([[1, 2]])
        #expect(throws: MoveRefusal.gone) { try move(grid, 9, .behind, .item("1")) }
        #expect(throws: MoveRefusal.gone) { try move(grid, 1, .behind, .item("9")) }
        #expect(throws: MoveRefusal.gone) { try move(grid, 1, .section, .item("9")) }
        #expect(throws: MoveRefusal.gone) { try move(grid, 1, .section, .position(0)) }
        let empty = try await self.grid([[]])
        #expect(throws: MoveRefusal.gone) { try move(empty, 1, .behind, .position(0)) }
    }

    @Test func aMoveOfManyIsCountedAndOneToNowhereLooksAtNone() async throws {
        let grid = try await grid([Array(0..<1_000), [5_000]])
        grid.select(Set(0..<1_000))
        let before = grid.selectionWork
        #expect(throws: MoveRefusal.gone) { try move(grid, 3, .behind, .item("9999")) }
        #expect(throws: MoveRefusal.gone) { try move(grid, 3, .section, .item("7")) }
        #expect(grid.selectionWork == before)
        #expect(try move(grid, 3, .behind, .item("5000"))?.items.count == 1_000)
        #expect(grid.selectionWork == before + 8_000)
    }

    @Test func theScreenIsToldWhetherItemsCanBeMoved() async throws {
        let grid = try await grid([[1]])
        _ = grid.takeChanges()
        grid.moveAction = "move"
        grid.moveAction = "put"
        #expect(grid.takeChanges() == [.moves(isOn: true)])
        grid.moveAction = nil
        #expect(grid.takeChanges() == [.moves(isOn: false)])
        grid.redraw()
        #expect(grid.takeChanges().contains(.moves(isOn: false)), "another page may hold something else")
    }

    /// Wherever a move leads, the items come to stand together, in their order, beside what was named.
    @Test(arguments: 0..<20 as Range<UInt64>) func movesAreWhatTheModelMakesOfThem(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<draws(100, long: 5_000) {
            let count = Int.random(in: 1...12, using: &random)
            var sections = Array(repeating: [Int](), count: Int.random(in: 1...4, using: &random))
            for item in 0..<count { sections[Int.random(in: 0..<sections.count, using: &random)].append(item) }
            let grid = try await grid(sections)
            let selection = Set((0..<count).filter { _ in random.chance(40) })
            grid.select(selection)
            let led = Int.random(in: 0..<count, using: &random)
            let items = selection.contains(led) ? sections.joined().filter(selection.contains) : [led]

            let side = [MoveRequest.Side.before, .behind, .section].randomElement(using: &random)!
            let other = Int.random(in: 0..<count, using: &random)
            let section = Int.random(in: 0..<sections.count, using: &random)
            let order = Array(sections.joined())
            let end: RangeEnd =
                side == .section
                ? .item("\(section)")
                : random.chance(50) ? .item("\(other)") : .position(order.firstIndex(of: other)!)

            // A marker is put where the request says; the items take its place.
            let marker = -1
            var model = sections
            if side == .section {
                model[section].append(marker)
            } else {
                let target = sections.firstIndex { $0.contains(other) }!
                model[target].insert(marker, at: sections[target].firstIndex(of: other)! + (side == .behind ? 1 : 0))
            }
            model = model.map { $0.filter { !items.contains($0) } }
            model = model.map { $0.flatMap { $0 == marker ? items : [$0] } }

            let move = try move(grid, led, side, end)
            #expect((move == nil) == (model == sections), "seed \(seed)")
            guard let move else { continue }
            #expect(move.items == items, "seed \(seed)")
            #expect(move.applied(to: sections) == model, "seed \(seed): \(sections), \(move)")
        }
    }
}

extension ItemMove<Int> {
    /// The sections after the move; they are named by their numbers.
    func applied(to sections: [[Int]]) -> [[Int]] {
        var result = sections.map { $0.filter { !items.contains($0) } }
        switch target {
        case .before(let other), .behind(let other):
            guard let section = result.firstIndex(where: { $0.contains(other) }) else { return sections }
            let behind = target == .behind(other) ? 1 : 0
            result[section].insert(contentsOf: items, at: result[section].firstIndex(of: other)! + behind)
        case .section(let name): result[Int(name)!] += items
        }
        return result
    }
}
