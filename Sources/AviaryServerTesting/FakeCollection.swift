import AviaryServer
import AviaryTesting
import AviaryViews

/// A collection as a browser holds it: which tiles, where, and what they show.
public struct FakeCollection: Sendable, Hashable {
    public struct Tile: Sendable, Hashable {
        public var id: String
        public var isSelected: Bool
        public var template: Int
        /// The outlets in the template's order, each as the text of its JSON value.
        public var values: [String]
    }

    /// What a message would have the collection do that it cannot.
    public enum Fault: Error, Hashable {
        case malformed
        /// The steps do not fit the tiles that are held.
        case stepsDoNotFit
        case unknownTile(String)
        case tileTwice(String)
        case tilesBeyondCount
    }

    /// How many items there are.
    public private(set) var count = 0
    /// The position of the first tile.
    public private(set) var base = 0
    public private(set) var tiles: [Tile] = []
    /// Tiles of items that are being edited and have left the window.
    public private(set) var aside: [Tile] = []
    /// What is being edited, and which of it was told to be gone.
    public internal(set) var edited: Set<String> = []
    public private(set) var gone: [String] = []
    /// The keys of its menus, each as the text of its JSON value.
    public private(set) var shortcuts: [String] = []
    /// x, y, pitch x, pitch y, width, height, columns; with sections, the heights of a header and of an empty section.
    public private(set) var lattice: [Double] = []
    /// How many items each section has.
    public private(set) var sections: [Int] = []
    /// The section of the first header.
    public private(set) var firstHeader = 0
    /// The names of the headers held, each with its outlets as the text of their JSON values.
    public private(set) var headers: [Header] = []

    public struct Header: Sendable, Hashable {
        public var id: String
        public var values: [String]
    }

    public init() {}

    /// The identifiers of the tiles, in order.
    public var items: [String] { tiles.map(\.id) }
    public var selected: [String] { tiles.filter(\.isSelected).map(\.id) }

    /// A visible rect, with the first tile in it as anchor.
    func scrollPosition(of rect: ContentRect) -> ScrollPosition {
        guard lattice.count >= 7 else { return ScrollPosition(rect) }
        var layout = Lattice(
            x: lattice[0], y: lattice[1], pitchX: lattice[2], pitchY: lattice[3], width: lattice[4],
            height: lattice[5], columns: Int(lattice[6]))
        if lattice.count == 9 {
            (layout.headerHeight, layout.emptyHeight) = (lattice[7], lattice[8])
            layout.sections = SectionTable(counts: sections, columns: layout.columns)
        }
        let first = tiles.indices.lazy.map { ($0, layout.frame(at: base + $0).y.rounded()) }
            .first { $1 + lattice[5] > rect.y }
        return ScrollPosition(rect, anchor: first.map { .init(item: tiles[$0].id, offset: $1 - rect.y) })
    }

    mutating func apply(_ message: String, _ parts: [JSON]) throws(Fault) {
        switch message {
        case "reload": try reload(parts)
        case "splice": try splice(parts)
        case "cell": try change(parts)
        case "selected": try select(parts)
        case "menus":
            guard parts.count == 1, case .array(let keys) = parts[0] else { throw .malformed }
            shortcuts = keys.map(\.text)
        case "gone":
            guard parts.count == 1, case .string(let id) = parts[0] else { throw .malformed }
            gone.append(id)
            edited.remove(id)
            aside.removeAll { $0.id == id }
        default: throw .malformed
        }
    }

    private mutating func reload(_ parts: [JSON]) throws(Fault) {
        guard parts.count == 4 || parts.count == 6, case .array(let numbers) = parts[0],
            case .number(let count) = parts[1],
            case .number(let base) = parts[2], case .array(let tiles) = parts[3]
        else { throw .malformed }
        lattice = numbers.compactMap { if case .number(let number) = $0 { number } else { nil } }
        var read: [Tile] = []
        for tile in tiles { read.append(try Self.tile(tile)) }
        sections = []
        headers = []
        if parts.count == 6 {
            try recount(parts[4])
            try head(parts[5])
        }
        try hold(read, count: Int(count), base: Int(base))
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
        let held = Dictionary(headers.map { ($0.id, $0) }) { $1 }
        var read: [Header] = []
        for part in parts.dropFirst() {
            switch part {
            case .string(let id):
                guard let header = held[id] else { throw .unknownTile(id) }
                read.append(header)
            case .array(let parts):
                guard case .string(let id)? = parts.first else { throw .malformed }
                read.append(Header(id: id, values: parts.dropFirst().map(\.text)))
            default: throw .malformed
            }
        }
        (firstHeader, headers) = (Int(first), read)
    }

    private mutating func splice(_ parts: [JSON]) throws(Fault) {
        guard (3...6).contains(parts.count), case .number(let count) = parts[0],
            case .number(let base) = parts[1], case .array(let steps) = parts[2]
        else { throw .malformed }
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
        if parts.count > 4 { try recount(parts[4]) }
        if parts.count > 5 { try head(parts[5]) }
        try hold(result, count: Int(count), base: Int(base))
    }

    private mutating func change(_ parts: [JSON]) throws(Fault) {
        guard case .string(let id)? = parts.first, parts.count % 2 == 1 else { throw .malformed }
        guard var tile = (tiles + aside).first(where: { $0.id == id }) else { throw .unknownTile(id) }
        for index in stride(from: 1, to: parts.count, by: 2) {
            guard case .number(let outlet) = parts[index], tile.values.indices.contains(Int(outlet)) else {
                throw .malformed
            }
            tile.values[Int(outlet)] = parts[index + 1].text
        }
        tiles = tiles.map { $0.id == id ? tile : $0 }
        aside = aside.map { $0.id == id ? tile : $0 }
    }

    private mutating func select(_ parts: [JSON]) throws(Fault) {
        guard parts.count == 2 else { throw .malformed }
        for (list, flag) in zip(parts, [true, false]) {
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
