import AviaryTesting
import GRDB
import Testing

@testable import aviary

/// The dates that a search finds.
struct SearchedDateTests {
    private static let special: [Int64] = [
        0, -1, 1, 86_399, 86_400, -86_400, -86_401, 951_782_400, 951_868_800, 1_709_164_800, 4_107_542_400,
        -62_167_219_200, 253_402_300_799,
    ]

    @Test(arguments: [UInt64(1), 2])
    func theyAreTheDatesOfSQLite(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let drawn = (0..<5_000).map { _ in Int64.random(in: -62_167_219_200..<253_402_300_800, using: &generator) }
        try DatabaseQueue().read { db in
            for seconds in Self.special + drawn {
                var text: [UInt8] = []
                text.appendDate(at: seconds)
                let date = try String.fetchOne(db, sql: "SELECT date(?, 'unixepoch')", arguments: [seconds])
                #expect(String(decoding: text, as: UTF8.self).split(separator: " ").first.map(String.init) == date)
                #expect(text.last.map { $0 >= 0x61 } == true, "\(seconds)")
            }
        }
    }

    @Test(arguments: [Int64.min, -62_167_219_201, 253_402_300_800, .max])
    func aTimeOutsideOfTheCalendarHasNone(seconds: Int64) {
        var text: [UInt8] = []
        text.appendDate(at: seconds)
        #expect(text.isEmpty)
    }

    @Test func eachMonthHasItsName() {
        let names = (0..<12).map { month in
            var text: [UInt8] = []
            text.appendDate(at: Int64(month) * 31 * 86_400)
            return String(decoding: text.suffix(from: 11), as: UTF8.self)
        }
        #expect(
            names == [
                "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
                "november", "december",
            ])
    }
}
