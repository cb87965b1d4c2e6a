import AviarySnapshots
import AviaryViews

/// Named shelves with numbered things on them, and new numbers for those that come.
struct Shelves {
    private(set) var all: [(name: String, things: [Int])] { didSet { begun = nil } }
    private var next: Int
    /// The list until something is changed. Pages that begin with the same shelves share it: one of a million things takes a
    /// while to make.
    private var begun: ListSnapshot<String, Int>?

    /// A million things on 5,000 shelves.
    static let many = Shelves(Array(repeating: 200, count: 5_000))

    /// - Parameter counts: How many things each shelf begins with.
    init(_ counts: [Int]) {
        var next = 0
        all = counts.enumerated().map { number, count in
            defer { next += count }
            return ("shelf \(number)", Array(next..<next + count))
        }
        self.next = next
        begun = ListSnapshot(uniqueSections: all.map { ($0.name, $0.things) })
    }

    func list(sizedBy size: @escaping @Sendable (Int) -> ItemSize) -> ListSnapshot<String, Int> {
        (begun ?? ListSnapshot(uniqueSections: all.map { ($0.name, $0.things) })).sized(by: size)
    }

    /// Does a step that is about things: `+2 3` puts three things first on shelf 2, `-2 3` takes three away there, and `>0 2`
    /// carries the first thing from one to the other.
    ///
    /// - Returns: Whether it was one.
    mutating func change(by step: [Substring]) -> Bool {
        let numbers = step.compactMap { Int($0.drop { "+->".contains($0) }) }
        switch step[0].first {
        case "+":
            all[numbers[0]].things.insert(contentsOf: next..<next + numbers[1], at: 0)
            next += numbers[1]
        case "-": all[numbers[0]].things.removeFirst(numbers[1])
        case ">": all[numbers[1]].things.append(all[numbers[0]].things.removeFirst())
        default: return false
        }
        return true
    }

    /// Puts things where a person has moved them.
    mutating func place(_ move: ItemMove<Int>) {
        for shelf in all.indices { all[shelf].things.removeAll(where: move.items.contains) }
        for shelf in all.indices {
            let things = all[shelf].things
            let index: Int? =
                switch move.target {
                case .section(let name): name == all[shelf].name ? 0 : nil
                case .before(let thing): things.firstIndex(of: thing)
                case .behind(let thing): things.firstIndex(of: thing).map { $0 + 1 }
                }
            if let index { all[shelf].things.insert(contentsOf: move.items, at: index) }
        }
    }

    /// Takes away all that is on the shelf with a name.
    mutating func clear(_ name: String?) {
        for shelf in all.indices where all[shelf].name == name { all[shelf].things = [] }
    }

    mutating func insertShelf(at index: Int) {
        all.insert(("shelf new \(next)", []), at: index)
        next += 1
    }

    mutating func removeShelf(at index: Int) { all.remove(at: index) }

    mutating func moveShelf(from index: Int, to other: Int) { all.insert(all.remove(at: index), at: other) }
}

func size(of thing: Int) -> ItemSize {
    ItemSize(width: Float(60 + thing * 37 % 180), height: Float(50 + thing * 53 % 110))
}
