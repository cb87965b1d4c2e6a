import AviaryColors
import AviaryImages
import AviaryText
import Foundation

/// A palette from a file or a picture, in the form in which the gallery stores it.
struct ImportedPalette: Hashable, Sendable {
    var name: String
    /// The number of colors that other programs show side by side; 0 if the file does not state it.
    var columns: Int
    /// What a file of design tokens says of the group besides its colors; see `ColorPalette`.
    var details = ""
    var contents: [Swatch.Content]

    /// Converts a palette from a file.
    ///
    /// - Parameters:
    ///   - palette: The palette as the file has it.
    ///   - file: The name of the file, which names a palette without a name.
    ///   - isWanted: Called from time to time. If it returns `false`, the remaining colors are left out.
    init(_ palette: ColorPalette, from file: String, while isWanted: () -> Bool = { true }) {
        // Files with design tokens have names such as `brand.tokens.json`, so `.tokens` is not part of the palette's
        // name.
        var stem = (file as NSString).deletingPathExtension
        if stem.lowercased().hasSuffix(".tokens") { stem.removeLast(".tokens".count) }
        name = palette.name.shownAsName ?? stem.shownAsName ?? PaletteWords.importedPalette
        columns = palette.columns
        details = palette.details
        contents = []
        contents.reserveCapacity(palette.entries.count)
        for (index, entry) in palette.entries.enumerated() {
            if index % 256 == 255, !isWanted() { break }
            contents.append(Swatch.Content(entry))
        }
        numberEqualNames()
    }

    init(_ picture: PicturePalette) {
        (name, columns, contents) = (picture.name, 0, picture.colors.map { Swatch.Content($0) })
        numberEqualNames()
    }

    /// Adds numbers to automatic names that would be equal, as `Database.saveSwatches` does.
    ///
    /// - Complexity: O(*n*) for *n* colors.
    private mutating func numberEqualNames() {
        var numbers: [String: NameNumbers] = [:]
        for content in contents where content.isNamedByLook && numbers[content.name] == nil {
            numbers[content.name] = NameNumbers(of: content.name)
        }
        guard !numbers.isEmpty else { return }
        for name in contents.lazy.filter({ !$0.isNamedByLook }).map(\.name) {
            numbers[name]?.take(name)
            if let space = name.lastIndex(of: " ") { numbers[String(name[..<space])]?.take(name) }
        }
        for index in contents.indices where contents[index].isNamedByLook {
            let name = contents[index].name
            contents[index].name = numbers[name]?.next() ?? name
        }
    }
}

/// The result of reading palette files.
struct PaletteImport: Hashable, Sendable {
    private(set) var palettes: [ImportedPalette] = []
    private var paletteCount = 0
    private var firstName = ""
    private(set) var colorCount = 0
    /// The sentences about refused files, and about entries that were changed or skipped. Only the first few problems
    /// of each file have a sentence.
    private(set) var problems: [String] = []
    /// The number of all problems, including those without a sentence.
    private(set) var problemCount = 0
    /// The number of files that gave no palette.
    private(set) var refused = 0

    init() {}

    /// Makes the result for a picture.
    init(_ picture: PicturePalette) { take([ImportedPalette(picture)]) }

    /// Makes the result for a refused file. The problem is a whole sentence.
    init(saying problem: String) { (refused, problemCount, problems) = (1, 1, [problem]) }

    /// Makes the result for a refused file. The reason is the end of a sentence.
    init(refusing name: String, because reason: String) { refuse(name, reason) }

    /// Reads the bytes of a file, in a time proportional to the length of the file.
    ///
    /// - Parameter isWanted: Called from time to time. If it returns `false`, the result is incomplete and must be
    ///   discarded.
    init(_ bytes: [UInt8], named name: String, while isWanted: @escaping () -> Bool = { true }) {
        let contents = PaletteFormat.read(bytes, named: name, while: isWanted)
        // Problems of single lines do not help with a binary file. If it has no palette, it is refused as a whole.
        let isText = PaletteFormat(contentOf: bytes) != nil || !bytes.prefix(4_096).contains(0)
        if contents.palettes.isEmpty, contents.problemCount == 0 || !isText {
            refuse(name, isText ? PaletteWords.noColor : PaletteWords.isNoPalette)
            return
        }
        // If the file has problems and no colors, its empty palettes are not taken, and the file counts as refused.
        let isBroken = contents.isEmpty && contents.problemCount > 0
        if !isBroken {
            take(contents.palettes.map { ImportedPalette($0, from: name, while: isWanted) })
        }
        refused = isBroken ? 1 : 0
        problemCount = contents.problemCount
        problems = contents.problems.map { PaletteWords.problem("\($0)", in: name) }
    }

    /// Reads an open file or a pipe to its end. Stops and refuses it if it is larger than a palette file may be.
    init(_ file: FileHandle, named name: String, size: Int = 0, while isWanted: @escaping () -> Bool = { true }) throws
    {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(max(0, min(size, PaletteFormat.maximumSize)))
        while isWanted(), let data = try file.read(upToCount: 1 << 20), !data.isEmpty {
            bytes += data
            guard bytes.count <= PaletteFormat.maximumSize else {
                self.init(refusing: name, because: PaletteWords.tooLarge)
                return
            }
        }
        self.init(bytes, named: name, while: isWanted)
    }

    /// Reads a file.
    ///
    /// - Parameter size: The approximate size of the file, if known.
    init(path: String, named name: String, size: Int = 0, while isWanted: @escaping () -> Bool = { true }) {
        self = Self.reading(path, named: name, size, isWanted)
    }

    private static func reading(
        _ path: String, named name: String, _ size: Int, _ isWanted: @escaping () -> Bool
    ) -> PaletteImport {
        do {
            let file = try FileHandle(forReadingFrom: URL(filePath: path))
            defer { try? file.close() }
            return try PaletteImport(file, named: name, size: size, while: isWanted)
        } catch {
            return PaletteImport(
                refusing: name, because: PaletteWords.unreadable(error.reasonOfFileFault))
        }
    }

    private mutating func take(_ read: [ImportedPalette]) {
        palettes = read
        paletteCount = read.count
        firstName = read.first?.name ?? ""
        colorCount = read.reduce(0) { $0 + $1.contents.count }
    }

    private mutating func refuse(_ name: String, _ reason: String) {
        refused += 1
        problemCount += 1
        problems.append(PaletteWords.refused(name, because: reason))
    }

    static func += (sum: inout PaletteImport, next: PaletteImport) {
        if sum.paletteCount == 0 { sum.firstName = next.firstName }
        sum.palettes += next.palettes
        sum.paletteCount += next.paletteCount
        sum.colorCount += next.colorCount
        sum.problems += next.problems
        sum.problemCount += next.problemCount
        sum.refused += next.refused
    }

    /// Frees the palettes after they were saved. The counts and the sentences stay.
    mutating func forgetPalettes() { palettes = [] }

    /// The result in words: "2 palettes with 40 colors"; `nil` if there is no palette.
    var summary: String? {
        paletteCount == 0 ? nil : PaletteWords.palettes(paletteCount, first: firstName, withColors: colorCount)
    }

    /// The first problem and the number of the other ones; empty without problems.
    var complaint: String {
        guard let first = problems.first else { return "" }
        let more = problemCount - 1
        return more > 0 ? "\(first) \(PaletteWords.otherProblemsFound(more))" : first
    }
}
