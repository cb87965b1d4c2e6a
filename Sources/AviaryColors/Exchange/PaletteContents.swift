import AviaryText
import Foundation

/// What a reader found in a file of palettes.
public struct PaletteContents: Hashable, Sendable {
    /// Without those that have no colors.
    public private(set) var palettes: [ColorPalette] = []
    /// What was not taken as it stands there, in the order of the file: the first of them.
    public private(set) var problems: [PaletteProblem] = []
    /// How many there were.
    public private(set) var problemCount = 0

    /// How many colors are read of one file.
    public static let maximumColors = 1_000_000

    private static let maximumProblems = 20

    private(set) var count = 0
    private var isOpen = false

    public var isEmpty: Bool { count == 0 }

    mutating func report(_ place: PaletteProblem.Place, _ reason: String) {
        problemCount += 1
        if problems.count < Self.maximumProblems { problems.append(PaletteProblem(place: place, reason: reason)) }
    }

    /// The colors that come next belong to this palette.
    mutating func begin(_ name: String, columns: Int = 0) {
        close()
        palettes.append(ColorPalette(name: name, columns: columns))
        isOpen = true
    }

    /// The colors that come next belong to no palette.
    mutating func close() {
        if palettes.last?.entries.isEmpty == true { palettes.removeLast() }
        isOpen = false
    }

    /// What the palette that was begun is called, and how wide it is, when that is found behind its first colors.
    mutating func describe(name: String? = nil, columns: Int? = nil) {
        guard isOpen, let last = palettes.popLast() else { return begin(name ?? "", columns: columns ?? 0) }
        palettes.append(
            ColorPalette(name: name ?? last.name, columns: columns ?? last.columns, entries: last.entries))
    }

    /// False when the file has more colors than are read.
    @discardableResult
    mutating func add(_ name: String, _ color: SRGB, at place: PaletteProblem.Place) -> Bool {
        guard count < Self.maximumColors else {
            if count == Self.maximumColors {
                report(place, "only the first \(Self.maximumColors.counted("color")) of a file are read")
                count += 1
            }
            return false
        }
        if !isOpen { begin("") }
        count += 1
        palettes[palettes.count - 1].entries.append(ColorPalette.Entry(name: name, color: color))
        return true
    }
}

/// What of a file was not taken as it stands there, and where that is.
public struct PaletteProblem: Hashable, Sendable, CustomStringConvertible {
    public enum Place: Hashable, Sendable {
        case file
        /// The first is 1.
        case line(Int)
        /// The first is 0.
        case byte(Int)
    }

    public var place: Place
    /// Goes on in a sentence, without its full stop.
    public var reason: String

    /// A sentence.
    public var description: String {
        switch place {
        case .file: "\(reason.capitalizedFirst)."
        case .line(let line): "Line \(line.formatted()): \(reason)."
        case .byte(let byte): "Byte \(byte.formatted()): \(reason)."
        }
    }
}
