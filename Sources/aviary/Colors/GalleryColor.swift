import AviaryViews
import Foundation
import GRDB
import Logging

/// A colour of the Colors room: sRGB, each channel from 0 to 1.
struct GalleryColor: Identifiable, Sendable {
    /// Given by the store when a colour is inserted; 0 before.
    var id: Int64 = 0
    var red: Double
    var green: Double
    var blue: Double
    /// Milliseconds since 1970; given when a colour is added.
    var createdAt: Int64?

    static func random() -> GalleryColor {
        GalleryColor(red: .random(in: 0...1), green: .random(in: 0...1), blue: .random(in: 0...1))
    }
}

extension GalleryColor: FetchableRecord, PersistableRecord {
    static let databaseTableName = "color"

    /// Reads a row that any program may have written: a channel that is no number from 0 to 1 is brought there, and
    /// named in the log.
    init(row: Row) {
        id = row["id"]
        red = Self.channel("red", of: row)
        green = Self.channel("green", of: row)
        blue = Self.channel("blue", of: row)
        createdAt = Int64.fromDatabaseValue(row["createdAt"])
    }

    func encode(to container: inout PersistenceContainer) {
        if id != 0 { container["id"] = id }
        container["red"] = red
        container["green"] = green
        container["blue"] = blue
        if let createdAt { container["createdAt"] = createdAt }
    }

    /// Removes colours. A statement takes some thousands of arguments, but one list of any length.
    ///
    /// - Returns: How many there were.
    static func delete(_ ids: Set<ID>, in db: Database) throws -> Int {
        let list = "[\(ids.map(String.init).joined(separator: ","))]"
        try db.execute(sql: "DELETE FROM color WHERE id IN (SELECT value FROM json_each(?))", arguments: [list])
        return db.changesCount
    }

    private static func channel(_ name: String, of row: Row) -> Double {
        let stored: DatabaseValue = row[name]
        let number = Double.fromDatabaseValue(stored) ?? .nan
        guard !(0...1).contains(number) else { return number }
        let shown = number.isNaN ? 0 : min(max(number, 0), 1)
        logger.warning(
            "A color is shown as well as it can be",
            metadata: ["id": "\(row["id"] ?? DatabaseValue.null)", name: "\(stored)", "shown": "\(shown)"])
        return shown
    }

    private static let logger = Logger(label: "aviary.colors")
}

extension GalleryColor {
    /// Adds the colour behind all others, also when the clock was set back.
    ///
    /// - Complexity: O(log *n*)
    func add(to db: Database) throws {
        let last = try Int64.fetchOne(db, sql: "SELECT max(createdAt) FROM color WHERE typeof(createdAt) = 'integer'")
        var color = self
        color.createdAt = max(Int64(Date().timeIntervalSince1970 * 1000), last ?? 0)
        try color.insert(db)
    }

    var displayColor: DisplayColor {
        DisplayColor(red: Self.byte(red), green: Self.byte(green), blue: Self.byte(blue))
    }

    /// Red, green and blue from 0 to 255.
    var rgbText: String {
        let color = displayColor
        return "\(color.red), \(color.green), \(color.blue)"
    }

    private static func byte(_ channel: Double) -> UInt8 { UInt8((channel * 255).rounded()) }
}
