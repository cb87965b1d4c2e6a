import AviarySnapshots
import AviaryTesting
import AviaryViews
import Testing

/// Random histories of a collection view, seen through a screen that knows only what it is told.
struct CollectionViewReplayTests {
    @Test(arguments: 0..<UInt64(draws(10, long: 1_000))) func theScreenShowsWhatTheViewHolds(seed: UInt64) async throws
    {
        var random = SeededGenerator(seed: seed)
        let grid = CollectionView<Int>(recording: FlowLayout(columns: .adaptive(minimum: 90), itemSize: .height(50)))
        grid.register(CellTemplate("Cell", outlets: [.init("label")]))
        grid.allowsMultipleSelection = true
        var items = Array(0..<Int.random(in: 0...60, using: &random))
        var nextItem = items.count
        var removed: [Int] = []
        var versions = Versions(count: nextItem)
        let source = DiffableDataSource<Int>(list(items)) { item, cell in cell["label"] = versions.labels[item] }
        grid.dataSource = source
        try await grid.scroll(to: ContentRect(width: 300, height: 200))
        let chooser = Chooser(refusesSome: seed % 2 == 1)
        grid.delegate = chooser
        grid.searchOutlet = "label"
        var model = SlowSelection()
        var screen = Screen()
        var (anchor, isOn) = (RangeEnd.position(0), true)

        for step in 0..<12_600 {
            let note = Note(seed: seed, step: step)
            let before = model.selected
            chooser.timesHeard = 0
            screen.found = nil
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<4:
                var (touched, leaving): ([Int], [Int]) = ([], [])
                switch Int.random(in: 0..<40, using: &random) {
                case 0:
                    // All at once: more than are selected.
                    (leaving, items) = (items, [])
                    for item in leaving { model.forget(item) }
                case 1:
                    items.insert(
                        contentsOf: removed.shuffled(using: &random), at: .random(in: 0...items.count, using: &random))
                    removed = []
                default: break
                }
                for _ in 0..<Int.random(in: 1...6, using: &random) {
                    switch Int.random(in: 0..<4, using: &random) {
                    case 0:
                        let isBack = !removed.isEmpty && Int.random(in: 0..<3, using: &random) == 0
                        let item = isBack ? removed.removeLast() : nextItem
                        items.insert(item, at: .random(in: 0...items.count, using: &random))
                        nextItem += isBack ? 0 : 1
                        if !isBack { versions.add() }
                    case 1 where !items.isEmpty:
                        leaving.append(items.remove(at: .random(in: 0..<items.count, using: &random)))
                        model.forget(leaving.last!)
                    case 2 where !items.isEmpty:
                        let item = items.remove(at: .random(in: 0..<items.count, using: &random))
                        items.insert(item, at: .random(in: 0...items.count, using: &random))
                    case _ where !items.isEmpty:
                        let item = items[.random(in: 0..<items.count, using: &random)]
                        versions.change(item)
                        touched.append(item)
                    default: break
                    }
                }
                source.apply(list(items), reconfiguring: touched)
                removed += leaving
            case 4..<6:
                let rect = ContentRect(y: .random(in: 0...2_000, using: &random), width: 300, height: 200)
                let rests = chooser.rests
                try await grid.scroll(to: rect)
                grid.endScrolling(at: rect)
                // Another width may have the view elsewhere, where the screen follows.
                let isThere = grid.visibleRect == rect
                try note.require(chooser.rests == rests + (isThere ? 1 : 0), "the end of scrolling")
            case 6:
                let width = Double.random(in: 100...600, using: &random)
                try await grid.scroll(to: ContentRect(y: grid.visibleRect.y, width: width, height: 200))
            case 7:
                guard let item = items.randomElement(using: &random) else { continue }
                if chooser.accepts(item) { model.set(item, isOn: !model.selected.contains(item)) }
                try note.require(grid.tap("\(item)"), "a tap")
            case 8 where Int.random(in: 0..<4, using: &random) == 0:
                let isOn = Bool.random(using: &random)
                model.setAll(isOn, of: items.filter(chooser.accepts))
                grid.selectAll(isOn)
            case 9 where Int.random(in: 0..<2, using: &random) == 0:
                // Some that are held, and one that may have gone meanwhile.
                let edited = (screen.tiles.map(\.id) + ["\(removed.last ?? -1)"]).shuffled(using: &random).prefix(3)
                screen.edit(Set(edited))
                try await grid.edit(Array(edited))
            case 14..<17:
                let rect = ContentRect(
                    x: .random(in: -50...600, using: &random), y: .random(in: -50...1_500, using: &random),
                    width: .random(in: 0...300, using: &random), height: .random(in: 0...400, using: &random))
                let step = [BandStep.new, .add, .on, .on, .on, .drop].randomElement(using: &random)!
                let touched = items.enumerated().filter { rect.overlaps(grid.geometry.frame(at: $0.offset)) }
                model.band(touched.map(\.element).filter(chooser.accepts), step)
                grid.selectBand(in: rect, step)
            case 17:
                let digits = "\(Int.random(in: 0...nextItem, using: &random))".prefix(
                    .random(in: 1...2, using: &random))
                let start = Int.random(in: 0...items.count + 3, using: &random)
                let turned = items.indices.map { ($0 + min(start, items.count)) % items.count }
                let found = turned.first { versions.labels[items[$0]].hasPrefix(digits) }
                try await grid.search(for: String(digits), from: start, number: step)
                for change in grid.takeChanges() { try screen.apply(change) }
                try note.require(screen.found == .some(found), "the item searched for")
            case 18 where Int.random(in: 0..<6, using: &random) == 0:
                // Mostly as many as one likes, so that all else is drawn enough.
                func usually() -> Bool { Int.random(in: 0..<5, using: &random) > 0 }
                grid.allowsSelection = usually()
                grid.allowsMultipleSelection = usually()
                grid.allowsSelectionDuringEditing = usually()
                grid.allowsMultipleSelectionDuringEditing = usually()
                model.limit = limit(of: grid)
            case 19 where Int.random(in: 0..<6, using: &random) == 0:
                grid.isEditing.toggle()
                model.limit = limit(of: grid)
                model.turnEditing(grid.isEditing)
            default:
                if Int.random(in: 0..<4, using: &random) == 0 {
                    anchor = end(in: items, using: &random)
                    isOn = Int.random(in: 0..<3, using: &random) > 0
                }
                let far = end(in: items, using: &random)
                let ends = [anchor, far].compactMap { position(of: $0, in: items) }
                let arePositions = [anchor, far].allSatisfy { if case .position = $0 { true } else { false } }
                let isNothing = items.isEmpty && arePositions
                let isThere = grid.selectRange(from: anchor, to: far, isOn: isOn)
                try note.require(isThere == (ends.count == 2 || isNothing), "a range")
                guard ends.count == 2 else { break }
                let span = items[ends.min()!...ends.max()!].filter(chooser.accepts)
                if model.limit == .several {
                    model.select(span, from: items[ends[0]], isOn)
                } else if chooser.accepts(items[ends[1]]) {
                    model.set(items[ends[1]], isOn: isOn)
                }
                // From now on the anchor is known by its name, as the screen would.
                anchor = .item("\(items[ends[0]])")
            }
            for change in grid.takeChanges() { try screen.apply(change) }

            let window = screen.base..<screen.base + screen.tiles.count
            try note.require(screen.count == items.count && window.upperBound <= items.count, "the number of items")
            for (tile, item) in zip(screen.tiles, items[window]) {
                try note.require(tile.id == versions.names[item], "the items of the window")
                try note.require(tile.values == versions.values[item], "what cells show")
                try note.require(tile.isSelected == model.selected.contains(item), "the selection on the screen")
            }
            for tile in screen.aside {
                let item = try #require(Int(tile.id))
                try note.require(items.contains(item), "what is edited")
                try note.require(tile.values == versions.values[item], "what edited cells show")
            }
            try note.require(grid.selection == model.selected, "the selection")
            try note.require(screen.mode == grid.mode && grid.mode.limit == model.limit, "the mode")
            let hasChanged = before != model.selected
            let announcement = grid.takeAnnouncement()
            try note.require(hasChanged || announcement == nil, "what is announced")
            try note.require(chooser.timesHeard == (hasChanged ? 1 : 0), "how often the delegate hears")
            let visible = grid.geometry.positions(in: grid.visibleRect)
            try note.require(visible.clamped(to: window) == visible, "what is in view")
        }
    }

    /// How many items a person may select, as UIKit has it.
    private func limit(of grid: CollectionView<Int>) -> SelectionMode.Limit {
        if grid.isEditing {
            if grid.allowsMultipleSelectionDuringEditing { return .several }
            return grid.allowsSelectionDuringEditing ? .one : .none
        }
        if !grid.allowsSelection { return .none }
        return grid.allowsMultipleSelection ? .several : .one
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

    private func list(_ items: [Int]) -> ListSnapshot<Int, Int> { ListSnapshot(uniqueSections: [(0, items)]) }
}

/// Which step of a history this is. Half a million steps have time for a sentence only when something is wrong.
private struct Note {
    struct Mismatch: Error {
        var fact: StaticString
        var seed: UInt64
        var step: Int
    }

    let seed: UInt64
    let step: Int

    func require(_ isSo: Bool, _ fact: StaticString) throws {
        if !isSo { throw Mismatch(fact: fact, seed: seed, step: step) }
    }
}

/// The names and values of all items so far, by index.
private struct Versions {
    private(set) var names: [String] = []
    private(set) var labels: [String] = []
    private(set) var values: [[CellValue?]] = []
    private var numbers: [Int] = []

    init(count: Int) { for _ in 0..<count { add() } }

    mutating func add() {
        names.append("\(names.count)")
        numbers.append(0)
        labels.append("")
        values.append([])
        show(numbers.count - 1)
    }

    mutating func change(_ item: Int) {
        numbers[item] += 1
        show(item)
    }

    private mutating func show(_ item: Int) {
        labels[item] = "\(names[item]) \(numbers[item])"
        values[item] = [.text(labels[item])]
    }
}

/// The slow and obvious selection: what a range selects is put on top of all that was selected before it.
private struct SlowSelection {
    var selected = Set<Int>()
    var limit = SelectionMode.Limit.several
    private var range: (anchor: Int, isOn: Bool, before: Set<Int>)?
    /// The selection that a rubber band extends, and the selection before it.
    private var band: (base: Set<Int>, before: Set<Int>)?

    mutating func set(_ item: Int, isOn: Bool) {
        guard limit != .none else { return }
        if !isOn { selected.remove(item) } else if limit == .one { selected = [item] } else { selected.insert(item) }
        (range, band) = (nil, nil)
    }

    mutating func setAll(_ isOn: Bool, of items: [Int]) {
        guard limit == .several || (limit == .one && !isOn) else { return }
        if isOn { selected.formUnion(items) } else { selected.subtract(items) }
        (range, band) = (nil, nil)
    }

    mutating func band(_ touched: [Int], _ step: BandStep) {
        guard limit == .several else { return }
        range = nil
        switch step {
        case .new: band = ([], selected)
        case .add: band = (selected, selected)
        case .on: band = band ?? (selected, selected)
        case .drop:
            selected = band?.before ?? selected
            band = nil
            return
        }
        selected = band!.base.union(touched)
    }

    mutating func turnEditing(_ isOn: Bool) {
        guard !isOn || limit == .none || (limit == .one && selected.count > 1) else { return }
        (selected, range, band) = ([], nil, nil)
    }

    mutating func select(_ items: [Int], from anchor: Int, _ isOn: Bool) {
        band = nil
        if range?.anchor != anchor || range?.isOn != isOn { range = (anchor, isOn, selected) }
        let before = range!.before
        selected = isOn ? before.union(items) : before.subtracting(items)
    }

    mutating func forget(_ item: Int) {
        selected.remove(item)
        range?.before.remove(item)
        band?.base.remove(item)
        band?.before.remove(item)
    }
}

extension ContentRect {
    fileprivate func overlaps(_ other: ContentRect) -> Bool {
        let across = max(x, other.x) < min(x + width, other.x + other.width)
        return across && max(y, other.y) < min(y + height, other.y + other.height)
    }
}

/// A delegate that has no every fifth item selected, if it is one of that kind.
private final class Chooser: CollectionViewDelegate {
    let refusesSome: Bool
    var timesHeard = 0
    var rests = 0

    init(refusesSome: Bool) { self.refusesSome = refusesSome }

    func accepts(_ item: Int) -> Bool { !refusesSome || item % 5 != 0 }
    func collectionView(_ view: CollectionView<Int>, shouldSelect item: Int) -> Bool { accepts(item) }
    func collectionViewDidChangeSelection(_ view: CollectionView<Int>) { timesHeard += 1 }
    func collectionViewDidEndScrolling(_ view: CollectionView<Int>) { rests += 1 }
}

/// The slow and obvious screen: an array of tiles.
struct Screen {
    struct DoesNotFit: Error { var change: CollectionChange }

    var mode: SelectionMode?
    /// The answer to a search, if there was one.
    var found: Int??
    /// As it was told last as a whole.
    var geometry: CollectionChange.Geometry?
    /// The frames known, from a position on.
    var firstFrame = 0
    var frames: [ContentRect] = []
    var contentHeight = 0.0
    var sectionFrames: [CollectionChange.SectionFrame] = []
    var count = 0
    var base = 0
    var tiles: [CollectionChange.Tile] = []
    /// The edited items, and their tiles that have left the window.
    private var edited: Set<String> = []
    var aside: [CollectionChange.Tile] = []
    var sections: [Int] = []
    var firstHeader = 0
    /// Each with its footer behind it, where sections have footers.
    var headers: [CollectionChange.Header] = []
    var rowsPerSection: Int {
        switch geometry {
        case .lattice(let lattice): lattice.hasFooters ? 2 : 1
        case .frames(let key, _): key.hasFooters ? 2 : 1
        case nil: 1
        }
    }
    /// The sections whose headers are held.
    var headedSections: Range<Int> { firstHeader..<firstHeader + headers.count / rowsPerSection }

    mutating func edit(_ items: Set<String>) {
        edited = items
        keep([])
    }

    private mutating func keep(_ leaving: [CollectionChange.Tile]) {
        if edited.isEmpty { return aside = [] }
        let held = Set(tiles.map(\.id))
        aside = (aside + leaving).filter { edited.contains($0.id) && !held.contains($0.id) }
    }

    private mutating func place(_ next: CollectionChange.Frames, of change: CollectionChange) throws {
        var rest = frames[...]
        var result: [ContentRect] = []
        for step in next.steps {
            switch step {
            case .keep(let count, let down):
                guard count <= rest.count else { throw DoesNotFit(change: change) }
                for var frame in rest.prefix(count) {
                    frame.y += down
                    result.append(frame)
                }
                rest = rest.dropFirst(count)
            case .drop(let count):
                guard count <= rest.count else { throw DoesNotFit(change: change) }
                rest = rest.dropFirst(count)
            case .insert(let frames): result += frames
            }
        }
        guard rest.isEmpty else { throw DoesNotFit(change: change) }
        (firstFrame, frames, contentHeight, sectionFrames) = (next.first, result, next.contentHeight, next.sections)
    }

    mutating func apply(_ change: CollectionChange) throws {
        switch change {
        case .reload(let reload):
            let old = tiles
            (geometry, count, base, tiles) = (reload.geometry, reload.count, reload.base, reload.tiles)
            sections = reload.sections ?? []
            frames = []
            if case .frames(_, let frames) = reload.geometry { try place(frames, of: change) }
            (firstHeader, headers) = (reload.headers?.first ?? 0, reload.headers?.list ?? [])
            keep(old)
        case .splice(let splice):
            sections = (splice.sections ?? []).applied(to: sections)
            if let headers = splice.headers {
                let rows = rowsPerSection
                guard headers.list.count % rows == 0 else { throw DoesNotFit(change: change) }
                let held = (0..<rows).map { row in
                    Dictionary(
                        self.headers.indices.filter { $0 % rows == row }.map { (self.headers[$0].id, self.headers[$0]) }
                    ) { $1 }
                }
                firstHeader = headers.first
                self.headers = try headers.list.enumerated().map { index, header in
                    if header.values != nil { return header }
                    guard let header = held[index % rows][header.id] else { throw DoesNotFit(change: change) }
                    return header
                }
            }
            var result: [CollectionChange.Tile] = []
            var rest = tiles[...]
            for step in splice.steps {
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
            (count, base, tiles) = (splice.count, splice.base, result)
            if let frames = splice.frames { try place(frames, of: change) }
            keep(old)
        case .cell(let cell):
            if let index = tiles.firstIndex(where: { $0.id == cell.item }) {
                tiles[index].values.set(cell.values)
            } else if let index = aside.firstIndex(where: { $0.id == cell.item }) {
                aside[index].values.set(cell.values)
            } else {
                throw DoesNotFit(change: change)
            }
        case .menus, .moves, .lifted, .scrollTo, .labels: break
        case .mode(let mode):
            self.mode = SelectionMode(limit: mode.limit, isEditing: mode.isEditing, canSearch: mode.canSearch)
        case .found(let answer): found = .some(answer.position)
        case .gone(let gone):
            guard edited.remove(gone.item) != nil else { throw DoesNotFit(change: change) }
            aside.removeAll { $0.id == gone.item }
        case .selected(let selected):
            for (ids, flag) in [(selected.on, true), (selected.off, false)] {
                for id in ids {
                    guard let index = tiles.firstIndex(where: { $0.id == id }) else { throw DoesNotFit(change: change) }
                    tiles[index].isSelected = flag
                }
            }
        }
    }
}

extension [CellValue?] {
    /// Missing values at the end are `nil`.
    fileprivate mutating func set(_ changes: [Int: CellValue?]) {
        let missing = (changes.keys.max() ?? -1) + 1 - count
        if missing > 0 { self += Array(repeating: nil, count: missing) }
        for (outlet, value) in changes { self[outlet] = value }
    }
}
