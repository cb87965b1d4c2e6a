import AviaryServer
import AviaryText
import Foundation

/// What the commands print, and the sentences about their errors. The help of an option, and the error about its value,
/// are in the code of the option.
enum CommandWords {
    // MARK: serve

    static func isAt(_ urls: [String]) -> String { "Aviary is at \(urls.joined(separator: "\n         or "))" }
    static func data(isIn directory: String) -> String { "Its data is in \(directory)" }
    static let signingOut = "Browsers are signed out at the address /token."
    /// - Parameter directory: The directory of the gallery; `nil` for the default one.
    static func tokenIsHidden(directory: String?) -> String {
        "Browsers need the token. This prints it: aviary token\(directory.map { " --data \($0)" } ?? "")"
    }
    static let addressNotStored = "The address could not be kept, so aviary token does not print it"
    static let stopping = "Press Control-C to stop."

    // MARK: Jobs

    /// The titles of jobs: the long commands. Every visitor sees them, so they have names only, without the folders above.
    static func backup(to folder: String) -> String { "Backup to \(name(of: folder))" }
    static func export(to folder: String) -> String { "Export of all photographs to \(name(of: folder))" }
    static func importing(_ paths: [String]) -> String {
        "Import of \(paths.map { $0 == "-" ? standardInput : name(of: $0) }.joined(separator: ", "))"
    }
    static func name(of path: String) -> String { URL(filePath: path).standardizedFileURL.lastPathComponent }
    /// Where an import has added something, for visitors.
    static let theGallery = "the gallery"
    /// The first line of a text for a terminal, without the lines that it announces.
    static func firstLine(of text: String) -> String {
        let line = text.prefix { $0 != "\n" }
        return String(line.hasSuffix(":") ? line.dropLast() : line)
    }
    static let cancelled = "Somebody cancelled this in a window of the gallery. What was done before is kept."
    static let jobsNotSeen = "The jobs of other programs are not shown"

    static let noProc = "The program needs /proc, which is not mounted here: run \"mount -t proc proc /proc\" first."

    // MARK: import, sample

    /// - Parameter things: The number of added things, in words: "2 photos".
    static func added(_ things: String, to path: String) -> String { "Added \(things) to \(path)" }
    /// The numbers, then a line for each problem of a file.
    static func addedPalettes(_ read: PaletteImport, to path: String) -> String {
        let first = read.summary.map { added($0, to: path) } ?? "No palette was added to \(path)"
        let more = read.problemCount - read.problems.count
        let problems = read.problems + (more > 0 ? [PaletteWords.otherProblems(more)] : [])
        return ([first] + problems.map { "  \($0)" }).joined(separator: "\n")
    }
    /// The name of a palette file that comes by standard input.
    static let standardInput = "Standard input"
    static func cameBack(_ count: Int) -> String { "\(count.formatted(.number)) came back from the trash" }
    static func wereThere(_ count: Int) -> String {
        "\(count.formatted(.number)) \(count == 1 ? "was" : "were") there already"
    }
    /// A sentence, then a line for each photograph, with the reason.
    static func list(_ sentence: String, _ photos: [RefusedPhoto]) -> String {
        ([sentence] + photos.map { "  \($0.name.onOneLine): \($0.reason)" }).joined(separator: "\n")
    }
    static func couldNotBeAdded(_ count: Int) -> String { "\(count.counted("file")) could not be added:" }
    /// Ends of sentences: the reasons why a folder or a file was not imported.
    static let unreadableFolder = "the folder cannot be read"
    static let unreadableName = "its name is not in UTF-8; rename it, then import it again"
    static func saved(_ count: Int) -> String { count.counted("saved color") }
    static func photosOfService(_ count: Int) -> String { "\(RoomWords.photos(count)) of the embedded service" }
    /// The nouns that progress bars count, in the plural.
    static let files = "files"
    static let pictures = "pictures"
    static let photos = "photos"
    static let colors = "colors"
    static let savedColors = "saved colors"
    static func progress(_ done: Int, of total: Int, _ things: String) -> String { "\(done) of \(total) \(things)" }

    // MARK: export

    static func wrote(_ palettes: Int, withColors colors: Int, to file: String) -> String {
        let colors = RoomWords.colors(colors)
        return "Wrote \(palettes == 1 ? colors : "\(palettes.counted("palette")) with \(colors)") to \(file)"
    }

    /// - Parameter parts: The names of the mechanisms that this system lacks, at least one.
    static func workersAreLessConfined(_ parts: [String]) -> String {
        "This system has no \(parts.joined(separator: " and no ")), so a process that decodes pictures may do more than that."
    }

    // MARK: Errors

    static func sentence(about error: ExportError) -> String {
        switch error {
        case .noPalette(let name, let known):
            "There is no palette \(name.quoted). "
                + (known.isEmpty
                    ? "The gallery has none." : "There are: \(known.prefix(20).map(\.quoted).joined(separator: ", ")).")
        case .severalPalettes(let name, let count):
            "\(count.formatted(.number)) palettes are called \(name.quoted). Give the one you mean another name first."
        case .unwritable(let file, let reason): "\(PathWords.quoted(file)) cannot be written: \(reason.onOneLine)."
        }
    }

    static func sentence(about error: ImportError) -> String {
        switch error {
        case .unusable(let fault):
            if case .forbidden = fault {
                "\(PathWords.sentence(about: fault)) Nothing was added; copy the files to a folder that \(UserName.current) may read."
            } else {
                "\(PathWords.sentence(about: fault)) Nothing was added."
            }
        }
    }

    static func sentence(about error: DataFolderError) -> String {
        switch error {
        case .unusable(let fault):
            switch fault {
            case .forbidden(_, _, let owner), .isOfOther(_, let owner):
                "\(PathWords.sentence(about: fault)) \(PathWords.run(as: owner))"
            default: "\(PathWords.sentence(about: fault)) Choose another directory with --data."
            }
        case .hasForeignFile(let path, let owner, let folder):
            "\(path) belongs to \(owner), so \(UserName.current) may not use it. Give the files back: sudo chown -R \(UserName.current): \(folder)."
        case .serviceHasOne(let directory, let owner, let none):
            "There is no gallery in \(none). The gallery of the service is in \(directory). \(PathWords.run(as: owner)) For a gallery of your own, give --data, or run aviary serve."
        }
    }

    static func sentence(about error: TokenFileError) -> String {
        switch error {
        case .unusablePath(let fault): "The token cannot be read. \(PathWords.sentence(about: fault))"
        case .unreadable(let path): "You aren't allowed to read the token in \(path)."
        case .unusable(let path, let error): "\(path) has no usable token. \(error)"
        case .unwritable(let path): "The token cannot be kept in \(path): it is not writable."
        case .notMade(let directory):
            "The gallery in \(directory) has no token yet. aviary serve makes one when it asks for one, for example with --require-token."
        case .nobodySees:
            "Nobody would see the token, because nothing is kept with --read-only. Give one by --token-file or AVIARY_TOKEN."
        }
    }
    static let noTokenIsAsked = "This address needs no token."
    static func tokenIsOpen(_ path: String) -> String {
        "Other users of this machine may read the token in \(path); chmod 600 closes it."
    }
}
