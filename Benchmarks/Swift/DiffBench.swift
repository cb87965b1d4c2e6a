import AviarySnapshots
import AviaryTesting
import Foundation
import OrderedCollections

/// Measures the comparison of two lists of UUIDs.
///
/// The time is from two finished snapshots to a finished changeset with deletes, inserts and moves and their index
/// paths. The peers compare two arrays, or two ordered sets if they need them. Making the snapshots, which hashes the
/// items, is a separate figure.
struct DiffBench {
    private typealias List = ListSnapshot<Int, UUID>

    func run() {
        scratch()
        churn()
        nearEqual()
        touched()
    }

    /// The temporary memory of a comparison, for each item between the common start and the common end of the lists.
    /// Here these are all of a million items.
    private func scratch() {
        let (before, arriving) = (lists(1_000_000, leaving: 0, arriving: 0, moving: 0).0, [UUID()])
        let (old, new) = (List(before), List(arriving + before.dropLast()))
        guard let bytes = peakMemory(during: { Changeset(from: old, to: new) }) else { return }
        Figure(name: "diff.scratch.bytes_per_element", value: Double(bytes) / Double(before.count), unit: "bytes")
            .show()
    }

    /// 100,000 items: 10 % are deleted, 10 % are inserted, and 2 % move.
    private func churn() {
        let count = 100_000
        let (before, after) = lists(count, leaving: count / 10, arriving: count / 10, moving: count / 50)
        let (old, new) = (List(before), List(after))
        let sets = (OrderedSet(before), OrderedSet(after))
        let (ours, naive) = seconds(rounds: 31, { Changeset(from: old, to: new) }, { naiveDiff(sets.0, sets.1) })
        let name = "diff.churn.ns_per_element"
        let share = 1e9 / Double(count)
        Figure(name: name, value: ours.median * share, unit: "ns").show()
        Figure(name: name, value: naive.median * share, unit: "ns", peer: "OrderedSet").show()
        let stdlib = seconds { after.difference(from: before).inferringMoves() }
        Figure(name: name, value: stdlib * share, unit: "ns", peer: "stdlib").show()
        let making = (0..<5).map { _ in seconds { (List(before), List(after)) } }
        Figure(name: "diff.churn.snapshots_ns_per_element", value: making.median * share, unit: "ns").show()
    }

    /// A million items: one is deleted, and one is inserted.
    private func nearEqual() {
        let (before, after) = lists(1_000_000, leaving: 1, arriving: 1, moving: 0)
        let (old, new) = (List(before), List(after))
        let sets = (OrderedSet(before), OrderedSet(after))
        let (ours, stdlib) = seconds(
            rounds: 15, { Changeset(from: old, to: new) }, { after.difference(from: before) })
        let naive = (0..<3).map { _ in seconds { naiveDiff(sets.0, sets.1) } }
        Figure(name: "diff.near_equal.ms", value: ours.median * 1000, unit: "ms").show()
        Figure(name: "diff.near_equal.ms", value: naive.median * 1000, unit: "ms", peer: "OrderedSet").show()
        Figure(name: "diff.near_equal.ms", value: stdlib.median * 1000, unit: "ms", peer: "stdlib").show()
        Figure(name: "diff.near_equal.vs_stdlib", value: ours.median / stdlib.median, unit: "times").show()
    }

    /// Ten thousand of a million items have moved and changed, and their identifiers are known, as in a live query.
    private func touched() {
        let (before, after) = lists(1_000_000, leaving: 0, arriving: 0, moving: 10_000)
        let (old, new) = (List(before), List(after))
        let moved = Changeset(from: old, to: new).moved
        let touched = Dictionary(uniqueKeysWithValues: moved.map { ($0.id, ColumnSet.all) })
        let times = (0..<15).map { _ in seconds { Changeset(from: old, to: new, touched: touched) } }
        Figure(name: "diff.touched.us_per_item", value: times.median * 1e6 / Double(moved.count), unit: "us").show()
    }

    private func lists(_ count: Int, leaving: Int, arriving: Int, moving: Int) -> ([UUID], [UUID]) {
        var generator = SeededGenerator(seed: 1)
        func identifiers(_ count: Int) -> [UUID] { (0..<count).map { _ in UUID.random(using: &generator) } }
        let before = identifiers(count)
        let places = (0..<count).shuffled(using: &generator)
        let gone = Set(places.prefix(leaving + moving))
        let movers = places[leaving..<(leaving + moving)].map { before[$0] }
        let rest = before.indices.filter { !gone.contains($0) }.map { before[$0] }
        let coming = (movers + identifiers(arriving)).map { ($0, Int.random(in: 0...rest.count, using: &generator)) }
        var after: [UUID] = []
        var place = 0
        for (identifier, target) in coming.sorted(by: { $0.1 < $1.1 }) {
            after += rest[place..<target]
            after.append(identifier)
            place = target
        }
        return (before, after + rest[place...])
    }
}

/// The obvious code with ordered sets: items that are in one set only, and items that passed others. The moves may
/// not be the fewest.
func naiveDiff<Item>(_ before: OrderedSet<Item>, _ after: OrderedSet<Item>)
    -> (deleted: [Int], inserted: [Int], moved: [(Int, Int)])
{
    let deleted = before.indices.filter { !after.contains(before[$0]) }
    var inserted: [Int] = []
    var moved: [(Int, Int)] = []
    var last = -1
    for (place, item) in after.enumerated() {
        guard let origin = before.firstIndex(of: item) else {
            inserted.append(place)
            continue
        }
        if origin < last { moved.append((origin, place)) } else { last = origin }
    }
    return (deleted, inserted, moved)
}

extension ListSnapshot<Int, UUID> {
    /// A snapshot with one section of items.
    fileprivate init(_ items: [UUID]) {
        self.init(uniqueSections: [(0, items)])
    }
}

extension UUID {
    fileprivate static func random(using generator: inout SeededGenerator) -> UUID {
        var bytes = (generator.next(), generator.next())
        return withUnsafeBytes(of: &bytes) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
