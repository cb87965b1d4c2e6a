import GRDB

/// A palette, as it is stored: some saved colours with a name over them.
struct Palette: NamedRecord, Hashable, Sendable {
    static let databaseTableName = "palette"

    let id: Int64
    let name: String
}
