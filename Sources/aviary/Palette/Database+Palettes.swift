import GRDB

extension Database {
    /// Makes a palette, which comes before all others.
    ///
    /// - Parameter name: What a person calls it; else it is told apart from those that nobody has named either.
    @discardableResult
    func savePalette(named name: String? = nil) throws -> Palette.ID {
        let name = try name ?? freeName(for: PaletteWords.newPalette)
        let first = try Double.fetchOne(self, sql: "SELECT min(position) FROM palette WHERE typeof(position) = 'real'")
        try execute(
            sql: "INSERT INTO palette(name, position) VALUES (?, ?)",
            arguments: [name.asName(), min(-Double(now), (first ?? 0) - 1)])
        return lastInsertedRowID
    }

    /// The palette that comes first; made when there is none.
    func firstPalette() throws -> Palette.ID {
        let first = try Palette.ID.fetchOne(self, sql: "SELECT id FROM palette ORDER BY position, id LIMIT 1")
        return try first ?? savePalette()
    }

    /// The palette that a person chose to save in, or the first when there is none such.
    func palette(for chosen: Palette.ID?) throws -> Palette.ID {
        if let chosen, try record(Palette.self, chosen) != nil { return chosen }
        return try firstPalette()
    }

    /// The palette that a person chose in a sheet; made when it is a new one.
    func palette(chosen choice: NameListController.Choice) throws -> Palette.ID {
        switch choice {
        case .record(let id): id
        case .new(let name): try savePalette(named: name)
        }
    }

    /// What a palette is called.
    func name(of id: Palette.ID) throws -> String { try record(Palette.self, id)?.name ?? "" }

    /// Gives a palette the name a person typed, over whatever name it has by now; see `rename`.
    func renamePalette(_ id: Palette.ID, from begun: String, to typed: String) throws -> Renaming {
        try rename(Palette.self, id, from: begun, to: typed) { PaletteError.paletteGone(typed: $0) }
    }

    /// Removes a palette with all that is in it.
    ///
    /// - Returns: How many colours there were.
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
