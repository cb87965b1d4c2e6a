import GRDB

/// Where swatches are put.
enum SwatchPlace: Hashable, Sendable {
    case first(in: Palette.ID)
    /// In the palette of that swatch, right behind it.
    case behind(Swatch.ID)
}

// A position is a number with room before and behind it, so that putting something between two others writes nothing
// but that. Only when two are so close that no number lies between, all of the palette get new ones.

extension Database {
    /// Finds room for some swatches.
    ///
    /// - Returns: The palette, and that many positions in ascending order.
    /// - Complexity: O(log *n* + *count*), unless there is no room between two.
    func room(for count: Int, at place: SwatchPlace) throws -> (palette: DatabaseValue, positions: [Double]) {
        var gap = try gap(at: place)
        if !gap.holds(count) {
            try spreadSwatches(of: gap.palette)
            gap = try self.gap(at: place)
        }
        return (gap.palette, gap.positions(count))
    }

    /// Two neighbours, and what lies between them.
    private struct Gap {
        /// As it is stored: another program may have written what is no palette.
        let palette: DatabaseValue
        let low: Double
        let high: Double

        /// Evenly between the two, or one apart when there is only one.
        func positions(_ count: Int) -> [Double] {
            let isOpen = low == -.infinity || high == .infinity
            let step = isOpen ? 1 : (high - low) / Double(count + 1)
            let start = low == -.infinity ? high - Double(count + 1) : low
            return (0..<count).map { start + Double($0 + 1) * step }
        }

        func holds(_ count: Int) -> Bool {
            let all = [low] + positions(count) + [high]
            return zip(all, all.dropFirst()).allSatisfy { $0 < $1 }
        }
    }

    private func gap(at place: SwatchPlace) throws -> Gap {
        switch place {
        case .first(let palette):
            guard try record(Palette.self, palette) != nil else { throw PaletteError.paletteGone() }
            // NULL and minus infinity would come before, text behind.
            let first = try DatabaseValue.fetchOne(
                self,
                sql: "SELECT position FROM swatch WHERE palette = ? AND position > -9e307 ORDER BY position LIMIT 1",
                arguments: [palette])
            // Before what other programs add at this moment, too: by default they say when.
            let high = min(first.flatMap(Double.fromDatabaseValue) ?? 0, -Double(now))
            return Gap(palette: palette.databaseValue, low: -.infinity, high: high)
        case .behind(let id):
            let own = try cachedStatement(sql: "SELECT palette, position FROM swatch WHERE id = ?")
            guard let row = try Row.fetchOne(own, arguments: [id]) else { throw PaletteError.swatchGone() }
            let (palette, position): (DatabaseValue, DatabaseValue) = (row[0], row[1])
            let behind = try cachedStatement(
                sql: """
                    SELECT position FROM swatch
                    WHERE palette IS ? AND position >= ? AND (position > ? OR id > ?) ORDER BY position, id LIMIT 1
                    """)
            let next = try DatabaseValue.fetchOne(behind, arguments: [palette, position, position, id])
            // What is no number has no room beside it.
            return Gap(
                palette: palette, low: Double.fromDatabaseValue(position) ?? .nan,
                high: next.map { Double.fromDatabaseValue($0) ?? .nan } ?? .infinity)
        }
    }

    /// Gives the swatches of a palette new positions, one apart, in the same order.
    private func spreadSwatches(of palette: DatabaseValue) throws {
        try execute(
            sql: """
                UPDATE swatch SET position = ranked.place FROM (
                    SELECT id AS swatch, ? + row_number() OVER (ORDER BY position, id) AS place
                    FROM swatch WHERE palette IS ?
                ) AS ranked WHERE swatch.id = ranked.swatch
                """, arguments: [-Double(now), palette])
    }
}
