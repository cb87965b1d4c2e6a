import ArgumentParser
import AviaryApps
import AviaryColors
import AviaryImages
import AviaryResults
import AviaryText
import Foundation
import GRDB

/// `aviary export`: writes palettes to a file, or all photographs to a folder.
struct Export: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write palettes to a file, or all photographs to a folder.",
        discussion: """
            --photos writes the originals of all photographs that are not in the trash, under their names, with a folder \
            for each month, and links to them for each album. It may be stopped, and started again. The gallery may be \
            served meanwhile. The exit code is 2 if some could not be written; each of them is named.

            Forms: \(PaletteFormat.allCases.map { "\($0) (\($0.title))" }.joined(separator: ", ")). A file of \
            \(PaletteFormat.allCases.filter(\.allowsSeveral).map(\.rawValue).joined(separator: ", ")) holds any number of \
            palettes: give --palette for each.
            """)

    @Option(name: .customLong("palette"), help: "A palette, as it is called.")
    var palettes: [String] = []

    @Option(
        help: ArgumentHelp("The folder for all photographs.", valueName: "folder"), completion: .directory)
    var photos: String?

    @Option(help: "The form of the file; by default that of its ending.", transform: read)
    var format: PaletteFormat?

    @Argument(help: "The file; - is standard output.", completion: .file())
    var file = "-"

    @OptionGroup var data: DataOption

    @OptionGroup var node: UpstreamOptions

    private static func read(_ text: String) throws -> PaletteFormat {
        guard let format = PaletteFormat(rawValue: text.lowercased()) else {
            let forms = PaletteFormat.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("--format is one of \(forms).")
        }
        return format
    }

    func validate() throws {
        guard palettes.isEmpty != (photos?.isEmpty ?? true) else {
            throw ValidationError("Name a palette by --palette, or a folder by --photos.")
        }
        if photos != nil {
            guard format == nil, file == "-" else { throw ValidationError("--photos takes a folder, and no form.") }
            return
        }
        guard format != nil || PaletteFormat(fileName: file) != nil else {
            throw ValidationError("Say the form of the file: --format gpl, for instance.")
        }
    }

    func run() async throws {
        try await reportingFailure {
            if let photos { return try await writePhotos(to: URL(filePath: photos, directoryHint: .isDirectory)) }
            guard let format = format ?? PaletteFormat(fileName: file) else { return }
            let directory = try data.writable()
            let gallery = try await node.open(in: directory) { try Gallery.openExisting(at: directory) }
            try await gallery.node?.catchUp()
            let wanted = palettes
            let found: [ColorPalette]
            do {
                found = try await gallery.store.read { db in
                    let palettes = try Palette.fetchAll(db, sql: "SELECT * FROM palette ORDER BY position, id")
                    return try wanted.map { name in
                        let named = palettes.filter { $0.name == name }
                        guard let first = named.first else {
                            throw ExportError.noPalette(name, known: palettes.map(\.name))
                        }
                        guard named.count == 1 else { throw ExportError.severalPalettes(name, count: named.count) }
                        return try db.exportPalette(first.id)
                    }
                }
            } catch let error as ExportError { throw error } catch { throw gallery.store.explain(error) }
            let bytes = Data(try format.write(found))
            if file == "-" {
                try FileHandle.standardOutput.write(contentsOf: bytes)
            } else {
                do { try bytes.write(to: URL(filePath: file), options: .atomic) } catch {
                    throw ExportError.unwritable(file, reason: error.reasonOfFileFault)
                }
                let colors = found.reduce(0) { $0 + $1.entries.count }
                print(CommandWords.wrote(found.count, withColors: colors, to: file))
            }
        }
    }
}

extension Export {
    private func writePhotos(to folder: URL) async throws {
        let directory = try data.readable()
        if let fault = PathFault.find(writingInto: folder.path, isGallery: false) { throw BackupError.noPlace(fault) }
        let gallery = try await node.open(in: directory) { try Gallery.openReadOnly(at: directory) }
        let library = try PhotoLibrary(of: gallery, memory: 0)
        let work = Work(folder: folder.absoluteURL.path)
        let result = try await GalleryJobs.perform(
            CommandWords.export(to: work.folder), as: JobOrder(Work.kind, work), in: directory,
            counting: CommandWords.photos
        ) { progress in
            try await work.run(library, progress)
        }
        print(CommandWords.wroteAll(result, to: folder.path))
        if !result.missing.isEmpty { throw ExitCode.someRefused }
    }

    /// One export of all photographs: of the command, or of a server that does the command again.
    struct Work: Codable {
        static let kind = "export"
        var folder: String

        static func again(of library: PhotoLibrary) -> JobKind {
            JobKind(kind, Self.self) { work, progress in _ = try await work.run(library, progress) }
        }

        fileprivate func run(_ library: PhotoLibrary, _ progress: JobProgress) async throws -> PhotoExport.Result {
            var export = PhotoExport(of: library, to: URL(filePath: folder, directoryHint: .isDirectory))
            do {
                let result = try await export.run(progress)
                progress.say(CommandWords.wrote(result, to: CommandWords.name(of: folder)))
                return result
            } catch let error as BackupError { throw error } catch { throw library.store.explain(error) }
        }
    }
}

enum ExportError: Error, CustomStringConvertible {
    case noPalette(String, known: [String])
    case severalPalettes(String, count: Int)
    case unwritable(String, reason: String)

    var description: String { CommandWords.sentence(about: self) }
}
