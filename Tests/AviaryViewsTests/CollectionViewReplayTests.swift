import AviarySnapshots
import AviaryTesting
import AviaryViews
import Testing

/// Random histories of a collection view, seen through a screen that knows only what it is told.
struct CollectionViewReplayTests {
    @Test(arguments: 0..<40) func theScreenShowsWhatTheViewHolds(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let grid = CollectionView<Int>(layout: FlowLayout(columns: .adaptive(minimum: 90), itemSize: .height(50)))
        grid.register(CellTemplate("Cell", outlets: [.init("label")]))
        grid.allowsMultipleSelection = true
        var versions: [Int: Int] = [:]
        var items = Array(0..<Int.random(in: 0...60, using: &random))
        var nextItem = items.count
        var removed: [Int] = []
        let source = DiffableDataSource<Int>(list(items)) { item, cell in
            cell["label"] = "\(item) \(versions[item] ?? 0)"
        }
        grid.dataSource = source
        try await grid.scroll(to: ContentRect(width: 300, height: 200))
        let chooser = Chooser(refusesSome: seed % 2 == 1)
        grid.delegate = chooser
        var model = SlowSelection()
        var screen = Screen()
        var (anchor, isOn) = (RangeEnd.position(0), true)

        for step in 0..<5_200 {
            let before = model.selected
            chooser.timesHeard = 0
            switch Int.random(in: 0..<14, using: &random) {
            case 0..<4:
                var (touched, leaving): ([Int], [Int]) = ([], [])
                for _ in 0..<Int.random(in: 1...6, using: &random) {
                    switch Int.random(in: 0..<4, using: &random) {
                    case 0:
                        let isBack = !removed.isEmpty && Int.random(in: 0..<3, using: &random) == 0
                        let item = isBack ? removed.removeLast() : nextItem
                        items.insert(item, at: .random(in: 0...items.count, using: &random))
                        nextItem += isBack ? 0 : 1
                    case 1 where !items.isEmpty:
                        leaving.append(items.remove(at: .random(in: 0..<items.count, using: &random)))
                        model.forget(leaving.last!)
                    case 2 where !items.isEmpty:
                        let item = items.remove(at: .random(in: 0..<items.count, using: &random))
                        items.insert(item, at: .random(in: 0...items.count, using: &random))
                    case _ where !items.isEmpty:
                        let item = items[.random(in: 0..<items.count, using: &random)]
                        versions[item, default: 0] += 1
                        touched.append(item)
                    default: break
                    }
                }
                source.apply(list(items), reconfiguring: touched)
                removed += leaving
            case 4..<6:
                let y = Double.random(in: 0...2_000, using: &random)
                try await grid.scroll(to: ContentRect(y: y, width: 300, height: 200))
            case 6:
                let width = Double.random(in: 100...600, using: &random)
                try await grid.scroll(to: ContentRect(y: grid.visibleRect.y, width: width, height: 200))
            case 7:
                guard let item = items.randomElement(using: &random) else { continue }
                if chooser.accepts(item) { model.tap(item) }
                #expect(grid.tap("\(item)"))
            case 8 where Int.random(in: 0..<4, using: &random) == 0:
                let isOn = Bool.random(using: &random)
                model.setAll(isOn, of: items.filter(chooser.accepts))
                grid.selectAll(isOn)
            case 9 where Int.random(in: 0..<2, using: &random) == 0:
                // Some that are held, and one that may have gone meanwhile.
                let edited = (screen.tiles.map(\.id) + ["\(removed.last ?? -1)"]).shuffled(using: &random).prefix(3)
                screen.edit(Set(edited))
                try await grid.edit(Array(edited))
            default:
                if Int.random(in: 0..<4, using: &random) == 0 {
                    anchor = end(in: items, using: &random)
                    isOn = Int.random(in: 0..<3, using: &random) > 0
                }
                let far = end(in: items, using: &random)
                let ends = [anchor, far].compactMap { position(of: $0, in: items) }
                let arePositions = [anchor, far].allSatisfy { if case .position = $0 { true } else { false } }
                let isNothing = items.isEmpty && arePositions
                #expect(grid.selectRange(from: anchor, to: far, isOn: isOn) == (ends.count == 2 || isNothing))
                guard ends.count == 2 else { break }
                let span = items[ends.min()!...ends.max()!].filter(chooser.accepts)
                model.select(span, from: items[ends[0]], isOn)
                // From now on the anchor is known by its name, as the screen would.
                anchor = .item("\(items[ends[0]])")
            }
            for change in grid.takeChanges() { try screen.apply(change) }

            let note: Comment = "seed \(seed), step \(step)"
            let window = screen.base..<screen.base + screen.tiles.count
            #expect(screen.count == items.count, note)
            #expect(screen.tiles.map(\.id) == items[window].map { "\($0)" }, note)
            #expect(screen.tiles.map(\.values) == items[window].map { [.text("\($0) \(versions[$0] ?? 0)")] }, note)
            for tile in screen.aside {
                let item = try #require(Int(tile.id))
                #expect(items.contains(item), note)
                #expect(tile.values == [.text("\(item) \(versions[item] ?? 0)")], note)
            }
            #expect(
                Set(screen.tiles.filter(\.isSelected).map(\.id))
                    == Set(items[window].filter(model.selected.contains).map { "\($0)" }), note)
            #expect(grid.selection == model.selected, note)
            #expect(chooser.timesHeard == (model.selected == before ? 0 : 1), note)
            let visible = screen.lattice!.positions(in: grid.visibleRect, count: items.count)
            #expect(visible.clamped(to: window) == visible, note)
        }
    }

    /// An item or a position: most are there.
    private func end(in items: [Int], using random: inout SeededGenerator) -> RangeEnd {
        Bool.random(using: &random)
            ? .position(.random(in: -3...items.count + 3, using: &random))
            : .item("\(items.randomElement(using: &random) ?? -1)")
    }

    private func position(of end: RangeEnd, in items: [Int]) -> Int? {
        switch end {
        case .item(let name): items.firstIndex { "\($0)" == name }
        case .position(let position): items.isEmpty ? nil : max(0, min(position, items.count - 1))
        }
    }

    private func list(_ items: [Int]) -> ListSnapshot<Int, Int> {
        var list = ListSnapshot<Int, Int>()
        do {
            try list.appendSections([0])
            try list.appendItems(items, toSection: 0)
        } catch {
            Issue.record(error)
        }
        return list
    }
}

/// The slow and obvious selection: what a range selects is put on top of all that was selected before it.
private struct SlowSelection {
    var selected = Set<Int>()
    private var range: (anchor: Int, isOn: Bool, before: Set<Int>)?

    mutating func tap(_ item: Int) {
        selected.formSymmetricDifference([item])
        range = nil
    }

    mutating func setAll(_ isOn: Bool, of items: [Int]) {
        if isOn { selected.formUnion(items) } else { selected.subtract(items) }
        range = nil
    }

    mutating func select(_ items: [Int], from anchor: Int, _ isOn: Bool) {
        if range?.anchor != anchor || range?.isOn != isOn { range = (anchor, isOn, selected) }
        let before = range!.before
        selected = isOn ? before.union(items) : before.subtracting(items)
    }

    mutating func forget(_ item: Int) {
        selected.remove(item)
        range?.before.remove(item)
    }
}

/// A delegate that has no every fifth item selected, if it is one of that kind.
private final class Chooser: CollectionViewDelegate {
    let refusesSome: Bool
    var timesHeard = 0

    init(refusesSome: Bool) { self.refusesSome = refusesSome }

    func accepts(_ item: Int) -> Bool { !refusesSome || item % 5 != 0 }
    func collectionView(_ view: CollectionView<Int>, shouldSelect item: Int) -> Bool { accepts(item) }
    func collectionViewDidChangeSelection(_ view: CollectionView<Int>) { timesHeard += 1 }
}

/// The slow and obvious screen: an array of tiles.
struct Screen {
    struct DoesNotFit: Error { var change: CollectionChange }

    var lattice: Lattice?
    var count = 0
    var base = 0
    var tiles: [CollectionChange.Tile] = []
    /// What is being edited, and its tiles as far as they have left the window.
    private var edited: Set<String> = []
    var aside: [CollectionChange.Tile] = []
    var sections: [Int] = []
    var firstHeader = 0
    var headers: [CollectionChange.Header] = []

    mutating func edit(_ items: Set<String>) {
        edited = items
        keep([])
    }

    private mutating func keep(_ leaving: [CollectionChange.Tile]) {
        let held = Set(tiles.map(\.id))
        aside = (aside + leaving).filter { edited.contains($0.id) && !held.contains($0.id) }
    }

    mutating func apply(_ change: CollectionChange) throws {
        switch change {
        case .reload(let lattice, let count, let base, let tiles, let headers):
            let old = self.tiles
            (self.lattice, self.count, self.base, self.tiles) = (lattice, count, base, tiles)
            sections = lattice.sections?.counts ?? []
            (firstHeader, self.headers) = (headers?.first ?? 0, headers?.list ?? [])
            keep(old)
        case .splice(let count, let base, let steps, _, let sections, let headers):
            self.sections = sections.applied(to: self.sections)
            if let headers {
                let held = Dictionary(self.headers.map { ($0.id, $0) }) { $1 }
                firstHeader = headers.first
                self.headers = try headers.list.map { header in
                    if header.values != nil { return header }
                    guard let header = held[header.id] else { throw DoesNotFit(change: change) }
                    return header
                }
            }
            var result: [CollectionChange.Tile] = []
            var rest = tiles[...]
            for step in steps {
                switch step {
                case .keep(let length):
                    result += rest.prefix(length)
                    rest = rest.dropFirst(length)
                case .drop(let length): rest = rest.dropFirst(length)
                case .move(let id):
                    guard let tile = tiles.first(where: { $0.id == id }) else { throw DoesNotFit(change: change) }
                    result.append(tile)
                case .insert(let tile): result.append(tile)
                }
            }
            guard rest.isEmpty else { throw DoesNotFit(change: change) }
            let old = tiles
            (self.count, self.base, tiles) = (count, base, result)
            keep(old)
        case .cell(let id, let values):
            if let index = tiles.firstIndex(where: { $0.id == id }) {
                for (outlet, value) in values { tiles[index].values[outlet] = value }
            } else if let index = aside.firstIndex(where: { $0.id == id }) {
                for (outlet, value) in values { aside[index].values[outlet] = value }
            } else {
                throw DoesNotFit(change: change)
            }
        case .menus: break
        case .gone(let id):
            guard edited.remove(id) != nil else { throw DoesNotFit(change: change) }
            aside.removeAll { $0.id == id }
        case .selection(let on, let off):
            for (ids, flag) in [(on, true), (off, false)] {
                for id in ids {
                    guard let index = tiles.firstIndex(where: { $0.id == id }) else { throw DoesNotFit(change: change) }
                    tiles[index].isSelected = flag
                }
            }
        }
    }
}
