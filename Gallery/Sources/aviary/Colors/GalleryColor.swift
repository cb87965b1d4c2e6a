import AviaryColors
import AviaryViews
import GRDB

/// A color of the Colors room, as it is stored.
struct GalleryColor: Identifiable, Sendable {
    let id: Int64
    var color: SRGB

    var displayColor: DisplayColor { color.displayColor }

    /// The red, green and blue of the color, from 0 to 255.
    var rgbText: String {
        let color = displayColor
        return "\(color.red), \(color.green), \(color.blue)"
    }
}

extension GalleryColor: FetchableRecord, TableRecord {
    static let databaseTableName = "color"

    static var databaseSelection: [any SQLSelectable] { DatabaseValue.bounded(SRGB.columns) }

    init(row: Row) throws {
        id = try row.storedIdentifier()
        color = try SRGB(row: row, of: Self.databaseTableName)
    }
}
