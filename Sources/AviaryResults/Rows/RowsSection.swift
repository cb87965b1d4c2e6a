import Foundation
public import GRDB

/// The identifier of a section of a live query: the value that its items share.
///
/// Texts are compared byte by byte, so two texts that look equal may be two sections. The numbers 1 and 1.0 are equal.
public struct RowsSection: Hashable, Sendable, CustomStringConvertible {
    /// One object, because trees of sections copy their elements with each change.
    private final class Content: Sendable {
        let value: DatabaseValue
        let key: FullKey

        init(_ value: DatabaseValue, _ key: FullKey) { (self.value, self.key) = (value, key) }
    }

    private let content: Content

    /// The value of the section key; NULL for a list without sections.
    public var value: DatabaseValue { content.value }

    /// The value as bytes, by which sections are compared. Two keys may differ although their values look equal,
    /// because GRDB repairs text when it reads it.
    private var key: FullKey { content.key }

    /// The only section of a list without sections.
    static let whole = RowsSection(value: .null, key: FullKey([]))

    init(value: DatabaseValue, key: FullKey) { content = Content(value, key) }

    /// The section of all rows with this value as their section key.
    init(of value: DatabaseValue) { self.init(value: value, key: FullKey(of: value)) }

    /// The section of an integer. For tests.
    package init(_ integer: Int64) {
        self.init(value: integer.databaseValue, key: FullKey(section: .integer(integer)))
    }

    /// The value as text; empty for NULL, "?" for a blob.
    public var title: String {
        switch value.storage {
        case .null: ""
        case .int64(let integer): "\(integer)"
        case .double(let double): "\(double)"
        case .string(let string): string
        case .blob: "?"
        }
    }

    /// The first character of the title, in upper case, for an index beside a long list; empty when the title is empty.
    var indexTitle: String { String(title.prefix(1)).uppercased() }

    public var description: String { title }

    public static func == (one: Self, other: Self) -> Bool { one.content === other.content || one.key == other.key }
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }

    /// An SQL expression that has exactly the bytes of the value.
    ///
    /// The bytes matter, because GRDB cuts a text at NUL, repairs invalid UTF-8, and binds an empty blob as NULL.
    var sql: SQL {
        let exact: RowValue? =
            switch value.storage {
            case .null, .int64, .double: nil
            case .string(let text):
                text.unicodeScalars.contains { $0 == "\0" || $0 == "\u{FFFD}" } ? key.text.map { .text($0) } : nil
            case .blob(let blob): .blob(Array(blob))
            }
        guard let exact else { return "\(value)" }
        // The sign removes the affinity of `CAST`. So SQLite compares the expression like an argument, which has none.
        return SQL(
            sql: "+\(exact.placeholder)", arguments: StatementArguments(exact.argument.map { [$0] } ?? []))
    }

    /// The same section, with its key in the encoding of the database, for a database that does not store text in
    /// UTF-8.
    func encoded(in db: Database) throws -> RowsSection {
        guard case .string(let text) = value.storage, !text.utf8.isEmpty else { return self }
        let bytes = try Data.fetchOne(db, sql: "SELECT CAST(? AS BLOB)", arguments: [text])
        let key = Array(bytes ?? Data()).withUnsafeBytes { FullKey(section: .text($0)) }
        return RowsSection(value: value, key: key)
    }

    /// The bytes of a text, in the encoding of the database; `nil` for another value.
    var bytes: [UInt8]? { key.text }

    /// Returns whether a row with this section key belongs to this section.
    func has(_ key: FullKey) -> Bool { self.key == key }
}

extension FullKey {
    /// The section key of a value.
    init(of value: DatabaseValue) {
        self =
            switch value.storage {
            case .null: FullKey(section: .null)
            case .int64(let integer): FullKey(section: .integer(integer))
            // SQLite stores NaN as NULL.
            case .double(let double): FullKey(section: double.isNaN ? .null : .real(double))
            case .string(let string): Array(string.utf8).withUnsafeBytes { FullKey(section: .text($0)) }
            case .blob(let blob): Array(blob).withUnsafeBytes { FullKey(section: .blob($0)) }
            }
    }
}
