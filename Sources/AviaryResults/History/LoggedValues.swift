import Foundation
import GRDB

/// Reads the column `old` of the log, a list of values as `quote()` writes them, separated by commas.
///
/// SQLite 3.40 writes Infinity as `Inf`, and later versions as `9.0e+999`. Text with NUL, and all text of a UTF-16
/// database, is written as `CAST(x'…' AS TEXT)`, because `quote()` would damage it.
struct LoggedValues {
    private let bytes: [UInt8]
    private var position = 0
    private let db: Database

    /// - Returns: `nil` when the text is not such a list.
    static func read(_ bytes: [UInt8], in db: Database) throws -> [RowValue]? {
        var reader = LoggedValues(bytes: bytes, db)
        var values: [RowValue] = []
        repeat {
            guard let value = try reader.value() else { return nil }
            values.append(value)
        } while reader.skip(",")
        return reader.position == bytes.count ? values : nil
    }

    private init(bytes: [UInt8], _ db: Database) {
        self.bytes = bytes
        self.db = db
    }

    private mutating func value() throws -> RowValue? {
        if skip("NULL") { return .null }
        if skip("'") { return quoted().map { .text($0) } }
        if skip("X'") { return hex().map { .blob($0) } }
        if skip("CAST(x'") {
            guard let text = hex(), skip(" AS TEXT)") else { return nil }
            return .text(text)
        }
        return try number()
    }

    private mutating func skip(_ token: StaticString) -> Bool {
        let length = token.utf8CodeUnitCount
        guard position + length <= bytes.count else { return false }
        for offset in 0..<length where bytes[position + offset] != token.utf8Start[offset] { return false }
        position += length
        return true
    }

    private mutating func quoted() -> [UInt8]? {
        let quote = UInt8(ascii: "'")
        var text: [UInt8] = []
        while let end = bytes[position...].firstIndex(of: quote) {
            text += bytes[position..<end]
            position = end + 1
            guard position < bytes.count, bytes[position] == quote else { return text }
            text.append(quote)
            position += 1
        }
        return nil
    }

    private mutating func hex() -> [UInt8]? {
        var data: [UInt8] = []
        while position + 1 < bytes.count, let high = digit(bytes[position]), let low = digit(bytes[position + 1]) {
            data.append(high << 4 | low)
            position += 2
        }
        return skip("'") ? data : nil
    }

    private func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    private mutating func number() throws -> RowValue? {
        let end = bytes[position...].firstIndex(of: UInt8(ascii: ",")) ?? bytes.count
        let text = String(decoding: bytes[position..<end], as: UTF8.self)
        position = end
        switch text {
        case "Inf": return .real(.infinity)
        case "-Inf": return .real(-.infinity)
        default: break
        }
        if let integer = Int64(text) { return .integer(integer) }
        guard let nearest = Double(text) else { return nil }
        // Small whole numbers are always read exactly. With more than 17 digits, the decimal is so close to the number
        // that every reader finds the same number. SQLite writes 21 digits when 15 do not suffice.
        let isWhole = nearest.magnitude < 1e15 && nearest == nearest.rounded()
        if isWhole || Self.digits(in: text) > 17 { return .real(nearest) }
        // SQLite reads the decimal, because Foundation rounds some last digits differently.
        let real = try db.cachedStatement(sql: "SELECT CAST(? AS REAL)")
        return try Double.fetchOne(real, arguments: [text]).map { .real($0) }
    }

    /// Counts the significant digits of a decimal.
    private static func digits(in text: String) -> Int {
        text.utf8.prefix { $0 != UInt8(ascii: "e") }.drop { !(UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) }
            .count { $0 != UInt8(ascii: ".") }
    }
}
