import GRDB

/// The parts of a table that a program needs. Another program may have altered the table, so `StoreFile` checks them
/// when it opens a store.
public struct RequiredTable: Hashable, Sendable {
    /// The name of a table or a view, in upper or lower case.
    public var name: String
    /// The column that has to be the primary key by itself. In a view it only has to exist.
    var key: String
    /// The other columns that the program reads or writes, in upper or lower case.
    var columns: [String]

    /// Creates a description of the parts of a table that a program needs.
    ///
    /// - Parameters:
    ///   - name: The name of a table or a view, in upper or lower case.
    ///   - key: The column that has to be the primary key by itself.
    ///   - columns: The other columns that the program reads or writes. The table may have more.
    public init(_ name: String, key: String = "id", columns: [String]) {
        self.name = name
        self.key = key
        self.columns = columns
    }

    /// The table that `Receipts.install(in:)` creates.
    public static let receipts = RequiredTable("aviaryReceipt", key: "seq", columns: ["name"])
}
