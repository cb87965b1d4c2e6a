import Foundation
import GRDB
import GRDBSQLite

/// Texts as people compare them, in SQL; see `Collation`.
enum TextFunction {
    private static let (key, finds) = ("aviary_name_key", "aviary_finds")

    /// The sort key of names, the same in all windows. Rows without a name come first.
    static let nameKey = SQL(sql: "\(key)(name)")

    /// The condition that the texts of a row have all words of a search. Case, accents and the normal form are ignored.
    /// Only the first eight words count. Without words it is true.
    ///
    /// - Parameter texts: A number counts as a time in seconds since 1970. It stands for its date, such as "2024-05-01",
    ///   and for the name of its month.
    static func contains(_ search: String, in texts: SQL...) -> SQLExpression {
        let words = search.searchForm.split(whereSeparator: \.isWhitespace).prefix(8).joined(separator: " ")
        if words.isEmpty { return true.sqlExpression }
        return SQL("\(sql: finds)(\(words), \(texts.joined(separator: ", ")))").sqlExpression
    }

    /// Registers both functions with a connection.
    static func install(in db: Database) throws {
        try db.define(key, arguments: 1) { context, count, values in
            Collation.withSortKey(of: text(0, count, values)) { key in
                sqlite3_result_blob(context, key.baseAddress, Int32(key.count), transient)
            }
        }
        try db.define(finds, arguments: -1) { context, count, values in
            let form = searchForm(of: 1..<max(1, Int(count)), count, values)
            let hasAll = form.withUnsafeBytes { form in
                text(0, count, values).split(separator: 0x20).allSatisfy { word in
                    UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: word)).isIn(form)
                }
            }
            sqlite3_result_int(context, hasAll ? 1 : 0)
        }
    }
}

/// The texts of some arguments as a search compares them, with a blank after each. This is one text, because no word has
/// a blank. It is made here, because SQLite takes longer to make dates and to join texts than a search takes.
private func searchForm(
    of arguments: Range<Int>, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
) -> [UInt8] {
    var form: [UInt8] = []
    form.reserveCapacity(128)
    for index in arguments {
        if let value = values?[index], [SQLITE_INTEGER, SQLITE_FLOAT].contains(sqlite3_value_type(value)) {
            form.appendDate(at: sqlite3_value_int64(value))
        } else {
            Collation.appendSearchForm(of: text(index, count, values), to: &form)
        }
        form.append(0x20)
    }
    return form
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
