import AviaryResults

/// A row of the table `item`.
struct Item: Codable, LiveRecord, MutablePersistableRecord {
    var id: Int64?
    var name: String

    mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}

/// The error of a name without letters.
struct BlankName: Error, CustomStringConvertible { let description = "An item needs a name. Type one." }
