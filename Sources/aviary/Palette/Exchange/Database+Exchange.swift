import AviaryColors
import GRDB

extension Database {
    /// Saves palettes as they came from a file; they come before all others, in their order.
    ///
    /// - Parameter progress: Called now and then with the number of colors that were saved since.
    func importPalettes(_ palettes: [ImportedPalette], progress: (Int) -> Void = { _ in }) throws -> [Palette.ID] {
        let first = try Double.fetchOne(self, sql: "SELECT min(position) FROM palette WHERE typeof(position) = 'real'")
        let position = min(-Double(now), (first ?? 0) - 1) - Double(palettes.count)
        let insert = try cachedStatement(
            sql: "INSERT INTO swatch(palette, position, name, red, green, blue) VALUES (?, ?, ?, ?, ?, ?)")
        return try palettes.enumerated().map { index, palette in
            try execute(
                sql: "INSERT INTO palette(name, position, columns) VALUES (?, ?, ?)",
                arguments: [palette.name, position + Double(index), palette.columns > 0 ? palette.columns : nil])
            let id = lastInsertedRowID
            // Other programs save before what is here, at minus the time.
            let begin = -Double(now) - Double(palette.contents.count)
            for (index, content) in palette.contents.enumerated() {
                let color = content.color
                try insert.execute(
                    arguments: [id, begin + Double(index), content.name, color.red, color.green, color.blue])
                if index % 1_000 == 999 { progress(1_000) }
            }
            progress(palette.contents.count % 1_000)
            return id
        }
    }

    /// What a file of a palette holds: its colors as people have put them, in whatever order a window shows them.
    func exportPalette(_ id: Palette.ID) throws -> ColorPalette {
        guard let palette = try record(Palette.self, id) else { throw PaletteError.paletteGone() }
        let swatches = try Swatch.fetchAll(
            self, sql: "SELECT * FROM swatch WHERE palette = ? ORDER BY position, id", arguments: [id])
        let columns = try Int.fetchOne(
            self,
            sql:
                "SELECT columns FROM palette WHERE id = ? AND typeof(columns) = 'integer' AND columns BETWEEN 1 AND 256",
            arguments: [id])
        return ColorPalette(
            name: palette.name, columns: columns ?? 0,
            entries: swatches.map { ColorPalette.Entry(name: $0.name, color: $0.color) })
    }
}
