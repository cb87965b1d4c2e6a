import AviaryColors
import AviaryResults
import GRDB

// Operations on saved colors. The caller runs each of them in a transaction, usually as an undoable step:
//
//     try await store.write(undoable: "Save color", in: undoStack, receipt: event.receipt) { db in
//         try db.saveSwatches([Swatch.Content(color)], at: .first(in: palette))
//     }

extension Database {
    /// Saves new swatches, in the order of the contents.
    ///
    /// - Throws: `PaletteError` if the target is gone.
    @discardableResult
    func saveSwatches(_ contents: [Swatch.Content], at target: SwatchTarget) throws -> [Swatch.ID] {
        let made = try positions(for: contents.count, at: target)
        var numbers: [String: NameNumbers] = [:]
        return try insert(contents, into: "swatch", Swatch.insertedColumns) { index, content in
            let name = try content.isNamedByLook ? freeName(for: content.name, in: made.group, &numbers) : content.name
            return content.inserted(as: name, in: made.group, at: made.positions[index])
        }
    }

    /// Makes a name that is unique among the swatches of a palette.
    ///
    /// - Parameter numbers: A cache of the numbers that are taken, by name. This method fills it.
    private func freeName(
        for name: String, in palette: DatabaseValue, _ numbers: inout [String: NameNumbers]
    ) throws -> String {
        if numbers[name] == nil {
            var taken = NameNumbers(of: name)
            let sql = """
                SELECT name FROM swatch WHERE palette IS ?1 AND name = ?2
                UNION ALL SELECT name FROM swatch WHERE palette IS ?1 AND name > ?2 || ' ' AND name < ?2 || ' :'
                """
            let names = try String?.fetchCursor(self, sql: sql, arguments: [palette, name])
            while let name = try names.next() { if let name { taken.take(name) } }
            numbers[name] = taken
        }
        return numbers[name]?.next() ?? name
    }

    /// The palette of a swatch; `nil` if the swatch has none or was deleted.
    func palette(of id: Swatch.ID) throws -> Palette.ID? {
        try Palette.ID?.fetchOne(self, sql: "SELECT palette FROM swatch WHERE id = ?", arguments: [id]) ?? nil
    }

    /// The first swatch of a palette, in manual order.
    func firstSwatch(in palette: Palette.ID) throws -> Swatch.ID? {
        try Swatch.ID.fetchOne(
            self, sql: "SELECT id FROM swatch WHERE palette = ? ORDER BY position, id LIMIT 1", arguments: [palette])
    }

    /// Gives a swatch the name that a person typed.
    ///
    /// - Parameter begun: The name that the swatch had when the person began to type.
    /// - Throws: `NameError`, or `PaletteError.swatchGone` if the swatch was deleted.
    func renameSwatch(_ id: Swatch.ID, from begun: String, to typed: String) throws -> Renaming {
        try rename(Swatch.self, id, from: begun, to: typed) { PaletteError.swatchGone(typed: $0) }
    }

    /// Gives a swatch another color. Throws `PaletteError.swatchGone` if the swatch was deleted.
    func recolorSwatch(_ id: Swatch.ID, to color: SRGB) throws {
        try execute(
            sql: "UPDATE swatch SET red = ?, green = ?, blue = ? WHERE id = ?",
            arguments: [color.red, color.green, color.blue, id])
        if changesCount == 0 { throw PaletteError.swatchGone() }
    }

    /// The contents of swatches for the clipboard, in the given order within each palette. Deleted swatches are left
    /// out.
    func contents(of ids: Set<Swatch.ID>, by order: SwatchOrder = .manual) throws -> [Swatch.Content] {
        try inOrder(ids, by: order).map(\.content)
    }

    /// Removes swatches.
    ///
    /// - Returns: The number of removed swatches.
    func removeSwatches(_ ids: Set<Swatch.ID>) throws -> Int {
        try execute(sql: "DELETE FROM swatch WHERE id IN (SELECT value FROM json_each(?))", arguments: [list(of: ids)])
        return changesCount
    }

    /// Inserts a copy directly after each swatch.
    @discardableResult
    func duplicateSwatches(_ ids: Set<Swatch.ID>) throws -> [Swatch.ID] {
        var rest = try inOrder(ids)
        var new: [Swatch.ID] = []
        // One query finds the gaps between all swatches. For a few swatches, it is faster to look up each neighbour.
        if rest.count > 100 {
            let gaps = try gapsBehind(ids)
            let roomy = rest.filter { gaps[$0.id] != nil }
            new = try insert(roomy, into: "swatch", Swatch.insertedColumns) { _, swatch in
                let gap = gaps[swatch.id] ?? (.null, 0)
                return swatch.content.inserted(as: swatch.name, in: gap.palette, at: gap.middle)
            }
            rest.removeAll { gaps[$0.id] != nil }
        }
        return try new + rest.flatMap { try saveSwatches([$0.content], at: .behind($0.id)) }
    }

    /// Computes the middle between each swatch and the next one in its palette, if a number fits between their
    /// positions.
    private func gapsBehind(_ ids: Set<Swatch.ID>) throws -> [Swatch.ID: (palette: DatabaseValue, middle: Double)] {
        let rows = try Row.fetchCursor(
            self,
            sql: """
                SELECT id, palette, position, next FROM (
                    SELECT id, palette, position,
                        lead(position) OVER (PARTITION BY palette ORDER BY position, id) AS next
                    FROM swatch WHERE typeof(position) IN ('integer', 'real')
                ) WHERE id IN (SELECT value FROM json_each(?))
                """, arguments: [list(of: ids)])
        var gaps: [Swatch.ID: (palette: DatabaseValue, middle: Double)] = [:]
        while let row = try rows.next() {
            guard let id = Int64.fromDatabaseValue(row[0]), let own = Double.fromDatabaseValue(row[2]) else { continue }
            let next = Double.fromDatabaseValue(row[3])
            let middle = next.map { own + ($0 - own) / 2 } ?? own + 1
            if own < middle, middle < next ?? .infinity { gaps[id] = (row[1], middle) }
        }
        return gaps
    }

    /// Reads swatches in the order of their palettes, and in the given order within each. Deleted swatches are left
    /// out.
    func inOrder(_ ids: Set<Swatch.ID>, by order: SwatchOrder = .manual) throws -> [Swatch] {
        try Swatch.filter(sql: "id IN (SELECT value FROM json_each(?))", arguments: [list(of: ids)])
            .order(SwatchQuery.placeOfPalette, Column("palette"), order.ordering, Column("id"))
            .fetchAll(self)
    }
}
