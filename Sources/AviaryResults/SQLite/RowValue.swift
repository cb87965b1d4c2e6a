import Foundation
import GRDB
import GRDBSQLite

/// A value as SQLite stores it, byte by byte.
///
/// GRDB's `DatabaseValue` is not exact, because it stores text as a Swift string: it cuts text at NUL and repairs
/// invalid UTF-8.
package enum RowValue: Hashable, Sendable {
    /// No value.
    case null
    /// A number without a fraction.
    case integer(Int64)
    /// The bits of a double: 0.0 and −0.0 differ.
    case real(bits: UInt64)
    /// The bytes of a text, in the encoding of the database.
    case text([UInt8])
    /// Bytes that are not text.
    case blob([UInt8])

    /// A floating-point number, which may be infinite. SQLite stores NaN as NULL.
    package static func real(_ value: Double) -> RowValue { .real(bits: value.bitPattern) }

    /// - Parameter isText: `true` when a blob contains the bytes of a text.
    init(_ value: DatabaseValue, isText: Bool) {
        switch value.storage {
        case .null: self = .null
        case .int64(let integer): self = .integer(integer)
        case .double(let real): self = .real(real)
        case .string(let string): self = .text(Array(string.utf8))
        case .blob(let data): self = isText ? .text(Array(data)) : .blob(Array(data))
        }
    }

    /// Values of the same form have the same placeholder.
    enum Form: UInt8 { case emptyText, emptyBlob, text, other }

    var form: Form {
        switch self {
        case .text(let bytes): bytes.isEmpty ? .emptyText : .text
        case .blob([]): .emptyBlob
        case .null, .integer, .real, .blob: .other
        }
    }

    /// An SQL expression for the value, with one argument or none.
    ///
    /// The bytes of a text are bound as a blob. `CAST(? AS TEXT)` reads a blob as UTF-8. `CAST(substr(?, 1) AS TEXT)`
    /// reads it in the encoding of the database. Empty values are literals, because an empty blob binds as NULL.
    var placeholder: String {
        switch form {
        case .emptyText: "''"
        case .emptyBlob: "x''"
        case .text: "CAST(substr(?, 1) AS TEXT)"
        case .other: "?"
        }
    }

    /// Binds the value to a statement of a database whose texts are UTF-8.
    func bind(to handle: OpaquePointer, at index: Int32) {
        // SQLite copies the bytes.
        let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        switch self {
        case .null: sqlite3_bind_null(handle, index)
        case .integer(let integer): sqlite3_bind_int64(handle, index, integer)
        case .real(let bits): sqlite3_bind_double(handle, index, Double(bitPattern: bits))
        case .text([]): sqlite3_bind_text(handle, index, "", 0, copied)
        case .text(let bytes):
            bytes.withUnsafeBytes { bytes in
                let text = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
                _ = sqlite3_bind_text64(handle, index, text, UInt64(bytes.count), copied, UInt8(SQLITE_UTF8))
            }
        case .blob([]): sqlite3_bind_zeroblob(handle, index, 0)
        case .blob(let bytes):
            bytes.withUnsafeBytes { bytes in
                _ = sqlite3_bind_blob64(handle, index, bytes.baseAddress, UInt64(bytes.count), copied)
            }
        }
    }

    /// `nil` when the placeholder is a literal.
    var argument: DatabaseValue? {
        switch self {
        case .text([]), .blob([]): nil
        case .null: .null
        case .integer(let integer): integer.databaseValue
        case .real(let bits): Double(bitPattern: bits).databaseValue
        case .text(let bytes), .blob(let bytes): Data(bytes).databaseValue
        }
    }
}
