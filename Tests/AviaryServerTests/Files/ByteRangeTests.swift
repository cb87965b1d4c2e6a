import AviaryTesting
import Testing

@testable import AviaryServer

struct ByteRangeTests {
    @Test(arguments: [
        ("bytes=0-0", ByteRange.part(0..<1)),
        ("bytes=2-5", .part(2..<6)),
        ("bytes=5-", .part(5..<10)),
        ("bytes=9-99999999999999999999999999", .part(9..<10)),
        ("bytes=0-9223372036854775807", .part(0..<10)),
        ("bytes=-3", .part(7..<10)),
        ("bytes=-99", .part(0..<10)),
        ("Bytes=1-2", .part(1..<3)),
        ("bytes= 1 - 2 ", .part(1..<3)),
        ("bytes=10-", .unsatisfiable),
        ("bytes=99999999999999999999999999-", .unsatisfiable),
        ("bytes=9223372036854775807-9223372036854775807", .unsatisfiable),
        ("bytes=-0", .unsatisfiable),
        ("bytes=0-1,4-5", .whole),
        ("bytes=5-2", .whole),
        ("bytes=-", .whole),
        ("bytes=", .whole),
        ("bytes", .whole),
        ("bytes=+1-2", .whole),
        ("bytes=1-2-3", .whole),
        ("bytes=--1", .whole),
        ("bytes=٣-٤", .whole),
        ("lines=0-1", .whole),
        ("", .whole),
    ])
    func aFieldIsRead(field: String, range: ByteRange) {
        #expect(ByteRange(field, of: 10) == range)
    }

    @Test func withoutAFieldAllIsSent() { #expect(ByteRange(nil, of: 10) == .whole) }

    @Test(arguments: ["bytes=0-", "bytes=-1", "bytes=0-0"])
    func anEmptyFileHasNoPart(field: String) {
        #expect(ByteRange(field, of: 0) == .unsatisfiable)
    }

    /// For any requested range, no byte beyond the file is read.
    @Test func noRangeLeavesItsFile() {
        var generator = SeededGenerator(seed: 11)
        let numbers = ["", "0", "1", "9", "10", "11", "9223372036854775807", "99999999999999999999", "-1", "x"]
        for _ in 0..<2_000 {
            let field =
                "bytes=\(numbers.randomElement(using: &generator)!)-\(numbers.randomElement(using: &generator)!)"
            let size = Int64([0, 1, 10].randomElement(using: &generator)!)
            if case .part(let range) = ByteRange(field, of: size) {
                #expect(range.lowerBound >= 0 && range.upperBound <= size && !range.isEmpty, "\(field) of \(size)")
            }
        }
    }
}
