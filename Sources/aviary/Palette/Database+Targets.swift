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

    /// Moves swatches to the front of a palette, in the order they were shown in.
    func moveSwatches(_ ids: Set<Swatch.ID>, to palette: Palette.ID) throws {
        guard try record(Palette.self, palette) != nil else { throw PaletteError.paletteGone() }
        try order.move(inOrder(ids).map(\.id), .first(in: palette.databaseValue), in: self)
    }
}
