import AviaryColors
import AviaryResults
import AviaryServer
import GRDB

/// The export of a palette. It reads and writes one part at a time, when the download asks for the part.
///
/// No transaction lasts from one part to the next, because a download may be slow. Colors that are added, moved or
/// removed during the export may be missing in the file, or be in it twice. All other colors are in it exactly once.
struct PaletteExport: Sendable {
    /// The number of colors that are read at a time.
    static let partSize = 1_000

    private enum Stage {
        /// The state before the head. Its value has the first colors, because they were read together with the outline.
        case head(SwatchPart)
        case begin(SwatchPart)
        case colors(behind: SwatchPlace)
        case foot
        case over
    }

    let outline: PaletteOutline
    private let store: LiveStore
    private let palette: Palette.ID
    private let format: PaletteFormat
    private var writer: PaletteWriter
    private var stage: Stage
    private var passesLeft: Int
    private var written = 0

    /// Begins an export.
    ///
    /// - Throws: `PaletteError.paletteGone`, `PaletteFormatError` if the format cannot hold the palette, or an error of
    ///   the store.
    init(of palette: Palette.ID, as format: PaletteFormat, in store: LiveStore) async throws {
        (self.palette, self.format, self.store) = (palette, format, store)
        let first: SwatchPart
        (outline, first) = try await HeavyWork.shared.withTurn {
            try await store.read { db in
                (try db.outline(of: palette), try db.swatches(in: palette, limit: Self.partSize))
            }
        }
        writer = try PaletteWriter(format, [outline])
        (passesLeft, stage) = (writer.passes, .head(first))
    }

    /// Makes the next part of the file; `nil` at the end.
    ///
    /// - Throws: `CancellationError` if the client has disconnected, `PaletteError.changedMeanwhile` if the number of
    ///   colors differs from the number in the head of the file, or an error of the store.
    mutating func next() async throws -> [UInt8]? {
        switch stage {
        case .head(let first):
            stage = .begin(first)
            return writer.head
        case .begin(let part): return try await write(part, isFirst: true)
        case .colors(let last):
            let part = try await HeavyWork.shared.withTurn { [store, palette] in
                try await store.read { db in try db.swatches(in: palette, behind: last, limit: Self.partSize) }
            }
            return try await write(part, isFirst: false)
        case .foot:
            stage = .over
            return writer.foot
        case .over: return nil
        }
    }

    private mutating func write(_ part: SwatchPart, isFirst: Bool) async throws -> [UInt8] {
        let isLast = part.last == nil
        let bytes: [UInt8]
        (bytes, writer) = try await HeavyWork.shared.perform { [outline, writer] turn in
            var (writer, bytes) = (writer, [UInt8]())
            if isFirst { writer.begin(outline, in: &bytes) }
            for (index, swatch) in part.swatches.enumerated() {
                if index % 64 == 0 { try turn.check() }
                writer.add(swatch.content.entry, to: &bytes)
            }
            if isLast { writer.end(in: &bytes) }
            return (bytes, writer)
        }
        written += part.swatches.count
        if let last = part.last { stage = .colors(behind: last) } else { try await endPass() }
        return bytes
    }

    private mutating func endPass() async throws {
        let isCounted = format == .ase || format == .aco
        if isCounted, written != outline.count { throw PaletteError.changedMeanwhile }
        (passesLeft, written) = (passesLeft - 1, 0)
        guard passesLeft > 0 else { return stage = .foot }
        stage = .begin(
            try await store.read { [palette] db in
                try db.swatches(in: palette, limit: Self.partSize)
            })
    }
}
