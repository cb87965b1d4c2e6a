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
            numbers.keepKeys(of: rows)
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

    /// Some reading is under way at each moment.
    @Test func keysAreForgottenWhileReadingsOverlap() {
        let rows = read(1_000)
        var (open, found) = (numbers.beginReading(), number("other 0"))
        for row in 1..<50_000 {
            let next = (reading: numbers.beginReading(), number: number("other \(row)"))
            #expect(numbers.keys(of: [found]).count == 1, "its reading is under way")
            numbers.endReading(open)
            (open, found) = next
        }
        numbers.endReading(open)
        #expect(numbers.count < 5_000)
        #expect(numbers.keys(of: Array(rows.hashes.keys)).count == 1_000, "they are held")
    }

    @Test func aReadingKeepsKeysThatItOnlyFinds() {
        let known = numbers.reading { (0..<100).map { number("known \($0)") } }
        let long = numbers.beginReading()
        #expect((0..<100).map { number("known \($0)") } == known)
        for row in 0..<10_000 { numbers.reading { _ = number("other \(row)") } }
        #expect(numbers.keys(of: known).count == 100)
        numbers.endReading(long)
        for row in 10_000..<40_000 { numbers.reading { _ = number("other \(row)") } }
        #expect(numbers.keys(of: known).isEmpty)
    }

    /// What it has found may be read next.
    @Test func whatALongReadingFindsIsThereWhenItEnds() {
        let long = numbers.beginReading()
        let found = number("found")
        for row in 0..<10_000 { numbers.reading { _ = number("other \(row)") } }
        numbers.endReading(long)
        #expect(numbers.keys(of: [found]).count == 1)
    }
}
