import AviaryResults
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

    /// Finds room for some swatches.
    ///
    /// - Throws: `PaletteError` when the target is gone.
    /// - Complexity: That of `ManualOrder.makeRoom`.
    func room(for count: Int, at target: SwatchTarget) throws -> ManualOrder.Room {
        switch target {
        case .first(let palette):
            guard try record(Palette.self, palette) != nil else { throw PaletteError.paletteGone() }
            return try order.makeRoom(for: count, .first(in: palette.databaseValue), in: self)
        case .behind(let id):
            do { return try order.makeRoom(for: count, .behind(id), in: self) } catch is RecordError {
                throw PaletteError.swatchGone()
            }
        }
    }

    /// Moves swatches to the front of a palette, in the order they were shown in.
    func moveSwatches(_ ids: Set<Swatch.ID>, to palette: Palette.ID) throws {
        guard try record(Palette.self, palette) != nil else { throw PaletteError.paletteGone() }
        try order.move(inOrder(ids).map(\.id), .first(in: palette.databaseValue), in: self)
    }
}
