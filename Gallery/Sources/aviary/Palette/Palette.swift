import GRDB

/// A palette as it is stored: a name for a group of saved colors.
struct Palette: NameOnlyRecord, Hashable, Sendable {
    static let databaseTableName = "palette"

    let id: Int64
    let name: String
}

extension Database {
    /// Makes a palette, which comes before all others.
    ///
    /// - Parameter name: The name that a person typed. Without one, the palette gets a default name with the next free
    ///   number.
    @discardableResult
    func savePalette(named name: String? = nil) throws -> Palette.ID {
        let name = try name ?? freeName(for: PaletteWords.newPalette)
        let first = try Double.fetchOne(self, sql: "SELECT min(position) FROM palette WHERE typeof(position) = 'real'")
        try execute(
            sql: "INSERT INTO palette(name, position) VALUES (?, ?)",
            arguments: [name.asName(), min(-Double(now), (first ?? 0) - 1)])
        return lastInsertedRowID
    }

    /// Returns the first palette. Makes one if there is none.
    func firstPalette() throws -> Palette.ID {
        let first = try Palette.ID.fetchOne(self, sql: "SELECT id FROM palette ORDER BY position, id LIMIT 1")
        return try first ?? savePalette()
    }

    /// Returns the palette that a person chose for saving, or the first palette if the chosen one is gone.
    func palette(for chosen: Palette.ID?) throws -> Palette.ID {
        if let chosen, try record(Palette.self, chosen) != nil { return chosen }
        return try firstPalette()
    }

    /// Returns the palette that a person chose in a sheet. Makes a new palette if the person chose a name.
    func palette(chosen choice: NameListController.Choice) throws -> Palette.ID {
        switch choice {
        case .record(let id): id
        case .new(let name): try savePalette(named: name)
        }
    }

    /// The name of a palette; empty if the palette was deleted.
    func name(of id: Palette.ID) throws -> String { try record(Palette.self, id)?.name ?? "" }

    /// Gives a palette the name that a person typed, even if somebody else has renamed it meanwhile; see `rename`.
    func renamePalette(_ id: Palette.ID, from begun: String, to typed: String) throws -> Renaming {
        try rename(Palette.self, id, from: begun, to: typed) { PaletteError.paletteGone(typed: $0) }
    }

    /// Deletes a palette with all its colors.
    ///
    /// - Returns: The number of deleted colors.
    @discardableResult
    func deletePalette(_ id: Palette.ID) throws -> Int {
        try execute(sql: "DELETE FROM palette WHERE id = ?", arguments: [id])
        guard changesCount > 0 else { throw PaletteError.paletteGone() }
        try execute(sql: "DELETE FROM swatch WHERE palette = ?", arguments: [id])
        return changesCount
    }

    private func freeName(for name: String) throws -> String {
        var taken = NameNumbers(of: name)
        let names = try String.fetchCursor(
            self, sql: "SELECT substr(name, 1, 300) FROM palette WHERE typeof(name) = 'text'")
        while let name = try names.next() { taken.take(name) }
        return taken.next()
    }
}
