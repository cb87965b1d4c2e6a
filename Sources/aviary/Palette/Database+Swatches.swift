import AviaryColors
import AviaryResults
import GRDB

// What a person does with saved colours. Each is called in a transaction, which the room makes one that can be undone:
//
//     try await store.write(undoable: "Save color", in: undoStack, receipt: event.receipt) { db in
//         try db.saveSwatches([Swatch.Content(color)], at: .first(in: palette))
//     }

extension Database {
    /// Saves new swatches, in their order.
    ///
    /// - Throws: `PaletteError` when the target is gone.
    @discardableResult
    func saveSwatches(_ contents: [Swatch.Content], at target: SwatchTarget) throws -> [Swatch.ID] {
        let made = try positions(for: contents.count, at: target)
        var numbers: [String: NameNumbers] = [:]
        let insert = try cachedStatement(
            sql: "INSERT INTO swatch(palette, position, name, red, green, blue) VALUES (?, ?, ?, ?, ?, ?)")
        return try zip(contents, made.positions).map { content, position in
            let color = content.color
            let name = try content.isNamedByLook ? freeName(for: content.name, in: made.group, &numbers) : content.name
            try insert.execute(arguments: [made.group, position, name, color.red, color.green, color.blue])
            return lastInsertedRowID
        }
    }

    /// A name that no other swatch of a palette has.
    ///
    /// - Parameter numbers: What is known of names already.
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

    /// Gives a swatch the name a person typed, over whatever name it has by now.
    ///
    /// - Parameter begun: The name it had when the person began to type.
    /// - Throws: `NameError`, or `PaletteError` when it is gone.
    func renameSwatch(_ id: Swatch.ID, from begun: String, to typed: String) throws -> Renaming {
        let name = try typed.asName()
        guard let swatch = try record(Swatch.self, id) else { throw PaletteError.swatchGone(typed: name) }
        // Nothing was typed: then another's name is not in the way of this one's.
        if name == swatch.name || name == begun { return .unchanged }
        try execute(sql: "UPDATE swatch SET name = ? WHERE id = ?", arguments: [name, id])
        return swatch.name == begun ? .renamed : .overruled(swatch.name)
    }

    /// Gives a swatch another colour.
    func recolorSwatch(_ id: Swatch.ID, to color: SRGB) throws {
        try execute(
            sql: "UPDATE swatch SET red = ?, green = ?, blue = ? WHERE id = ?",
            arguments: [color.red, color.green, color.blue, id])
        if changesCount == 0 { throw PaletteError.swatchGone() }
    }

    /// What is copied of swatches, in the order they are shown in; those that are gone are left out.
    func contents(of ids: Set<Swatch.ID>, by order: SwatchOrder = .manual) throws -> [Swatch.Content] {
        try inOrder(ids, by: order).map(\.content)
    }

    /// Removes swatches.
    ///
    /// - Returns: What of them can be pasted, in the order they were shown in.
    func cutSwatches(_ ids: Set<Swatch.ID>) throws -> [Swatch.Content] {
        let contents = try contents(of: ids)
        try execute(sql: "DELETE FROM swatch WHERE id IN (SELECT value FROM json_each(?))", arguments: [list(of: ids)])
        return contents
    }

    /// Saves each of some swatches once more, right behind itself.
    @discardableResult
    func duplicateSwatches(_ ids: Set<Swatch.ID>) throws -> [Swatch.ID] {
        try inOrder(ids).flatMap { try saveSwatches([$0.content], at: .behind($0.id)) }
    }

    /// Saves colours of the Colors room, in its order, each called by the name that looks most like it.
    @discardableResult
    func saveColors(_ ids: Set<GalleryColor.ID>, in palette: Palette.ID) throws -> [Swatch.ID] {
        try saveSwatches(colors(ids).map { Swatch.Content($0.color) }, at: .first(in: palette))
    }

    /// In the order they are shown in; those that are gone are left out.
    func inOrder(_ ids: Set<Swatch.ID>, by order: SwatchOrder = .manual) throws -> [Swatch] {
        try Swatch.filter(sql: "id IN (SELECT value FROM json_each(?))", arguments: [list(of: ids)])
            .order(SwatchQuery.placeOfPalette, Column("palette"), order.ordering, Column("id"))
            .fetchAll(self)
    }
}
