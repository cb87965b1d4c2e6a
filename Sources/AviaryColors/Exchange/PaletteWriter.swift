/// A palette as the head of a file tells of it.
public struct PaletteOutline: Hashable, Sendable {
    /// On one line; empty when the palette has no name.
    public let name: String
    /// How many colors other programs show side by side; 0 when that is not stated.
    public let columns: Int
    /// How many colors it has.
    public let count: Int

    /// The outline of a palette whose colors are not read yet.
    ///
    /// - Parameters:
    ///   - name: Is brought on one line, without control characters.
    ///   - columns: Is brought into 0...256.
    ///   - count: The number of its colors.
    public init(name: String, columns: Int = 0, count: Int) {
        let palette = ColorPalette(name: name, columns: columns)
        (self.name, self.columns, self.count) = (palette.name, palette.columns, count)
    }

    init(_ palette: ColorPalette) {
        (name, columns, count) = (palette.name, palette.columns, palette.entries.count)
    }
}

/// Writes a file of palettes a part at a time, so that no more than a part is in memory.
///
///     var writer = try PaletteWriter(.json, [outline])
///     try await send(writer.head)
///     for _ in 0..<writer.passes {
///         var part: [UInt8] = []
///         writer.begin(outline, in: &part)
///         for entry in entries { writer.add(entry, to: &part) }
///         writer.end(in: &part)
///         try await send(part)
///     }
///     try await send(writer.foot)
public struct PaletteWriter: Sendable {
    private var parts: any PaletteParts

    /// A writer of palettes in a format.
    ///
    /// - Throws: `PaletteFormatError` for more palettes, or more colors, than such a file holds.
    public init(_ format: PaletteFormat, _ palettes: [PaletteOutline]) throws(PaletteFormatError) {
        if palettes.count > 1, !format.holdsSeveral { throw .onePalette(format) }
        let limit = Int(UInt16.max)
        if format == .aco, let count = palettes.first?.count, count > limit {
            throw .tooManyColors(.aco, count: count, limit: limit)
        }
        parts =
            switch format {
            case .gpl: GPLParts(palettes)
            case .ase: ASEParts(palettes)
            case .aco: ACOParts(palettes)
            case .css: CSSParts(palettes)
            case .json: JSONParts(palettes)
            case .svg: SVGParts(palettes)
            }
    }

    /// The first bytes of the file.
    public var head: [UInt8] { parts.head }
    /// How often all palettes are written, one after the other.
    public var passes: Int { parts.passes }
    /// The last bytes of the file.
    public var foot: [UInt8] { parts.foot }

    /// Begins a palette: one of those that the writer was made for, in their order.
    public mutating func begin(_ palette: PaletteOutline, in file: inout [UInt8]) { parts.begin(palette, in: &file) }

    /// Appends a color of the palette that was begun.
    public mutating func add(_ entry: ColorPalette.Entry, to file: inout [UInt8]) { parts.add(entry, to: &file) }

    /// Ends the palette that was begun.
    public mutating func end(in file: inout [UInt8]) { parts.end(in: &file) }
}

/// The parts of a file in one format.
protocol PaletteParts: Sendable {
    var head: [UInt8] { get }
    var passes: Int { get }
    var foot: [UInt8] { get }

    init(_ outlines: [PaletteOutline])

    mutating func begin(_ palette: PaletteOutline, in file: inout [UInt8])
    mutating func add(_ entry: ColorPalette.Entry, to file: inout [UInt8])
    mutating func end(in file: inout [UInt8])
}

extension PaletteParts {
    var head: [UInt8] { [] }
    var passes: Int { 1 }
    var foot: [UInt8] { [] }

    mutating func end(in file: inout [UInt8]) {}
}
