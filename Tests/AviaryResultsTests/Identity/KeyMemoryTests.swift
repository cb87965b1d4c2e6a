import GRDB
import Testing

@testable import AviaryResults

/// Which keys of rows without rowids stay in memory.
struct KeyMemoryTests {
    private let numbers = RowNumbers(columns: ["id"])

    private func number(_ text: String) -> Int64 { numbers.number(of: [text.databaseValue]) }

    /// Its rows are held when it ends, as those of a list are.
    private func read(_ count: Int, beside others: () -> Void = {}) -> NumberedRows {
        numbers.reading {
            var hashes: [Int64: Int] = [:]
            for row in 0..<count {
                hashes[number("row \(row)")] = 0
                others()
            }
            let rows = NumberedRows(hashes: hashes, hasContents: false)
            numbers.hold(rows)
            return rows
        }
    }

    @Test func aReadingKeepsWhatItHasMetWhileOthersEnd() {
        let rows = read(5_000) { numbers.reading {} }
        #expect(rows.hashes.count == 5_000)
        #expect(numbers.keys(of: Array(rows.hashes.keys)).count == 5_000)
    }

    @Test func whatIsOnlySoughtIsForgotten() {
        let rows = read(5_000)
        for row in 0..<50_000 { numbers.reading { _ = number("other \(row)") } }
        #expect(numbers.count < 16_000)
        #expect(numbers.keys(of: Array(rows.hashes.keys)).count == 5_000, "they are held")
        #expect(numbers.keys(of: [number("other 49999")]).count == 1, "it was sought last")
    }

    @Test func whatNobodyHoldsAnyMoreIsForgotten() {
        _ = read(5_000)
        for row in 0..<10_000 { numbers.reading { _ = number("other \(row)") } }
        #expect(numbers.count < 10_000)
    }
}
