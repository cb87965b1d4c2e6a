import AviaryText
import Foundation

/// The result of reading a file of palettes: the palettes, and the problems.
public struct PaletteContents: Hashable, Sendable {
    /// The palettes, without palettes that have neither a name nor colors.
    public private(set) var palettes: [ColorPalette] = []
    /// The first 20 problems, in the order in which they were found. If there are so many that reading stops, the first
    /// one says so.
    public private(set) var problems: [PaletteProblem] = []
    /// The number of all problems. Reading stops at 1,000 problems.
    public private(set) var problemCount = 0

    /// The largest number of colors that are read from one file.
    static let maximumColors = 1_000_000

    private static let maximumProblems = 20
    /// The number of problems after which reading stops, because the file is probably not a file of colors.
    static let mostProblems = 1_000

    private(set) var count = 0
    private var isOpen = false

    /// True if no color was found.
    public var isEmpty: Bool { count == 0 }

    /// True if there are so many problems that reading stops.
    var isHopeless: Bool { problemCount >= Self.mostProblems }

    mutating func report(_ place: PaletteProblem.Place, _ reason: @autoclosure () -> String) {
        guard !isHopeless else { return }
        problemCount += 1
        if problems.count < Self.maximumProblems { problems.append(PaletteProblem(place: place, reason: reason())) }
        guard isHopeless else { return }
        let sentence = "nothing behind this is read, as so many parts of the file are no colors"
        problems.insert(PaletteProblem(place: place, reason: sentence), at: 0)
        problems.removeLast()
    }

    /// Begins a palette. The next colors belong to it.
    mutating func begin(_ name: String, columns: Int = 0, details: String = "") {
        // If the open palette has no colors, it only contains other palettes, and is removed.
        if isOpen, palettes.last?.entries.isEmpty == true { palettes.removeLast() }
        palettes.append(ColorPalette(name: name, columns: columns, details: details))
        isOpen = true
    }

    /// Ends the present palette. A palette without colors is kept if it has a name.
    mutating func close() {
        if isOpen, let last = palettes.last, last.entries.isEmpty, last.name.isEmpty { palettes.removeLast() }
        isOpen = false
    }

    /// Sets the name and the columns of the present palette, also after its first colors. Begins one if none is open.
    mutating func describe(name: String? = nil, columns: Int? = nil) {
        guard isOpen, let last = palettes.popLast() else { return begin(name ?? "", columns: columns ?? 0) }
        palettes.append(
            ColorPalette(
                name: name ?? last.name, columns: columns ?? last.columns, entries: last.entries,
                details: last.details))
    }

    /// Adds a color. Returns false if the largest number of colors has already been read.
    @discardableResult
    mutating func add(
        _ name: String, _ color: SRGB, details: String = "", at place: PaletteProblem.Place
    ) -> Bool {
        guard count < Self.maximumColors else {
            if count == Self.maximumColors {
                report(place, "only the first \(Self.maximumColors.counted("color")) of a file are read")
                count += 1
            }
            return false
        }
        if !isOpen { begin("") }
        count += 1
        palettes[palettes.count - 1].entries.append(
            ColorPalette.Entry(name: name, color: color, details: details))
        return true
    }
}

extension PaletteContents {
    /// Puts the name of the group before the name of each color whose name is not unique in its palette.
    ///
    /// - Parameter groups: The index of a color among all colors, in ascending order, and the name of its group or an
    ///   empty text.
    mutating func distinguish(_ groups: [(index: Int, group: String)]) {
        var (rest, start) = (groups[...], 0)
        for palette in palettes.indices {
            let end = start + palettes[palette].entries.count
            defer { start = end }
            let own = rest.prefix { $0.index < end }
            rest = rest.dropFirst(own.count)
            let names = own.map { palettes[palette].entries[$0.index - start].name }
            let uses = Dictionary(zip(names, repeatElement(1, count: names.count)), uniquingKeysWith: +)
            for ((index, group), name) in zip(own, names) where !group.isEmpty && uses[name, default: 0] > 1 {
                let entry = palettes[palette].entries[index - start]
                palettes[palette].entries[index - start] = ColorPalette.Entry(
                    name: "\(group) \(name)", color: entry.color, details: entry.details)
            }
        }
    }

    /// Sets the colors that were added before they were known. A color that stays unknown is removed.
    ///
    /// - Parameter colors: The index of each such color among all colors, in ascending order.
    mutating func settle(_ colors: [(index: Int, color: SRGB?)]) {
        var (rest, index) = (colors[...], 0)
        for palette in palettes.indices {
            let end = index + palettes[palette].entries.count
            defer { index = end }
            guard let next = rest.first, next.index < end else { continue }
            var kept: [ColorPalette.Entry] = []
            kept.reserveCapacity(end - index)
            for (offset, entry) in palettes[palette].entries.enumerated() {
                guard let next = rest.first, next.index == index + offset else {
                    kept.append(entry)
                    continue
                }
                rest.removeFirst()
                guard let color = next.color else { continue }
                var entry = entry
                entry.color = color
                kept.append(entry)
            }
            count -= end - index - kept.count
            palettes[palette].entries = kept
        }
        palettes.removeAll { $0.entries.isEmpty && $0.name.isEmpty }
    }
}

/// A part of a file that was left out or changed, and its position.
public struct PaletteProblem: Hashable, Sendable, CustomStringConvertible {
    /// A position in a file.
    enum Place: Hashable, Sendable {
        /// The file as a whole, or a part at an unknown position.
        case file
        /// A line of a text; the first is 1.
        case line(Int)
        /// An offset in bytes; the first is 0.
        case byte(Int)
    }

    /// The position of the problem: a line in a text, a byte in a binary file.
    var place: Place
    /// The problem in words that continue a sentence, without a full stop.
    var reason: String

    /// The position and the reason as a sentence: "Line 3: a channel is a number from 0 to 255."
    public var description: String {
        switch place {
        case .file: "\(reason.capitalizedFirst)."
        case .line(let line): "Line \(line.formatted()): \(reason)."
        case .byte(let byte): "Byte \(byte.formatted()): \(reason)."
        }
    }
}
