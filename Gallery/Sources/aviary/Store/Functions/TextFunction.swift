import Foundation
import GRDB
import GRDBSQLite

/// Texts as people compare them, in SQL; see `Collation`.
enum TextFunction {
    private static let (key, finds) = ("aviary_name_key", "aviary_finds")

    /// The sort key of names, the same in all windows. Rows without a name come first.
    static let nameKey = SQL(sql: "\(key)(name)")

    /// The condition that a text has all words of a search. Case, accents and the normal form are ignored. Only the first
    /// eight words count. Without words it is true.
    static func contains(_ search: String, in text: SQL) -> SQLExpression {
        let words = search.searchForm.split(whereSeparator: \.isWhitespace).prefix(8).joined(separator: " ")
        return words.isEmpty ? true.sqlExpression : SQL("\(sql: finds)(\(text), \(words))").sqlExpression
    }

    /// Registers both functions with a connection.
    static func install(in db: Database) throws {
        try db.define(key, arguments: 1) { context, count, values in
            Collation.withSortKey(of: text(0, count, values)) { key in
                sqlite3_result_blob(context, key.baseAddress, Int32(key.count), transient)
            }
        }
        try db.define(finds, arguments: 2) { context, count, values in
            let form = Collation.searchForm(of: text(0, count, values))
            let hasAll = form.withUnsafeBytes { form in
                text(1, count, values).split(separator: 0x20).allSatisfy { word in
                    UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: word)).isIn(form)
                }
            }
            sqlite3_result_int(context, hasAll ? 1 : 0)
        }
    }
}

/// Tells SQLite to copy the result.
private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

/// The text of an argument, in UTF-8; empty for a value that the pages show as blank.
private func text(
    _ index: Int, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
) -> UnsafeBufferPointer<UInt8> {
    guard index < Int(count), let value = values?[index],
        [SQLITE_TEXT, SQLITE_BLOB].contains(sqlite3_value_type(value)), let text = sqlite3_value_text(value)
    else { return UnsafeBufferPointer(start: nil, count: 0) }
    return UnsafeBufferPointer(start: text, count: Int(sqlite3_value_bytes(value)))
}

extension UnsafeRawBufferPointer {
    /// True if a text contains the bytes.
    fileprivate func isIn(_ text: UnsafeRawBufferPointer) -> Bool {
        guard let word = baseAddress, let begin = text.baseAddress, let first else { return isEmpty }
        var start = 0
        while start + count <= text.count,
            let found = memchr(begin + start, Int32(first), text.count - count - start + 1)
        {
            if memcmp(found, word, count) == 0 { return true }
            start = UnsafeRawPointer(found) - begin + 1
        }
        return false
    }
}
