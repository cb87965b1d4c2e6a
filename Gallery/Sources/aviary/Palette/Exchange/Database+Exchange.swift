import AviaryColors
import GRDB

extension Database {
    /// Saves imported palettes in their order, before all other palettes.
    ///
    /// - Parameter progress: Called after each statement with the number of colors that it saved.
    func importPalettes(_ palettes: [ImportedPalette], progress: (Int) -> Void = { _ in }) throws -> [Palette.ID] {
        let first = try Double.fetchOne(self, sql: "SELECT min(position) FROM palette WHERE typeof(position) = 'real'")
        let position = min(-Double(now), (first ?? 0) - 1) - Double(palettes.count)
        return try palettes.enumerated().map { index, palette in
            try execute(
                sql: "INSERT INTO palette(name, position, columns, details) VALUES (?, ?, ?, ?)",
                arguments: [
                    palette.name, position + Double(index), palette.columns > 0 ? palette.columns : nil,
                    palette.details.isEmpty ? nil : palette.details,
                ])
            let id = lastInsertedRowID
            // All positions are smaller than the negative time, which is the default position of colors by other
            // programs.
            let begin = -Double(now) - Double(palette.contents.count)
            try insert(palette.contents, into: "swatch", Swatch.insertedColumns, progress: progress) { index, content in
                content.inserted(as: content.name, in: id.databaseValue, at: begin + Double(index))
            }
            return id
        }
    }

    /// Describes a palette for the head of its file.
    func outline(of id: Palette.ID) throws -> PaletteOutline {
        guard let palette = try record(Palette.self, id) else { throw PaletteError.paletteGone() }
        let count = try Int.fetchOne(self, sql: "SELECT count(*) FROM swatch WHERE palette = ?", arguments: [id])
        let (columns, details) = try facts(of: id)
        return PaletteOutline(name: palette.name, columns: columns, count: count ?? 0, details: details)
    }

    /// Reads the next colors of a palette, in the order of its file.
    ///
    /// - Parameter last: The place of the previous color, which may be deleted by now; `nil` for the first part.
    /// - Complexity: O(*k*) for *k* colors.
    func swatches(in palette: Palette.ID, behind last: SwatchPlace? = nil, limit: Int) throws -> SwatchPart {
        func fetch(_ filter: SQL, limit: Int) throws -> [Swatch] {
            try Swatch.filter(Column("palette") == palette).filter(literal: filter)
                .order(Column("position"), Column("id")).limit(limit).fetchAll(self)
        }
        var swatches: [Swatch]
        if let last, last.position.isNull {
            // NULL comes first in the order, but no comparison with NULL is true. So colors without a position are read
            // separately.
            swatches = try fetch("position IS NULL AND id > \(last.id)", limit: limit)
            let rest = limit - swatches.count
            if rest > 0 { swatches += try fetch("position IS NOT NULL", limit: rest) }
        } else if let last {
            swatches = try fetch("(position, id) > (\(last.position), \(last.id))", limit: limit)
        } else {
            swatches = try fetch("1", limit: limit)
        }
        guard swatches.count == limit, let last = swatches.last else { return SwatchPart(swatches: swatches) }
        let position = try DatabaseValue.fetchOne(
            self, sql: "SELECT position FROM swatch WHERE id = ?", arguments: [last.id])
        return SwatchPart(swatches: swatches, last: SwatchPlace(position: position ?? .null, id: last.id))
    }

    /// The parts of a palette that only files have. Any program may have written them.
    private func facts(of id: Palette.ID) throws -> (columns: Int, details: String) {
        let row = try Palette.select(Column("columns"), DatabaseValue.details).filter(key: id).asRequest(of: Row.self)
            .fetchOne(self)
        guard let row else { return (0, "") }
        let details = String.fromDatabaseValue(row[1]) ?? ""
        guard case .int64(let columns) = (row[0] as DatabaseValue).storage, (1...256).contains(columns) else {
            return (0, details)
        }
        return (Int(columns), details)
    }

    /// Reads the content of a palette's file. The colors are in manual order, whatever order a window shows.
    func exportPalette(_ id: Palette.ID) throws -> ColorPalette {
        guard let palette = try record(Palette.self, id) else { throw PaletteError.paletteGone() }
        let swatches = try Swatch.fetchAll(
            self, sql: "SELECT * FROM swatch WHERE palette = ? ORDER BY position, id", arguments: [id])
        let (columns, details) = try facts(of: id)
        return ColorPalette(
            name: palette.name, columns: columns, entries: swatches.map(\.content.entry), details: details)
    }
}

/// Consecutive colors of a palette.
struct SwatchPart: Hashable, Sendable {
    var swatches: [Swatch]
    /// The place of the last color; `nil` if no more colors can follow.
    var last: SwatchPlace?
}

/// The place of a color in the manual order of its palette.
struct SwatchPlace: Hashable, Sendable {
    /// The position may have any type, because another program may have written it.
    var position: DatabaseValue
    var id: Swatch.ID
}
