import AviaryServer
import AviaryTesting
import AviaryText
public import AviaryViews

/// A collection as a browser stores it: the tiles near the visible rect, their frames and their content.
public struct FakeCollection: Sendable, Hashable {
    /// The tile of one item.
    public struct Tile: Sendable, Hashable {
        /// The identifier of the item, as text.
        public var id: String
        /// Whether the item is shown as selected.
        public var isSelected: Bool
        /// The index of its template in the storyboard, from 0.
        var template: Int
        /// The outlets in the order of the template, each as the JSON text of its value. Outlets missing at the end
        /// show the template's content.
        public var values: [String]
    }

    /// A reason why a message does not match the state of the collection.
    enum Fault: Error, Hashable {
        /// The message does not have the form that `docs/WIRE.md` describes.
        case malformed
        /// The steps do not cover all current tiles or frames.
        case stepsDoNotFit
        /// The message names an item without a tile, or a section without a header.
        case unknownTile(String)
        /// Two tiles would have the same item.
        case tileTwice(String)
        /// A tile would be at a position beyond the end of the list.
        case tilesBeyondCount
    }

    /// The number of items in the list.
    public private(set) var count = 0
    /// The position of the first tile in the whole list.
    public private(set) var base = 0
    /// The current tiles, in the order of the list, without the tiles in `aside`.
    public private(set) var tiles: [Tile] = []
    /// The tiles of items that are being edited but are no longer near the visible rect.
    public private(set) var aside: [Tile] = []
    /// The identifiers of the items that are being edited.
    var edited: Set<String> = []
    /// The identifiers of edited items that have left the list, in the order of the messages.
    public private(set) var gone: [String] = []
    /// The shortcuts of its menus, each as the JSON text of a string.
    public private(set) var shortcuts: [String] = []
    /// True if its items have swipe actions.
    public private(set) var hasSwipes = false
    /// Whether a person can move items by hand.
    public private(set) var allowsMoves = false
    /// Whether a person can drop something here from elsewhere.
    public private(set) var takesDrops = false
    /// The number of items that move with the item that was lifted last, including that item; 0 when it cannot be
    /// moved.
    private(set) var lifted: Int?
    /// The number of items that a person can select: 0, 1, or 2 for any number.
    private(set) var selectionLimit = 1
    /// Whether the view is in edit mode.
    private(set) var isEditing = false
    /// Whether typed letters lead to an item.
    private(set) var canSearch = false
    /// The position of the item found by the last search; `nil` when there is none, and before the first search.
    public private(set) var found: Int?
    /// The last part of the content to which the scene has scrolled, with width 0; `nil` when it has not scrolled.
    public private(set) var scrolledTo: ContentRect?
    /// The labels of sections, each as the JSON text of a string, in the order of arrival.
    private(set) var labels: [String] = []
    /// Whether the last update was shown without transitions.
    public private(set) var isStill = false
    /// The lattice of a uniform layout, in points; empty for any other layout.
    ///
    /// It consists of x, y, pitch x, pitch y, width, height, and columns. With sections, the height of a header
    /// follows, and the extra height of an empty section's header.
    public private(set) var lattice: [Double] = []
    /// The height of a footer in points, if the lattice has footers.
    private(set) var footerHeight = 0.0
    /// The known frames, in content coordinates and whole points, if there is no lattice.
    public private(set) var frames: [ContentRect] = []
    /// The position of the item to which the first of `frames` belongs.
    public private(set) var firstFrame = 0
    /// The height of the content in points, if there is no lattice.
    public private(set) var contentHeight = 0.0
    /// The frames of the sections whose headers are known, in points, if there is no lattice.
    ///
    /// Each section has three numbers: its top, its end, and the height of its header. With footers, the height of its
    /// footer follows.
    private(set) var sectionFrames: [Double] = []
    /// The number of items of each section, if sections have headers.
    public private(set) var sections: [Int] = []
    /// The index of the section to which the first of `headers` belongs.
    private(set) var firstHeader = 0
    /// The known headers, in the order of the sections. With footers, each header is followed by its footer.
    public private(set) var headers: [Header] = []

    private var hasFooters = false
    /// The version of the layout, if there is no lattice.
    private(set) var layoutVersion = 0
    /// Whether the collection scrolls to the right. Then its lattice and its frames are transposed.
    public private(set) var isHorizontal = false

    /// The header or the footer of a section.
    public struct Header: Sendable, Hashable {
        /// The identifier of the section, as text.
        var id: String
        /// The outlets in the order of the template, each as the JSON text of its value.
        public var values: [String]
    }

    /// A collection before its first message, without items and tiles.
    init() {}

    /// The identifiers of the tiles, in the order of the list.
    public var items: [String] { tiles.map(\.id) }
    /// The identifiers of the selected tiles, in the order of the list. Further items without a tile may be selected.
    public var selected: [String] { tiles.filter(\.isSelected).map(\.id) }

    /// The scroll position for a visible rect, with the first tile in it as anchor.
    func scrollPosition(of rect: ContentRect) -> ScrollPosition {
        let top = isHorizontal ? rect.x : rect.y
        if lattice.isEmpty {
            let known = tiles.indices.lazy.filter { self.frames.indices.contains(self.base + $0 - self.firstFrame) }
            let first = known.map { ($0, self.frames[self.base + $0 - self.firstFrame]) }
                .first { $1.y + $1.height > top }
            return ScrollPosition(rect, anchor: first.map { .init(item: tiles[$0].id, offset: $1.y - top) })
        }
        guard lattice.count >= 7 else { return ScrollPosition(rect) }
        var layout = Lattice(
            x: lattice[0], y: lattice[1], pitchX: lattice[2], pitchY: lattice[3], width: lattice[4],
            height: lattice[5], columns: Int(lattice[6]), count: count)
        if lattice.count >= 9 {
            (layout.headerHeight, layout.emptyHeight) = (lattice[7], lattice[8])
            layout.footerHeight = footerHeight
            layout.sections = SectionTable(counts: sections, columns: layout.columns)
        }
        let first = tiles.indices.lazy.map { ($0, layout.frame(at: base + $0).y.rounded()) }
            .first { $1 + lattice[5] > top }
        return ScrollPosition(rect, anchor: first.map { .init(item: tiles[$0].id, offset: $1 - top) })
    }

    mutating func apply(_ message: ReceivedMessage) throws(Fault) {
        switch message {
        case .reload(let message): try reload(message)
        case .splice(let message): try splice(message)
        case .cell(let message): try change(message)
        case .selected(let message): try select(message)
        case .menus(let menus):
            guard case .array(let keys) = menus.shortcuts else { throw .malformed }
            shortcuts = keys.map(\.text)
            hasSwipes = menus.hasSwipes
        case .moves(let moves): (allowsMoves, takesDrops) = (moves.isOn, moves.takesDrops)
        case .mode(let mode): (selectionLimit, isEditing, canSearch) = (mode.limit, mode.isEditing, mode.canSearch)
        case .found(let answer): found = answer.position
        case .lifted(let answer): lifted = answer.count
        case .scrollTo(let target): scrolledTo = ContentRect(y: target.y, width: 0, height: target.height ?? 0)
        case .labels(let answer):
            guard case .array(let labels) = answer.labels else { throw .malformed }
            for label in labels {
                guard case .array(let label) = label, label.count == 3, case .number = label[0], case .number = label[1]
                else { throw .malformed }
                self.labels.append(label[2].text)
            }
        case .gone(let item):
            gone.append(item.item)
            edited.remove(item.item)
            aside.removeAll { $0.id == item.item }
        default: throw .malformed
        }
    }

    private mutating func reload(_ message: ReceivedMessage.ReloadMessage) throws(Fault) {
        guard case .array(let geometry) = message.geometry, case .array(let tiles) = message.tiles else {
            throw .malformed
        }
        var numbers = geometry
        isHorizontal = geometry.count == 2 && geometry[1] == .string("horizontal")
        if isHorizontal {
            guard case .array(let transposed) = geometry[0] else { throw .malformed }
            numbers = transposed
        }
        (lattice, footerHeight, hasFooters) = (numbers.numbers, 0, false)
        frames = []
        if case .array(let first)? = numbers.first {
            if first.count > 6 {
                guard case .number(let footer)? = numbers.dropFirst().first else { throw .malformed }
                (lattice, footerHeight, hasFooters) = (first.numbers, footer, true)
            } else {
                hasFooters = first.count > 4 && first[4] != .number(0)
                if case .number(let version) = first.dropFirst(2).first { layoutVersion = Int(version) }
                lattice = []
                try place(Array(numbers.dropFirst()))
            }
        }
        var read: [Tile] = []
        for tile in tiles { read.append(try Self.tile(tile)) }
        sections = []
        headers = []
        if let sections = message.sections, let headers = message.headers {
            try recount(sections)
            try head(headers)
        }
        try hold(read, count: message.count, base: message.base)
    }

    private mutating func recount(_ json: JSON) throws(Fault) {
        guard case .array(let parts) = json else { throw .malformed }
        var steps: [CollectionChange.SectionStep] = []
        for part in parts {
            switch part {
            case .number(let length): steps.append(length > 0 ? .keep(Int(length)) : .drop(Int(-length)))
            case .array(let run):
                let numbers = run.compactMap { if case .number(let number) = $0 { Int(number) } else { nil } }
                guard (1...2).contains(numbers.count), numbers.count == run.count else { throw .malformed }
                steps.append(.insert(numbers.count == 2 ? numbers[1] : 1, count: numbers[0]))
            default: throw .malformed
            }
        }
        sections = steps.applied(to: sections)
    }

    private mutating func head(_ json: JSON) throws(Fault) {
        guard case .array(let parts) = json, case .number(let first)? = parts.first else { throw .malformed }
        var read: [Header] = []
        let rows = hasFooters ? 2 : 1
        for (index, part) in parts.dropFirst().enumerated() {
            switch part {
            case .string(let id):
                let held = headers.indices.first { $0 % rows == index % rows && headers[$0].id == id }
                guard let held else { throw .unknownTile(id) }
                read.append(headers[held])
            case .array(let parts):
                guard case .string(let id)? = parts.first else { throw .malformed }
                read.append(Header(id: id, values: parts.dropFirst().map(\.text)))
            default: throw .malformed
            }
        }
        (firstHeader, headers) = (Int(first), read)
    }

    /// Reads the frames that are known from now on.
    private mutating func place(_ parts: [JSON]) throws(Fault) {
        guard (4...5).contains(parts.count), case .number(let first) = parts[0], case .array(let steps) = parts[1],
            case .number(let height) = parts[2], case .array(let sections) = parts[3]
        else { throw .malformed }
        var result: [ContentRect] = []
        var read = 0
        var bottom = 0.0
        for step in steps {
            switch step {
            case .number(let length):
                let end = read + Int(length.magnitude)
                guard end <= frames.count else { throw .stepsDoNotFit }
                if length > 0 { result += frames[read..<end] }
                read = end
                bottom = 0
            case .array(let parts):
                let numbers = parts.compactMap { if case .number(let number) = $0 { number } else { nil } }
                guard numbers.count == parts.count, numbers.count >= 2 else { throw .malformed }
                if numbers.count == 2 {
                    let end = read + Int(numbers[0])
                    guard end <= frames.count else { throw .stepsDoNotFit }
                    for var frame in frames[read..<end] {
                        frame.y += numbers[1]
                        result.append(frame)
                    }
                    read = end
                    bottom = 0
                } else {
                    guard numbers.count >= 5 else { throw .malformed }
                    var frame = ContentRect(x: numbers[2], y: bottom + numbers[0], width: 0, height: numbers[1])
                    for width in numbers[4...] {
                        frame.width = width
                        result.append(frame)
                        frame.x += width + numbers[3]
                    }
                    bottom = frame.y + frame.height
                }
            default: throw .malformed
            }
        }
        guard read == frames.count else { throw .stepsDoNotFit }
        (firstFrame, frames, contentHeight) = (Int(first), result, height)
        sectionFrames = sections.dropFirst().compactMap { if case .number(let number) = $0 { number } else { nil } }
    }

    private mutating func splice(_ message: ReceivedMessage.SpliceMessage) throws(Fault) {
        guard case .array(let steps) = message.steps else { throw .malformed }
        if message.elsewhere != nil { isStill = message.isStill }
        var result: [Tile] = []
        var read = 0
        for step in steps {
            switch step {
            case .number(let length):
                let end = read + Int(length.magnitude)
                guard end <= tiles.count else { throw .stepsDoNotFit }
                if length > 0 { result += tiles[read..<end] }
                read = end
            case .array(let parts) where parts.count == 1:
                guard case .string(let id) = parts[0] else { throw .malformed }
                guard let tile = tiles.first(where: { $0.id == id }) else { throw .unknownTile(id) }
                result.append(tile)
            default: result.append(try Self.tile(step))
            }
        }
        guard read == tiles.count else { throw .stepsDoNotFit }
        if let sections = message.sections { try recount(sections) }
        if let headers = message.headers { try head(headers) }
        if case .array(let frames)? = message.frames { try place(frames) }
        try hold(result, count: message.count, base: message.base)
    }

    private mutating func change(_ message: ReceivedMessage.CellMessage) throws(Fault) {
        guard message.values.count.isMultiple(of: 2) else { throw .malformed }
        guard var tile = (tiles + aside).first(where: { $0.id == message.item }) else {
            throw .unknownTile(message.item)
        }
        for index in stride(from: 0, to: message.values.count, by: 2) {
            guard case .number(let number) = message.values[index], let outlet = Int(exactly: number),
                (0..<maximumOutlets).contains(outlet)
            else { throw .malformed }
            // Supplementary views that were hidden so far have no values yet, so the values are extended.
            let missing = max(0, outlet + 1 - tile.values.count)
            tile.values += Array(repeating: JSON.null.text, count: missing)
            tile.values[outlet] = message.values[index + 1].text
        }
        tiles = tiles.map { $0.id == tile.id ? tile : $0 }
        aside = aside.map { $0.id == tile.id ? tile : $0 }
    }

    private mutating func select(_ message: ReceivedMessage.SelectedMessage) throws(Fault) {
        for (list, flag) in [(message.on, true), (message.off, false)] {
            guard case .array(let ids) = list else { throw .malformed }
            for case .string(let id) in ids {
                guard let index = tiles.firstIndex(where: { $0.id == id }) else { throw .unknownTile(id) }
                tiles[index].isSelected = flag
            }
        }
    }

    private mutating func hold(_ tiles: [Tile], count: Int, base: Int) throws(Fault) {
        var seen = Set<String>()
        for tile in tiles where !seen.insert(tile.id).inserted { throw .tileTwice(tile.id) }
        guard base >= 0, base + tiles.count <= count else { throw .tilesBeyondCount }
        aside = (aside + self.tiles).filter { edited.contains($0.id) && !seen.contains($0.id) }
        (self.tiles, self.count, self.base) = (tiles, count, base)
    }

    private static func tile(_ json: JSON) throws(Fault) -> Tile {
        guard case .array(let parts) = json, parts.count >= 2, case .string(let id) = parts[0],
            case .number(let flags) = parts[1]
        else { throw .malformed }
        return Tile(
            id: id, isSelected: Int(flags) & 1 == 1, template: Int(flags) >> 1, values: parts[2...].map(\.text))
    }
}

/// More outlets than any template has.
private let maximumOutlets = 256

extension [JSON] {
    /// The elements that are numbers.
    fileprivate var numbers: [Double] { compactMap { if case .number(let number) = $0 { number } else { nil } } }
}
