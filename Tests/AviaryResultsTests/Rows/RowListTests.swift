import AviaryTesting
import Testing

@testable import AviaryResults

/// A list of rows against an array that is sorted anew.
struct RowListTests {
    private struct Row: Hashable {
        var id: Int64
        var values: [Value]
    }

    private enum Value: Hashable {
        case null, integer(Int64), text([UInt8])
    }

    @Test(arguments: 0..<30) func rowsStandWhereTheirKeysBelong(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let keys = Int.random(in: 1...2, using: &random)
        let orders = (0..<keys).map { _ in KeyOrder(isDescending: random.chance(50)) }
        var builder = RowListBuilder(isDescending: orders[0].isDescending)
        var model: [(row: Row, key: RowKey)] = (0..<Int64(random.skewed(upTo: 300))).map {
            let row = Row(id: $0, values: Self.values(keys, &random))
            return (row, Self.key(of: row, orders))
        }
        model.sort { Self.precedes($0.row, $1.row, orders) }
        for (row, key) in model { builder.append(row.id, key) }
        var list = builder.list(sizes: nil)
        var copies: [(list: RowList, ids: [Int64])] = []
        for step in 0..<1500 {
            let shrinks = (step / 300) % 2 == 1
            if !model.isEmpty, random.chance(shrinks ? 70 : 30) {
                let position = Int.random(in: 0..<model.count, using: &random)
                let (row, key) = model.remove(at: position)
                #expect(list.has(row.id, at: key, size: nil))
                #expect(try list.remove(row.id) == position, "seed \(seed), step \(step)")
                #expect(!list.has(row.id, at: key, size: nil))
            } else {
                let id = random.chance(5) ? Int64.random(in: .min ... .max, using: &random) : Int64(step)
                guard list.position(of: id) == nil else { continue }
                let row = Row(id: id, values: Self.values(keys, &random))
                let key = Self.key(of: row, orders)
                let position = model.firstIndex { Self.precedes(row, $0.row, orders) } ?? model.count
                #expect(list.position(for: id, at: key) == position, "seed \(seed), step \(step)")
                list.insert(id, at: key, position: position)
                model.insert((row, key), at: position)
            }
            if step % 150 == 0 {
                #expect(list.violations() == [], "seed \(seed), step \(step)")
                copies.append((list, model.map(\.row.id)))
            }
        }
        for (list, ids) in copies + [(list, model.map(\.row.id))] {
            #expect(list.ids(in: 0..<list.count) == ids && list.violations() == [], "seed \(seed)")
            #expect(ids.indices.allSatisfy { list.position(of: ids[$0]) == $0 }, "seed \(seed)")
        }
    }

    /// Keys of rows that have gone do not fill the memory.
    @Test func forgottenKeysAreGivenBack() throws {
        let orders = [KeyOrder()]
        var list = RowListBuilder(isDescending: false).list(sizes: nil)
        for step in 0..<20_000 {
            let row = Row(id: 1, values: [.text(Array("A title longer than six bytes: \(step)".utf8))])
            _ = try list.remove(1)
            list.insert(1, at: Self.key(of: row, orders), position: 0)
        }
        #expect(list.violations() == [])
        #expect(list.keyMemory < 1 << 17)
    }

    // MARK: Drawing

    private static func values(_ count: Int, _ random: inout SeededGenerator) -> [Value] {
        (0..<count).map { _ in
            switch Int.random(in: 0..<10, using: &random) {
            case 0: .null
            case 1: .integer(.max - Int64.random(in: 0...3, using: &random))
            case 2...5: .integer(Int64.random(in: -3...3, using: &random))
            case 6: .text(Array(repeating: 0, count: Int.random(in: 0...9, using: &random)))
            default:
                .text(
                    (0..<Int.random(in: 0...9, using: &random)).map { _ in UInt8.random(in: 97...98, using: &random) })
            }
        }
    }

    private static func key(of row: Row, _ orders: [KeyOrder]) -> RowKey {
        var texts: [[UInt8]] = []
        for case .text(let text) in row.values { texts.append(text) }
        return withTexts(texts[...], []) { buffers in
            var buffers = buffers[...]
            let values = row.values.map { value -> SortValue in
                switch value {
                case .null: .null
                case .integer(let integer): .integer(integer)
                case .text: .text(buffers.removeFirst())
                }
            }
            return RowKey(values, orders: orders)
        }
    }

    private static func withTexts<T>(
        _ texts: ArraySlice<[UInt8]>, _ buffers: [UnsafeRawBufferPointer], _ body: ([UnsafeRawBufferPointer]) -> T
    ) -> T {
        guard let text = texts.first else { return body(buffers) }
        return text.withUnsafeBytes { withTexts(texts.dropFirst(), buffers + [$0], body) }
    }

    /// As SQLite has it: NULL, numbers, texts; then the rowid.
    private static func precedes(_ one: Row, _ other: Row, _ orders: [KeyOrder]) -> Bool {
        for (index, order) in orders.enumerated() where one.values[index] != other.values[index] {
            return precedes(one.values[index], other.values[index]) != order.isDescending
        }
        return one.id < other.id
    }

    private static func precedes(_ one: Value, _ other: Value) -> Bool {
        switch (one, other) {
        case (.integer(let one), .integer(let other)): one < other
        case (.text(let one), .text(let other)): one.lexicographicallyPrecedes(other)
        case (.null, _), (.integer, .text): true
        default: false
        }
    }
}
