import AviaryColors
import AviaryText
import Foundation

/// The words for importing files and pictures, and for exporting palettes.
extension PaletteWords {
    static func exportTitle(_ name: String) -> String { "Export \(name.quoted)" }
    static let paletteIsGone = "That palette was deleted."

    // MARK: What is imported

    /// The name of a palette from a file, if neither the file nor its name gives one. `picture` is the same for
    /// pictures.
    static let importedPalette = "Imported palette"
    static let picture = "Picture"
    /// The file name that `palette.js` gives to a long text. It also becomes the name of the palette.
    static let pastedPalette = "Pasted palette"
    static func imported(_ summary: String) -> String { "Imported \(summary)." }
    /// "2 palettes with 40 colors".
    static func palettes(_ count: Int, first name: String, withColors colors: Int) -> String {
        count == 1
            ? "\(name.quoted) with \(RoomWords.colors(colors))"
            : "\(count.counted("palette")) with \(RoomWords.colors(colors))"
    }

    // MARK: What is not

    /// Ends of sentences: the reasons why a file gave no palette.
    static let noColor = "there is no color in it"
    static let isNoPalette = "it isn't a palette. Choose a picture, or a file that ends in \(endings(or: "or"))"
    /// The extensions of all files that can be read: ".gpl, .ase or .txt".
    static func endings(or word: String) -> String {
        let endings = PaletteFormat.readEndings.map { ".\($0)" }
        return "\(endings.dropLast().joined(separator: ", ")) \(word) \(endings.last ?? "")"
    }
    static let tooLarge = "it is larger than \((PaletteFormat.maximumSize >> 20).formatted()) MB, and no palette is"
    static func unreadable(_ reason: String) -> String { "it cannot be read (\(reason.onOneLine))" }
    /// - Parameter problem: The problem, as a whole sentence.
    static func problem(_ problem: String, in file: String) -> String { "\(file.quoted): \(problem)" }
    static func refused(_ file: String, because reason: String) -> String {
        problem("\(reason.capitalizedFirst).", in: file)
    }
    static func otherProblems(_ count: Int) -> String { count.counted("other problem") }
    static func otherProblemsFound(_ count: Int) -> String {
        "\(otherProblems(count)) \(count == 1 ? "was" : "were") found."
    }
}
