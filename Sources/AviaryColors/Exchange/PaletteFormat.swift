import AviaryText
import Foundation

/// A form of files of palettes, which readers and writers here know.
///
///     let contents = format.read(bytes)
///     for problem in contents.problems { print(problem) }
///     let copy = try format.write(contents.palettes)
///
/// A reader takes any bytes: it reads what it can, names the rest, and never reads more than there is. It takes time and
/// memory in proportion to the file.
public enum PaletteFormat: String, CaseIterable, Sendable {
    /// GIMP's palettes, which Inkscape, Krita and others read: one palette of 8 bits a channel, names, columns.
    case gpl
    /// Adobe Swatch Exchange: palettes as groups, names, RGB in 32-bit numbers.
    case ase
    /// Adobe Photoshop's swatches: one list of 65,535 colors at most, with names, of 16 bits a channel.
    case aco
    /// Custom properties of CSS.
    case css
    case json
    /// A drawing with a rectangle for each color.
    case svg

    /// As people call it.
    public var title: String {
        switch self {
        case .gpl: "GIMP palette"
        case .ase: "Adobe Swatch Exchange"
        case .aco: "Photoshop swatches"
        case .css: "CSS variables"
        case .json: "JSON"
        case .svg: "SVG drawing"
        }
    }

    /// What HTTP calls such a file.
    public var contentType: String {
        switch self {
        case .gpl: "text/plain; charset=utf-8"
        case .ase, .aco: "application/octet-stream"
        case .css: "text/css; charset=utf-8"
        case .json: "application/json"
        case .svg: "image/svg+xml"
        }
    }

    /// The most bytes of a file that should be given to a reader.
    public static let maximumSize = 64 << 20

    /// The form of a file with this name.
    public init?(fileName: String) {
        guard let dot = fileName.lastIndex(of: ".") else { return nil }
        self.init(rawValue: fileName[fileName.index(after: dot)...].lowercased())
    }

    /// The form that the bytes have, whatever the file is called.
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
            } else if head.hasPrefix("{") || head.hasPrefix("[") {
                self = .json
            } else if head.hasPrefix("<"), head.contains("<svg") {
                self = .svg
            } else if declaresVariables(head) {
                self = .css
            } else {
                return nil
            }
        }
    }

    /// Reads palettes of any form: that of the content, or else of the name, or else lines with a color each.
    public static func read(_ bytes: [UInt8], named name: String = "") -> PaletteContents {
        if let format = PaletteFormat(contentOf: bytes) ?? PaletteFormat(fileName: name) { return format.read(bytes) }
        return readLines(bytes)
    }

    public func read(_ bytes: [UInt8]) -> PaletteContents {
        var contents =
            switch self {
            case .gpl: readGPL(bytes)
            case .ase: readASE(bytes)
            case .aco: readACO(bytes)
            case .css: readCSS(bytes)
            case .json: readJSON(bytes)
            case .svg: readSVG(bytes)
            }
        contents.close()
        return contents
    }

    /// - Throws: `PaletteFormatError` for more palettes, or more colors, than such a file holds.
    public func write(_ palettes: [ColorPalette]) throws(PaletteFormatError) -> [UInt8] {
        if palettes.count > 1, self == .gpl || self == .aco { throw .onePalette(self) }
        switch self {
        case .gpl: return writeGPL(palettes.first ?? ColorPalette())
        case .ase: return writeASE(palettes)
        case .aco: return try writeACO(palettes.first ?? ColorPalette())
        case .css: return writeCSS(palettes)
        case .json: return writeJSON(palettes)
        case .svg: return writeSVG(palettes)
        }
    }
}

/// Why palettes cannot be written in a form.
public enum PaletteFormatError: Error, Hashable, CustomStringConvertible {
    case onePalette(PaletteFormat)
    case tooManyColors(PaletteFormat, count: Int, limit: Int)

    public var description: String {
        switch self {
        case .onePalette(let format): "A file of the form \(format.title) holds one palette."
        case .tooManyColors(let format, let count, let limit):
            "A file of the form \(format.title) holds \(limit.counted("color")) at most, and the palette has \(count.formatted(.number)). Choose another form."
        }
    }
}
