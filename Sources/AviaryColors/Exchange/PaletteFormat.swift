import AviaryText
import Foundation

/// A format of palette files that can be read and written.
///
///     let contents = format.read(bytes)
///     for problem in contents.problems { print(problem) }
///     let copy = try format.write(contents.palettes)
///
/// A reader accepts any bytes: it reads what it can, reports the rest as problems, and never traps. It takes time and
/// memory in proportion to the size of the file.
public enum PaletteFormat: String, CaseIterable, Sendable {
    /// GIMP's palettes, also for Inkscape, Krita and others: one palette of 8 bits a channel, with names and columns.
    case gpl
    /// Adobe Swatch Exchange: palettes as groups, names, RGB in 32-bit numbers.
    case ase
    /// Adobe Photoshop's swatches: one list of 65,535 colors at most, with names, of 16 bits a channel.
    case aco
    /// CSS with custom properties, `--name: value`; Sass and Less are read, too. A comment names the palette.
    case css
    /// JSON with palettes, names and columns. Other lists and objects of colors are read, too.
    case json
    /// Design tokens of the Design Tokens Community Group, version 2025.10: a group for each palette.
    case tokens
    /// A drawing with a rectangle for each color. In other drawings the colors of shapes and gradients are read.
    case svg

    /// The name of the format for a person.
    public var title: String {
        switch self {
        case .gpl: "GIMP palette"
        case .ase: "Adobe Swatch Exchange"
        case .aco: "Photoshop swatches"
        case .css: "CSS variables"
        case .json: "JSON"
        case .tokens: "Design tokens"
        case .svg: "SVG drawing"
        }
    }

    /// True if a file can hold several palettes.
    public var allowsSeveral: Bool { self != .gpl && self != .aco }

    /// The media type of such a file in HTTP.
    public var contentType: String {
        switch self {
        case .gpl: "text/plain; charset=utf-8"
        case .ase, .aco: "application/octet-stream"
        case .css: "text/css; charset=utf-8"
        case .json: "application/json"
        case .tokens: "application/design-tokens+json"
        case .svg: "image/svg+xml"
        }
    }

    /// The largest size of a file, in bytes. Readers do not check it; their caller does.
    public static let maximumSize = 64 << 20

    /// The file name extensions of this format, in lower case and without a dot. The first is the usual one.
    var endings: [String] {
        switch self {
        case .css: ["css", "scss", "sass", "less"]
        default: [rawValue]
        }
    }

    /// The file name extensions that can be read: those of the formats, and those of palettes and lists that are only
    /// read.
    public static let readEndings = allCases.flatMap(\.endings) + ["pal", "hex", "txt", "tsv", "csv"]

    /// The format for the extension of a file's name, in upper or lower case; `nil` for another extension or none.
    public init?(fileName: String) {
        let name = fileName.lowercased()
        guard let dot = name.lastIndex(of: ".") else { return nil }
        let ending = name.hasSuffix(".tokens.json") ? "tokens" : String(name[name.index(after: dot)...])
        guard let format = Self.allCases.first(where: { $0.endings.contains(ending) }) else { return nil }
        self = format
    }

    /// Returns true if the content begins like a file of palettes. Kinds that can only be read count, too.
    ///
    /// - Parameter bytes: The content of a file, or its beginning.
    /// - Returns: False for plain text and tables, even if they contain colors.
    /// - Complexity: O(1): the first 4,096 bytes are examined.
    public static func isPalette(_ bytes: [UInt8]) -> Bool {
        if isJASC(bytes) || isRIFF(bytes) { return true }
        let head = String(decoding: bytes.prefix(40), as: UTF8.self).lowercased()
        return head.hasPrefix(";paint.net palette") || head.hasPrefix("; paint.net palette")
            || PaletteFormat(contentOf: bytes) != nil
    }

    /// The format of a file by its content, whatever its name is; `nil` if the content is in no known format.
    ///
    /// - Complexity: O(1): the first 4,096 bytes are examined.
    public init?(contentOf bytes: [UInt8]) {
        if bytes.starts(with: Array("ASEF".utf8)) {
            self = .ase
        } else if isACO(bytes) {
            self = .aco
        } else {
            var text = PaletteText(Array(bytes.prefix(4_096)))
            text.skipSpace()
            let head = String(decoding: text.bytes[text.index...], as: UTF8.self)
            if head.hasPrefix("GIMP Palette") {
                self = .gpl
            } else if head.hasPrefix("!") {
                // A comment of X resources may have a word such as `$XConsortium:`, which is no variable.
                return nil
            } else if head.contains(/^(?:\{|\[\s*(?:["\[{\]0-9-]|$))/) {
                // The head of a section in settings, `[colors]`, is no JSON.
                // In a string of JSON, a backslash stands before a quotation mark. So the pattern finds only keys.
                self = head.contains(/"\$(?:value|type|ref)"\s*:/) ? .tokens : .json
            } else if head.hasPrefix("<"), head.contains("<svg") {
                self = .svg
            } else if declaresVariables(head) || head.hasPrefix("/* palette:") {
                self = .css
            } else {
                return nil
            }
        }
    }

    /// Reads palettes in any format. The content determines the format, or else the name of the file. If neither does,
    /// the lines are read as colors or as a table.
    ///
    /// - Parameters:
    ///   - bytes: The content of a file.
    ///   - name: The name of the file. Its ending counts where the content does not tell the format.
    ///   - isWanted: Called every few microseconds on the same thread, except for small binary files. When it returns
    ///     false, reading stops.
    /// - Complexity: O(*n*) for *n* bytes.
    public static func read(
        _ bytes: [UInt8], named name: String = "", while isWanted: @escaping () -> Bool = { true }
    ) -> PaletteContents {
        if isJASC(bytes) { return readJASC(bytes, while: isWanted) }
        if isRIFF(bytes) { return readRIFF(bytes) }
        if let format = PaletteFormat(contentOf: bytes) ?? PaletteFormat(fileName: name) {
            return format.read(bytes, while: isWanted)
        }
        return readLines(bytes, isCSV: name.lowercased().hasSuffix(".csv"), while: isWanted)
    }

    /// Reads palettes in this format.
    ///
    /// - Parameters:
    ///   - bytes: The content of a file.
    ///   - isWanted: Called every few microseconds on the same thread, except for `aco`. When it returns false, reading
    ///     stops.
    /// - Returns: The palettes, and the problems. The result is usually empty if the bytes are in another format.
    /// - Complexity: O(*n*) for *n* bytes. Besides them only the colors and their names are kept in memory.
    public func read(_ bytes: [UInt8], while isWanted: @escaping () -> Bool = { true }) -> PaletteContents {
        var contents =
            switch self {
            case .gpl: readGPL(bytes, while: isWanted)
            case .ase: readASE(bytes, while: isWanted)
            // An ACO file has at most 65,535 colors, so it needs no cancellation.
            case .aco: readACO(bytes)
            case .css: readCSS(bytes, while: isWanted)
            case .json, .tokens: readJSON(bytes, while: isWanted)
            case .svg: readSVG(bytes, while: isWanted)
            }
        contents.close()
        return contents
    }

    /// Writes palettes in this format.
    ///
    /// Formats of fewer bits a channel round the colors. CSS, JSON, design tokens and SVG keep them exactly.
    ///
    /// - Returns: The content of a file.
    /// - Throws: `PaletteFormatError` if there are more palettes or colors than such a file can hold.
    /// - Complexity: O(*n*) for *n* colors.
    public func write(_ palettes: [ColorPalette]) throws(PaletteFormatError) -> [UInt8] {
        // If a file of this format has exactly one palette, an empty palette is written for an empty list.
        let palettes = palettes.isEmpty && !allowsSeveral ? [ColorPalette()] : palettes
        var writer = try PaletteWriter(self, palettes.map { PaletteOutline($0) })
        var file = writer.head
        for _ in 0..<writer.passes {
            for palette in palettes {
                writer.begin(PaletteOutline(palette), in: &file)
                for entry in palette.entries { writer.add(entry, to: &file) }
                writer.end(in: &file)
            }
        }
        return file + writer.foot
    }
}

/// The reason why palettes cannot be written in a format. `description` is a sentence for a person.
public enum PaletteFormatError: Error, Hashable, CustomStringConvertible {
    /// A file of this format holds one palette, and there are several.
    case onePalette(PaletteFormat)
    /// A file of this format holds fewer colors than the palette has.
    case tooManyColors(PaletteFormat, count: Int, limit: Int)

    public var description: String {
        switch self {
        case .onePalette(let format):
            "A file of the form \(format.title) holds one palette. Choose another form, or write a file for each."
        case .tooManyColors(let format, let count, let limit):
            "A file of the form \(format.title) holds \(limit.counted("color")) at most, and the palette has \(count.formatted(.number)). Choose another form."
        }
    }
}
