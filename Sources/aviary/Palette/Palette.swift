import GRDB

/// A palette as it is stored: a name for a group of saved colors.
struct Palette: NamedRecord, Hashable, Sendable {
    static let databaseTableName = "palette"

    let id: Int64
    let name: String
}
