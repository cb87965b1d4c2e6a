import Foundation
public import GRDB
import HashTreeCollections

/// The values of an `AggregateRequest` at one moment, by group.
///
/// A copy costs O(1) and shares everything with the original.
public struct GroupedValues: Sendable, Equatable {
    private var groups: TreeDictionary<RowsSection, AggregateGroup>
    /// Another number after each change of a value.
    private(set) var revision = 0

    init(_ groups: [RowsSection: AggregateGroup]) {
        self.groups = TreeDictionary(uniqueKeysWithValues: groups.lazy.map { ($0, $1) })
    }

    /// How many groups have rows. Values over all rows together are one group, which exists without rows, too.
    public var count: Int { groups.count }

    /// The groups, in no particular order. Each is equal to the section of a list with the same section key.
    ///
    /// - Complexity: O(*g*) for *g* groups.
    public var sections: [RowsSection] { Array(groups.keys) }

    /// The values of a group, in the order of the request; `nil` when no row is in the group.
    ///
    /// - Complexity: O(log *g*) for *g* groups.
    public subscript(section: RowsSection) -> [DatabaseValue]? {
        groups[section]?.cells.map { DatabaseValue($0.value) }
    }

    /// The values of the rows whose group has this value. In a database with text in UTF-16, ask with a section of the
    /// list or of `sections` instead.
    ///
    /// - Complexity: O(log *g*) for *g* groups.
    public subscript(of value: (any DatabaseValueConvertible)?) -> [DatabaseValue]? {
        self[RowsSection(of: value?.databaseValue ?? .null)]
    }

    /// The values over all rows, of a request without groups; empty for a request with groups.
    public var all: [DatabaseValue] { self[.whole] ?? [] }

    public static func == (one: Self, other: Self) -> Bool {
        one.groups == other.groups
    }

    // MARK: Changing

    func group(_ section: RowsSection) -> AggregateGroup? { groups[section] }

    /// Sets the content of groups, or removes them.
    mutating func set(_ changed: [RowsSection: AggregateGroup?]) {
        var isSame = true
        for (section, group) in changed where groups[section] != group {
            groups[section] = group
            isSame = false
        }
        if !isSame { revision += 1 }
    }

    /// Continues older values. Keeps their revision if no value is different.
    func following(_ old: GroupedValues) -> GroupedValues {
        if self == old { return old }
        var values = self
        values.revision = old.revision + 1
        return values
    }
}

extension DatabaseValue {
    /// - Parameter value: Its text is UTF-8.
    fileprivate init(_ value: RowValue) {
        self =
            switch value {
            case .null: .null
            case .integer(let integer): integer.databaseValue
            case .real(let bits): Double(bitPattern: bits).databaseValue
            case .text(let bytes): String(decoding: bytes, as: UTF8.self).databaseValue
            case .blob(let bytes): Data(bytes).databaseValue
            }
    }
}
