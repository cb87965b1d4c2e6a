/// The facts about a palette that the head of a file needs.
public struct PaletteOutline: Hashable, Sendable {
    /// The name, on one line; empty if the palette has no name.
    public let name: String
    /// The number of colors that other programs show side by side; 0 if it is not stated.
    let columns: Int
    /// The number of colors.
    public let count: Int
    /// The `$extensions` of other programs, the `$description` and `$deprecated` of a design token: an object of JSON
    /// with these members, or empty.
    let details: String

    /// The outline of a palette whose colors are not read yet.
    ///
    /// - Parameters:
    ///   - name: The name, which is put on one line, without control characters.
    ///   - columns: The number of columns, clamped to 0...256.
    ///   - count: The number of its colors.
    ///   - details: An object of JSON of at most 4,096 bytes. Any other text counts as empty.
    public init(name: String, columns: Int = 0, count: Int, details: String = "") {
        self.init(ColorPalette(name: name, columns: columns, details: details), count: count)
    }

    init(_ palette: ColorPalette, count: Int? = nil) {
        (name, columns, details) = (palette.name, palette.columns, palette.details)
        self.count = count ?? palette.entries.count
    }
}

/// Writes a file of palettes in parts, so that only one part is in memory.
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
    /// - Throws: `PaletteFormatError` if there are more palettes or colors than such a file can hold.
    public init(_ format: PaletteFormat, _ palettes: [PaletteOutline]) throws(PaletteFormatError) {
        if palettes.count > 1, !format.allowsSeveral { throw .onePalette(format) }
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
            case .tokens: TokensParts(palettes)
            case .svg: SVGParts(palettes)
            }
    }

    /// The first bytes of the file.
    public var head: [UInt8] { parts.head }
    /// How often all palettes must be written, one pass after the other.
    public var passes: Int { parts.passes }
    /// The last bytes of the file.
    public var foot: [UInt8] { parts.foot }

    /// Begins a palette. The palettes must come in the order in which the initializer got them.
    public mutating func begin(_ palette: PaletteOutline, in file: inout [UInt8]) { parts.begin(palette, in: &file) }

    /// Appends a color of the present palette.
    public mutating func add(_ entry: ColorPalette.Entry, to file: inout [UInt8]) { parts.add(entry, to: &file) }

    /// Ends the present palette.
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
