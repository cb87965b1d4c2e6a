import AviaryColors
import GRDB

extension Database {
    /// Adds a color at the end of the Colors room, even if the clock was set back.
    ///
    /// - Complexity: O(log *n*) for *n* colors.
    @discardableResult
    func addColor(_ color: SRGB) throws -> GalleryColor.ID {
        let last = try Int64.fetchOne(
            cachedStatement(sql: "SELECT max(createdAt) FROM color WHERE typeof(createdAt) = 'integer'"))
        try cachedStatement(sql: "INSERT INTO color(red, green, blue, createdAt) VALUES (?, ?, ?, ?)").execute(
            arguments: [color.red, color.green, color.blue, max(now, last ?? 0)])
        return lastInsertedRowID
    }

    /// Reads the colors with these identifiers, in the order of the Colors room. Deleted colors are left out.
    func colors(_ ids: Set<GalleryColor.ID>) throws -> [GalleryColor] {
        try GalleryColor.fetchAll(
            self,
            sql: "SELECT * FROM color WHERE id IN (SELECT value FROM json_each(?)) ORDER BY createdAt, id",
            arguments: [list(of: ids)])
    }

    /// Saves colors of the Colors room, in their order there. Each is named after the named color that looks most like
    /// it.
    @discardableResult
    func saveColors(_ ids: Set<GalleryColor.ID>, in palette: Palette.ID) throws -> [Swatch.ID] {
        try saveSwatches(colors(ids).map { Swatch.Content($0.color) }, at: .first(in: palette))
    }

    /// Removes colors from the Colors room.
    ///
    /// - Returns: The number of removed colors.
    func removeColors(_ ids: Set<GalleryColor.ID>) throws -> Int {
        try execute(sql: "DELETE FROM color WHERE id IN (SELECT value FROM json_each(?))", arguments: [list(of: ids)])
        return changesCount
    }

    /// Removes all colors from the Colors room.
    ///
    /// - Returns: The number of removed colors.
    func removeAllColors() throws -> Int {
        try execute(sql: "DELETE FROM color")
        return changesCount
    }
}
