package import AviaryResults
import GRDBSQLite

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The form in which SQLite stores the values of a PostgreSQL type.
///
/// - `smallint`, `integer`, `bigint`, `oid`: an integer
/// - `boolean`: the integer 0 or 1
/// - `real`, `double precision`: a real, including ±Infinity. SQLite has no NaN and stores NULL. In a column of the
///   type REAL, −0.0 becomes 0.0
/// - `bytea`: a blob
/// - `timestamp`, `timestamptz`: a text in GRDB's form, `2026-11-26 00:08:53.120`, in UTC. Additional digits are
///   kept
/// - `numeric` and all others: PostgreSQL's text. SQLite converts it to a number if the column prefers numbers
package enum ReplicaForm: Sendable {
    case integer, boolean, real, blob, time, text

    /// - Parameter type: The object identifier of PostgreSQL's type.
    package init(type: UInt32) {
        self =
            switch type {
            case 20, 21, 23, 26: .integer
            case 16: .boolean
            case 700, 701: .real
            case 17: .blob
            case 1114, 1184: .time
            default: .text
            }
    }

    /// Returns PostgreSQL's text as SQLite stores it, before the column's affinity applies.
    package func value(of text: UnsafeBufferPointer<UInt8>) -> RowValue {
        switch self {
        case .integer: Self.integer(text).map(RowValue.integer) ?? .text(Array(text))
        case .boolean: .integer(text.first == UInt8(ascii: "t") ? 1 : 0)
        case .real:
            Self.real(text).map { $0.isNaN ? .null : RowValue.real($0) } ?? .text(Array(text))
        case .blob: .blob(Self.blob(text))
        case .time: .text(Self.time(text))
        case .text: .text(Array(text))
        }
    }

    /// Binds PostgreSQL's text to a parameter of a statement. The statement must run while the text is valid.
    func bind(_ text: UnsafeBufferPointer<UInt8>, to index: Int32, of statement: OpaquePointer) {
        switch self {
        case .integer:
            if let integer = Self.integer(text) {
                sqlite3_bind_int64(statement, index, integer)
            } else {
                Self.bindText(text, to: index, of: statement)
            }
        case .boolean: sqlite3_bind_int64(statement, index, text.first == UInt8(ascii: "t") ? 1 : 0)
        case .real:
            if let real = Self.real(text) {
                sqlite3_bind_double(statement, index, real)
            } else {
                Self.bindText(text, to: index, of: statement)
            }
        case .blob:
            let bytes = Self.blob(text)
            if bytes.isEmpty {
                sqlite3_bind_zeroblob(statement, index, 0)
            } else {
                sqlite3_bind_blob(statement, index, bytes, Int32(clamping: bytes.count), Self.copied)
            }
        case .time:
            let bytes = Self.time(text)
            sqlite3_bind_text(
                statement, index, bytes.map { CChar(bitPattern: $0) }, Int32(clamping: bytes.count), Self.copied)
        case .text: Self.bindText(text, to: index, of: statement)
        }
    }

    private static func bindText(
        _ text: UnsafeBufferPointer<UInt8>, to index: Int32, of statement: OpaquePointer
    ) {
        guard !text.isEmpty, let start = text.baseAddress else {
            sqlite3_bind_text(statement, index, "", 0, copied)
            return
        }
        let characters = UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self)
        sqlite3_bind_text(statement, index, characters, Int32(clamping: text.count), nil)
    }

    /// Makes SQLite copy the bytes.
    private static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

    // MARK: Reading PostgreSQL's texts

    /// - Returns: `nil` when the text is not an integer of 64 bits.
    static func integer(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
        let isNegative = text.first == UInt8(ascii: "-")
        let digits = text.dropFirst(isNegative ? 1 : 0)
        guard !digits.isEmpty else { return nil }
        var result: Int64 = 0
        for byte in digits {
            guard (48...57).contains(byte) else { return nil }
            let (product, isTooMuch) = result.multipliedReportingOverflow(by: 10)
            // Each digit is added with the sign, because there is one more negative number than positive ones.
            let digit = Int64(byte) - 48
            let (sum, isTooFar) = product.addingReportingOverflow(isNegative ? -digit : digit)
            if isTooMuch || isTooFar { return nil }
            result = sum
        }
        return result
    }

    private static func real(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
        // PostgreSQL writes at most 24 characters, so a much longer text is not a number.
        guard !text.isEmpty, text.count < 64 else { return nil }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: text.count + 1) { copy in
            for index in text.indices { copy[index] = CChar(bitPattern: text[index]) }
            copy[text.count] = 0
            guard let start = copy.baseAddress else { return nil }
            var end: UnsafeMutablePointer<CChar>?
            let value = strtod(start, &end)
            return end == start + text.count ? value : nil
        }
    }

    /// Decodes a text such as `\x0a1b`. A text in another form is returned unchanged.
    private static func blob(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        func digit(_ byte: UInt8) -> UInt8? {
            switch byte {
            case 48...57: byte - 48
            case 97...102: byte - 87
            default: nil
            }
        }
        guard text.count % 2 == 0, text.starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "x")]) else {
            return Array(text)
        }
        return [UInt8](unsafeUninitializedCapacity: text.count / 2) { bytes, count in
            for index in stride(from: 2, to: text.count, by: 2) {
                guard let high = digit(text[index]), let low = digit(text[index + 1]) else { continue }
                bytes.initializeElement(at: count, to: high << 4 | low)
                count += 1
            }
        }
    }

    /// A time in GRDB's form: at least three digits of a second, and no time zone.
    private static func time(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        // 2026-11-26 00:08:53.12+00
        let isUsual =
            text.count >= 19 && text[4] == UInt8(ascii: "-") && text[10] == UInt8(ascii: " ")
            && text[16] == UInt8(ascii: ":")
        guard isUsual else { return Array(text) }
        var bytes = Array(text[..<19])
        var rest = text[19...]
        var digits: [UInt8] = []
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            digits = Array(rest.prefix { (48...57).contains($0) })
            rest = rest.dropFirst(digits.count)
        }
        // The session's time zone is UTC. A text with another ending, such as BC, has no such form and stays
        // unchanged.
        guard rest.isEmpty || rest.elementsEqual("+00".utf8) else { return Array(text) }
        while digits.count < 3 { digits.append(48) }
        bytes.append(UInt8(ascii: "."))
        bytes.append(contentsOf: digits)
        return bytes
    }
}
