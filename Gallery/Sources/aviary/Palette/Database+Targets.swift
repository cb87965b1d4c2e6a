import AviaryApps
import AviaryResults
import AviaryViews
import GRDB

/// The place where swatches are inserted or moved to.
enum SwatchTarget: Hashable, Sendable {
    case first(in: Palette.ID)
    /// Directly after that swatch, in its palette.
    case behind(Swatch.ID)
}

extension Database {
    /// The manual order of swatches. A row that another program inserts comes first, because the default position is
    /// the negative time.
    private var order: ManualOrder {
        let now = now
        return ManualOrder(of: "swatch", by: "position", within: "palette") { -Double(now) }
    }

    /// Makes positions for new swatches.
    ///
    /// - Throws: `PaletteError` if the palette or the swatch of the target was deleted.
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

    /// Moves swatches to the place where a person dropped them.
    ///
    /// - Throws: `PaletteError.swatchGone` if the target swatch was deleted.
    func moveSwatches(_ move: ItemMove<Swatch.ID>) throws {
        do {
            try order.move(move, in: self) { Palette.ID($0)?.databaseValue ?? .null }
        } catch is RecordError {
            throw PaletteError.swatchGone()
        }
    }

    /// Moves swatches to the start of a palette, in their manual order.
    ///
    /// - Returns: The number of moved swatches.
    @discardableResult
    func moveSwatches(_ ids: Set<Swatch.ID>, to palette: Palette.ID) throws -> Int {
        guard try record(Palette.self, palette) != nil else { throw PaletteError.paletteGone() }
        let moved = try inOrder(ids).map(\.id)
        try order.move(moved, .first(in: palette.databaseValue), in: self)
        return moved.count
    }

    /// Moves swatches to the start of the palette where a person dropped them. This is for a page that does not show
    /// the manual order. Swatches that are already in the palette keep their positions.
    ///
    /// - Returns: Whether any swatch came from another palette.
    /// - Throws: `PaletteError.swatchGone` if the target swatch was deleted.
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

    /// Moves palettes to the place where a person dropped them.
    ///
    /// - Throws: `PaletteError.paletteGone` if the target palette was deleted.
    func movePalettes(_ move: ItemMove<Palette.ID>) throws {
        let now = now
        let order = ManualOrder(of: "palette", by: "position") { -Double(now) }
        do { try order.move(move, in: self) } catch is RecordError {
            throw PaletteError.paletteGone()
        }
    }
}
