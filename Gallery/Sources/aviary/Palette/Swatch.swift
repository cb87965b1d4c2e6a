import AviaryColors
import GRDB

/// A saved color as it is stored.
struct Swatch: Identifiable, Hashable, Sendable {
    /// The part of a swatch that can be cut and pasted.
    struct Content: Hashable, Sendable {
        var name: String
        var color: SRGB
        /// What a design token says besides its color, for files only; see `ColorPalette.Entry`.
        var details = ""
        /// Whether the name is automatic. An automatic name gets a number if the palette already has the name.
        var isNamedByLook = false

        init(name: String, color: SRGB) {
            self.name = name
            self.color = color
        }

        /// Makes a color with the name of the named color that looks most like it.
        init(_ color: SRGB) {
            self.init(name: NamedColor.nearest(to: color).title, color: color)
            isNamedByLook = true
        }

        /// Makes a color of a file's entry. Without a name, it gets the name of the named color that looks most like
        /// it.
        init(_ entry: ColorPalette.Entry) {
            if let name = entry.name.shownAsName {
                self.init(name: name, color: entry.color)
            } else {
                self.init(entry.color)
            }
            details = entry.details
        }

        /// The color as an entry of a file.
        var entry: ColorPalette.Entry { ColorPalette.Entry(name: name, color: color, details: details) }
    }

    let id: Int64
    /// The palette of the swatch; `nil` for a swatch without a palette.
    let palette: Palette.ID?
    let content: Content

    var name: String { content.name }
    var color: SRGB { content.color }
}

extension Swatch: NamedRecord {
    static let databaseTableName = "swatch"
    static var databaseSelection: [any SQLSelectable] {
        DatabaseValue.bounded(["name", "palette"] + SRGB.columns) + [DatabaseValue.details]
    }

    /// Reads a row, which any program may have written. A swatch without a name is named after its hexadecimal color.
    init(row: Row) throws {
        id = try row.storedIdentifier()
        palette = Int64.fromDatabaseValue(try row.stored("palette"))
        let color = try SRGB(row: row, of: Self.databaseTableName)
        let name = String.fromDatabaseValue(try row.stored("name"))?.shownAsName
        var content = Content(name: name ?? ColorNotation.hex.text(of: color), color: color)
        content.details = String.fromDatabaseValue(try row.stored("details")) ?? ""
        self.content = content
    }
}

extension Swatch {
    /// The columns that are set when a swatch is inserted.
    static let insertedColumns = ["palette", "position", "name"] + SRGB.columns + ["details"]
}

extension Swatch.Content {
    /// The values of `Swatch.insertedColumns`.
    func inserted(as name: String, in palette: DatabaseValue, at position: Double) -> [DatabaseValue] {
        [
            palette, position.databaseValue, name.databaseValue, color.red.databaseValue, color.green.databaseValue,
            color.blue.databaseValue, details.isEmpty ? .null : details.databaseValue,
        ]
    }
}
