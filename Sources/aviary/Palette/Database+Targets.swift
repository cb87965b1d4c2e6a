import AviaryApps
import AviaryResults
import AviaryViews
import GRDB

/// Where swatches are put.
enum SwatchTarget: Hashable, Sendable {
    case first(in: Palette.ID)
    /// In the palette of that swatch, right behind it.
    case behind(Swatch.ID)
}

extension Database {
    /// What other programs add comes first: by default its position is the time, negative.
    private var order: ManualOrder {
        let now = now
        return ManualOrder(of: "swatch", by: "position", within: "palette") { -Double(now) }
    }

    /// Finds positions for some swatches.
    ///
    /// - Throws: `PaletteError` when the target is gone.
    /// - Complexity: That of `ManualOrder.makePositions`.
    func positions(for count: Int, at target: SwatchTarget) throws -> ManualOrder.NewPositions {
        switch target {
        case .first(let palette):
            guard try record(Palette.self, palette) != nil else { throw PaletteError.paletteGone() }
            return try order.makePositions(for: count, .first(in: palette.databaseValue), in: self)
        case .behind(let id):
            do { return try order.makePositions(for: count, .behind(id), in: self) } catch is RecordError {
                throw PaletteError.swatchGone()
            }
        }
    }

    /// Moves swatches to where a person has put them.
    ///
    /// - Throws: `PaletteError` when the swatch is gone beside which they are to stand.
    func moveSwatches(_ move: ItemMove<Swatch.ID>) throws {
        do {
            try order.move(move, in: self) { Palette.ID($0)?.databaseValue ?? .null }
        } catch is RecordError {
            throw PaletteError.swatchGone()
        }
    }

    /// Moves swatches to the front of a palette, in the order people have put them in.
    ///
    /// - Returns: How many there are.
    @discardableResult
    func moveSwatches(_ ids: Set<Swatch.ID>, to palette: Palette.ID) throws -> Int {
        guard try record(Palette.self, palette) != nil else { throw PaletteError.paletteGone() }
        let moved = try inOrder(ids).map(\.id)
        try order.move(moved, .first(in: palette.databaseValue), in: self)
        return moved.count
    }

    /// Moves swatches to the front of the palette in which a person has dropped them, where another order than that by hand is
    /// shown; those that are in it stay where they are.
    ///
    /// - Returns: Whether any was in another palette.
    /// - Throws: `PaletteError` when the swatch is gone beside which they were dropped.
    func moveSwatchesAcross(_ move: ItemMove<Swatch.ID>) throws -> Bool {
        let group: DatabaseValue
        switch move.target {
        case .section(let name): group = Palette.ID(name)?.databaseValue ?? .null
        case .before(let id), .behind(let id):
            let row = try Row.fetchOne(self, sql: "SELECT palette FROM swatch WHERE id = ?", arguments: [id])
            guard let row else { throw PaletteError.swatchGone() }
            group = row.databaseValues.first ?? .null
        }
        let others = try Swatch.ID.fetchSet(
            self,
            sql: "SELECT id FROM swatch WHERE id IN (SELECT value FROM json_each(?)) AND palette IS NOT ?",
            arguments: [list(of: Set(move.items)), group])
        guard !others.isEmpty else { return false }
        try order.move(move.items.filter(others.contains), .first(in: group), in: self)
        return true
    }

    /// Puts palettes where a person has moved them.
    ///
    /// - Throws: `PaletteError` when the palette is gone beside which they are to stand.
    func movePalettes(_ move: ItemMove<Palette.ID>) throws {
        let now = now
        let order = ManualOrder(of: "palette", by: "position") { -Double(now) }
        do { try order.move(move, in: self) } catch is RecordError {
            throw PaletteError.paletteGone()
        }
    }
}
