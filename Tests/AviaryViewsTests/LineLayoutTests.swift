import AviarySnapshots
import AviaryTesting
import AviaryViews
import Foundation
import Testing

/// The layouts with a size per item, against the slow way: every line broken by hand, every item looked at.
struct LineLayoutTests {
    enum Kind: CaseIterable { case justified, flow, list }

    struct Drawn {
        var kind: Kind
        var layout: any CollectionViewLayout
        var inset: (horizontal: Double, vertical: Double)
        var lineSpacing: Double
        var itemSpacing: Double
        var header: Double
        var footer: Double
        var empty: Double
        /// The least width of sections beside each other, and the space between them; 0 if none may.
        var beside = (width: 0.0, spacing: 0.0)
        var isSectioned: Bool { header > 0 || footer > 0 }

        init(using random: inout SeededGenerator) {
            kind = Kind.allCases.randomElement(using: &random)!
            inset = (Double(Int.random(in: 0...20, using: &random)), Double(Int.random(in: 0...20, using: &random)))
            lineSpacing = Double(Int.random(in: 0...12, using: &random))
            itemSpacing = kind == .justified ? lineSpacing : Double(Int.random(in: 0...12, using: &random))
            header = Bool.random(using: &random) ? 40 : 0
            footer = Int.random(in: 0..<3, using: &random) == 0 ? 24 : 0
            empty = header > 0 ? Double(Int.random(in: 0...1, using: &random) * 30) : 0
            if kind == .justified, Bool.random(using: &random) {
                beside = (.random(in: 1...200, using: &random), Double(Int.random(in: 0...20, using: &random)))
            }
            layout =
                switch kind {
                case .justified:
                    JustifiedLayout(
                        rowHeight: 100, maximumRowHeight: 160, spacing: lineSpacing, sectionInset: inset,
                        headerHeight: header, footerHeight: footer, emptySectionHeight: empty,
                        minimumSectionWidth: beside.width, sectionSpacing: beside.spacing)
                case .flow:
                    SizedFlowLayout(
                        minimumLineSpacing: lineSpacing, minimumInteritemSpacing: itemSpacing, sectionInset: inset,
                        headerHeight: header, footerHeight: footer, emptySectionHeight: empty)
                case .list:
                    ListLayout(
                        rowHeight: .ofItem, minimumLineSpacing: lineSpacing, sectionInset: inset,
                        headerHeight: header, footerHeight: footer, emptySectionHeight: empty)
                }
        }

        /// Every frame, the frame of each section, and the height of the content, from the definition.
        func frames(
            of sections: [[ItemSize]], width: Double
        ) -> (frames: [ContentRect], sections: [ContentRect], height: Double) {
            let sections = isSectioned ? sections : [sections.flatMap(\.self)]
            let room = max(1, width - 2 * inset.horizontal)
            // Each section with its items, as if it stood alone.
            var alone: [(frame: ContentRect, items: [ContentRect])] = []
            for items in sections {
                if items.isEmpty {
                    let height = isSectioned ? header + empty + footer : 2 * inset.vertical
                    alone.append((ContentRect(width: width, height: height), []))
                    continue
                }
                var (y, frames) = (header + inset.vertical, [ContentRect]())
                var (rest, lines) = (items[...], 0)
                while !rest.isEmpty {
                    // As many as fit.
                    var line = 1
                    while line < rest.count, kind != .list, length(of: rest.prefix(line + 1), room) <= room + 0.05 {
                        line += 1
                    }
                    lines += 1
                    let sizes = rest.prefix(line)
                    rest = rest.dropFirst(line)
                    let height = self.height(of: sizes, isLast: rest.isEmpty, room)
                    var x = inset.horizontal
                    for size in sizes {
                        let own = self.size(of: size, height, room)
                        frames.append(
                            ContentRect(
                                x: x, y: y + (height - own.height) / 2, width: own.width, height: own.height))
                        x += own.width + itemSpacing
                    }
                    y += height + (rest.isEmpty ? 0 : lineSpacing)
                }
                var own = width
                if beside.width > 0, isSectioned, lines == 1 {
                    own = min(width, max(beside.width, length(of: items[...], room) + 2 * inset.horizontal))
                }
                let height = ((y + inset.vertical + footer) * 4).rounded() / 4
                alone.append((ContentRect(width: own, height: height), frames))
            }
            // A narrow section stands at the right of the one before, if it fits.
            var (frames, placed, bottom) = ([ContentRect](), [ContentRect](), 0.0)
            for (frame, items) in alone {
                var frame = frame
                frame.y = bottom
                if let last = placed.last, last.width < width, beside.width > 0 {
                    let left = last.x + last.width + beside.spacing
                    if left + frame.width <= width + 0.05 { (frame.x, frame.y) = (left, last.y) }
                }
                bottom = max(bottom, frame.y + frame.height)
                placed.append(frame)
                frames += items.map {
                    ContentRect(x: $0.x + frame.x, y: $0.y + frame.y, width: $0.width, height: $0.height)
                }
            }
            return (frames, placed, bottom)
        }

        private func length(of sizes: ArraySlice<ItemSize>, _ room: Double) -> Double {
            let widths = sizes.map { kind == .justified ? $0.ratio * 100 : min($0.points.width, room) }
            return widths.reduce(0, +) + Double(sizes.count - 1) * itemSpacing
        }

        private func height(of sizes: ArraySlice<ItemSize>, isLast: Bool, _ room: Double) -> Double {
            guard kind == .justified else { return sizes.map(\.points.height).max()! }
            let filling = (room - Double(sizes.count - 1) * itemSpacing) / sizes.map(\.ratio).reduce(0, +)
            return min(isLast ? 100 : 160, filling)
        }

        private func size(of size: ItemSize, _ height: Double, _ room: Double) -> (width: Double, height: Double) {
            switch kind {
            case .justified: (min(size.ratio * height, room), height)
            case .flow: (min(size.points.width, room), size.points.height)
            case .list: (room, size.points.height)
            }
        }
    }

    struct DrawnList {
        var sections: [(name: String, items: [Int])]
        var sizes: [Int: ItemSize] = [:]
        private var next = 0

        init(using random: inout SeededGenerator) {
            sections = []
            for _ in 0..<Int.random(in: 1...6, using: &random) { addSection(at: sections.count, using: &random) }
        }

        mutating func addSection(at index: Int, using random: inout SeededGenerator) {
            next += 1
            sections.insert(("S\(next)", []), at: index)
            for _ in 0..<max(0, Int.random(in: -4...30, using: &random)) { addItem(in: index, using: &random) }
        }

        mutating func addItem(in section: Int, using random: inout SeededGenerator) {
            next += 1
            sizes[next] = Self.size(using: &random)
            let items = sections[section].items.count
            sections[section].items.insert(next, at: .random(in: 0...items, using: &random))
        }

        static func size(using random: inout SeededGenerator) -> ItemSize {
            switch Int.random(in: 0..<12, using: &random) {
            case 0: ItemSize(width: 0, height: .random(in: -1...1, using: &random))
            case 1: ItemSize(width: .nan, height: .infinity)
            case 2: ItemSize(width: .random(in: 900...90_000, using: &random), height: 10)
            case 3: ItemSize(width: 10, height: .random(in: 100...4_000, using: &random))
            default:
                ItemSize(width: .random(in: 20...200, using: &random), height: .random(in: 20...200, using: &random))
            }
        }

        var snapshot: ListSnapshot<String, Int> {
            let sizes = sizes
            return ListSnapshot(uniqueSections: sections.map { ($0.name, $0.items) }).sized { sizes[$0] ?? .unknown }
        }

        var sectionSizes: [[ItemSize]] { sections.map { $0.items.map { sizes[$0] ?? .unknown } } }
    }

    private func isNear(_ one: ContentRect, _ other: ContentRect) -> Bool {
        zip([one.x, one.y, one.width, one.height], [other.x, other.y, other.width, other.height])
            .allSatisfy { abs($0 - $1) < 1e-6 }
    }

    @Test(arguments: 0..<UInt64(draws(15, long: 1_000))) func framesAreThoseOfTheSlowWay(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<40 {
            let drawn = Drawn(using: &random)
            let list = DrawnList(using: &random)
            let width = Double.random(in: 60...900, using: &random)
            let geometry = drawn.layout.geometry(of: LayoutList(list.snapshot), width: width, after: nil)
            let (frames, sections, height) = drawn.frames(of: list.sectionSizes, width: width)
            let note: Comment = "seed \(seed), \(drawn.kind)"
            #expect(abs(geometry.contentHeight - height) < 1e-6, note)
            #expect(frames.indices.allSatisfy { isNear(geometry.frame(at: $0), frames[$0]) }, note)

            // No two items overlap, as they are shown.
            let whole = frames.map(\.whole)
            for (index, frame) in whole.enumerated() {
                let overlaps = whole[(index + 1)...].contains {
                    $0.x < frame.x + frame.width && frame.x < $0.x + $0.width && $0.y < frame.y + frame.height
                        && frame.y < $0.y + $0.height
                }
                #expect(!overlaps, note)
            }

            // The items in a rectangle: all of the lines that touch it, and each once.
            for _ in 0..<10 {
                let rect = ContentRect(
                    y: .random(in: -200...height + 200, using: &random), width: width,
                    height: .random(in: 1...400, using: &random))
                let found = geometry.positions(in: rect)
                let touching = frames.indices.filter {
                    frames[$0].y < rect.y + rect.height && frames[$0].y + frames[$0].height > rect.y
                }
                if let first = touching.first, let last = touching.last {
                    #expect(found == first..<last + 1, note)
                } else {
                    #expect(found.isEmpty, note)
                }
            }

            // Sections stand where they should, hold their items, and are found.
            if drawn.isSectioned {
                var position = 0
                for (section, items) in list.sections.map(\.items).enumerated() {
                    let (frame, y) = (geometry.sectionFrame(at: section), sections[section].y)
                    #expect(isNear(frame, sections[section]), note)
                    #expect(
                        geometry.headerFrame(at: section).height == drawn.header + (items.isEmpty ? drawn.empty : 0))
                    for item in position..<position + items.count {
                        #expect(frames[item].y >= y + drawn.header, note)
                        #expect(
                            frames[item].y + frames[item].height <= y + frame.height - drawn.footer + 0.13, note)
                    }
                    let footer = geometry.footerFrame(at: section)
                    #expect(footer.y + footer.height == frame.y + frame.height && footer.height == drawn.footer, note)
                    position += items.count
                }
                let rect = ContentRect(y: .random(in: 0...height, using: &random), width: width, height: 90)
                let touching = sections.indices.filter {
                    sections[$0].y <= rect.y + rect.height && sections[$0].y + sections[$0].height > rect.y
                }
                if let first = touching.first, let last = touching.last {
                    #expect(geometry.sections(in: rect) == first..<last + 1, note)
                }
            }
        }
    }

    @Test(arguments: 0..<UInt64(draws(15, long: 1_000))) func anEditComesToTheSameAsALayoutFromScratch(seed: UInt64)
        throws
    {
        var random = SeededGenerator(seed: seed)
        let drawn = Drawn(using: &random)
        var list = DrawnList(using: &random)
        let width = 400.0
        var geometry = drawn.layout.geometry(of: LayoutList(list.snapshot), width: width, after: nil)
        for step in 0..<60 {
            let before = list.snapshot
            var updated: [Int: ColumnSet] = [:]
            var concerned = 0
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                concerned += 1
                let section = Int.random(in: 0..<list.sections.count, using: &random)
                let items = list.sections[section].items.count
                switch Int.random(in: 0..<10, using: &random) {
                case 0: list.addSection(at: .random(in: 0...list.sections.count, using: &random), using: &random)
                case 1 where list.sections.count > 1: list.sections.remove(at: section)
                case 2 where list.sections.count > 1:
                    let moved = list.sections.remove(at: section)
                    list.sections.insert(moved, at: .random(in: 0...list.sections.count, using: &random))
                case 3...5: list.addItem(in: section, using: &random)
                case 6 where items > 0:
                    let item = list.sections[section].items.randomElement(using: &random)!
                    list.sizes[item] = DrawnList.size(using: &random)
                    updated[item] = .all
                case 7 where items > 0:
                    let item = list.sections[section].items.remove(at: .random(in: 0..<items, using: &random))
                    let target = Int.random(in: 0..<list.sections.count, using: &random)
                    list.sections[target].items.insert(item, at: 0)
                    concerned += 1
                case _ where items > 0: list.sections[section].items.remove(at: .random(in: 0..<items, using: &random))
                default: break
                }
            }
            let after = list.snapshot
            updated = updated.filter { after.position(of: $0.key) != nil }
            let edit = LayoutEdit(
                Changeset(from: before, to: after, updated: updated), sectionsBefore: before.numberOfSections)
            let next = drawn.layout.geometry(
                of: LayoutList(after), width: width, after: (geometry: geometry, edit: edit))
            let scratch = drawn.layout.geometry(of: LayoutList(after), width: width, after: nil)
            let note: Comment = "seed \(seed), step \(step), \(drawn.kind)"
            #expect(next.contentHeight == scratch.contentHeight, note)
            #expect(
                (0..<after.numberOfItems).allSatisfy { next.frame(at: $0) == scratch.frame(at: $0) }, note)
            #expect(
                (0..<after.numberOfSections).allSatisfy { next.sectionFrame(at: $0) == scratch.sectionFrame(at: $0) },
                note)
            // Only what an edit concerns is laid out anew.
            if drawn.isSectioned {
                let old = try #require(geometry as? LineGeometry)
                let new = try #require(next as? LineGeometry)
                #expect(new.sharedSections(with: old) >= after.numberOfSections - 2 * concerned, note)
            }
            geometry = next
        }
    }

    @Test(arguments: 0..<UInt64(draws(10, long: 1_000))) func theScreenKnowsTheFramesAroundWhatIsVisible(seed: UInt64)
        async throws
    {
        var random = SeededGenerator(seed: seed)
        let drawn = Drawn(using: &random)
        var list = DrawnList(using: &random)
        for _ in 0..<4 { list.addSection(at: 0, using: &random) }
        let grid = CollectionView<Int>(
            recording: seed % 4 == 0 ? WaterfallLayout(columns: 3, spacing: 4) : drawn.layout)
        grid.register(CellTemplate("Cell", outlets: [.init("text")]))
        let source = DiffableDataSource<Int>(list.snapshot) { item, cell in cell["text"] = "\(item)" }
        grid.dataSource = source
        var screen = Screen()
        for step in 0..<80 {
            switch step == 0 ? 1 : Int.random(in: 0..<8, using: &random) {
            case 0...2:
                let y = Double.random(in: 0...max(1, grid.geometry.contentHeight), using: &random)
                try await grid.scroll(
                    to: ContentRect(y: y.rounded(), width: max(400, grid.visibleRect.width), height: 200))
            case 3:
                try await grid.scroll(
                    to: ContentRect(y: grid.visibleRect.y, width: .random(in: 90...800, using: &random), height: 200))
            case 4 where Int.random(in: 0..<4, using: &random) == 0:
                try await grid.setLayout(Drawn(using: &random).layout)
            default:
                var reconfigured: [Int] = []
                let section = Int.random(in: 0..<list.sections.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: list.addItem(in: section, using: &random)
                case 1 where !list.sections[section].items.isEmpty: list.sections[section].items.removeFirst()
                case 2: list.addSection(at: .random(in: 0...list.sections.count, using: &random), using: &random)
                default:
                    guard let item = list.sections[section].items.randomElement(using: &random) else { break }
                    list.sizes[item] = DrawnList.size(using: &random)
                    reconfigured = [item]
                }
                source.apply(list.snapshot, reconfiguring: reconfigured)
            }
            for change in grid.takeChanges() { try screen.apply(change) }

            let note: Comment = "seed \(seed), step \(step), \(drawn.kind)"
            let scratch = grid.layout.geometry(
                of: LayoutList(list.snapshot), width: grid.visibleRect.width, after: nil)
            let items = list.sections.flatMap(\.items)
            let window = screen.base..<screen.base + screen.tiles.count
            #expect(screen.tiles.map(\.id) == items[window].map { "\($0)" }, note)
            let known = screen.firstFrame..<screen.firstFrame + screen.frames.count
            #expect(window.clamped(to: known) == window, note)
            #expect(screen.frames == known.map { scratch.frame(at: $0).whole }, note)
            #expect(screen.contentHeight == scratch.contentHeight.wholePoint, note)
            // Visible items have tiles, and items within a screenful around have frames.
            let visible = scratch.positions(in: grid.visibleRect)
            #expect(visible.clamped(to: window) == visible, note)
            var wide = grid.visibleRect
            (wide.y, wide.height) = (wide.y - 2 * wide.height, 5 * wide.height)
            let around = scratch.positions(in: wide)
            #expect(around.clamped(to: known) == around, note)
            let shown = screen.headedSections
            if scratch.hasHeaders {
                #expect(
                    screen.sectionFrames
                        == shown.map {
                            let (frame, header) = (
                                scratch.sectionFrame(at: $0).whole, scratch.headerFrame(at: $0).whole
                            )
                            return .init(
                                y: frame.y, end: frame.y + frame.height, header: header.height,
                                footer: scratch.hasFooters ? scratch.footerFrame(at: $0).whole.height : nil,
                                x: scratch.hasSectionsSideBySide ? frame.x : nil,
                                width: scratch.hasSectionsSideBySide ? frame.width : nil)
                        }, note)
                #expect(screen.sections == list.sections.map(\.items.count), note)
            }
        }
    }
}
