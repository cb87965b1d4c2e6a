import ArgumentParser
import AviaryApps
import AviaryImages
import AviaryResults
import AviaryText
import Foundation
import GRDB
import Synchronization

/// `aviary import`: adds the photographs in folders, and palettes from files.
struct Import: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Add the photographs in folders, and palettes, to the gallery.",
        discussion: """
            Folders are searched with all that is in them, but for hidden files. Pictures are copied; a picture that is \
            there already is passed over. An import that was stopped goes on when it is started again.

            The exit code is 2 if some files could not be added; each of them is named.

            A file of a palette (\(PaletteWords.endings(or: "or"))) becomes a palette; - is one from standard input.
            """)

    @Argument(help: "Folders, or single files; - is standard input.", completion: .file())
    var folders: [String]

    @OptionGroup var data: DataOption

    @OptionGroup var node: UpstreamOptions

    func run() async throws {
        // Lowers the priority of this program and of its workers. So a gallery that is being served stays responsive.
        _ = nice(10)
        try await reportingFailure {
            let directory = try data.writable()
            let palettes = PaletteFiles(folders)
            let search = try PhotoSearch(palettes.others, besides: directory)
            let gallery = try await node.open(in: directory) { try Gallery.open(at: directory) }
            if !search.files.isEmpty { try gallery.requireSharedOriginals() }
            let work = Work(paths: folders.map { $0 == "-" ? $0 : URL(filePath: $0).absoluteURL.path })
            // Standard input can be read once.
            let order = folders.contains("-") ? nil : try JobOrder(Work.kind, work)
            let result = PartialImport()
            defer {
                for sentence in result.sentences(in: gallery.place) { print(sentence) }
                flushOutput()
            }
            let library = try PhotoLibrary(of: gallery, memory: 0)
            try await GalleryJobs.perform(
                CommandWords.importing(work.paths), as: order, in: directory, counting: CommandWords.files
            ) { progress in
                try await work.run(palettes, search, library, to: gallery, result, progress)
            }
            if !result.isComplete { throw ExitCode.someRefused }
        }
    }

    /// One import: of the command, or of a server that does the command again.
    struct Work: Codable {
        static let kind = "import"
        var paths: [String]
        /// The number of files that are prepared together and committed in one transaction.
        private static let batch = 32

        static func again(to gallery: Gallery, _ library: PhotoLibrary) -> JobKind {
            JobKind(kind, Self.self) { work, progress in
                let (palettes, search) = try await blocking {
                    let palettes = PaletteFiles(work.paths)
                    return (palettes, try PhotoSearch(palettes.others, besides: gallery.directory, progress))
                }
                if !search.files.isEmpty { try gallery.requireSharedOriginals() }
                try await work.run(palettes, search, library, to: gallery, PartialImport(), progress)
            }
        }

        /// Adds the photographs, and then the palettes. Photographs that are there are passed over when the import is
        /// done again. Palettes would be there twice, so nothing can stop the import after them.
        fileprivate func run(
            _ palettes: PaletteFiles, _ search: PhotoSearch, _ library: PhotoLibrary, to gallery: Gallery,
            _ result: PartialImport, _ progress: JobProgress
        ) async throws {
            if !palettes.others.isEmpty { result.add(AddedPhotos()) }
            for start in stride(from: 0, to: search.files.count, by: Self.batch) {
                try progress.checkCancellation()
                let files = Array(search.files[start..<min(start + Self.batch, search.files.count)])
                do {
                    result.add(
                        try await library.add(files, priority: .background, isLasting: true) { photos in
                            try await gallery.store.write { db in try db.addPhotos(photos) }
                        })
                } catch PhotoError.refused(let photos) {
                    result.add(refused: photos)
                } catch {
                    throw gallery.store.explain(error)
                }
                progress.report(start + files.count, of: search.files.count)
            }
            if !palettes.others.isEmpty { result.add(refused: search.unreadable) }
            try progress.checkCancellation()
            if !palettes.paths.isEmpty { result.palettes = try await palettes.add(to: gallery, progress) }
            let sentences = result.sentences(in: CommandWords.theGallery).map(CommandWords.firstLine)
            progress.say(sentences.joined(separator: ". "))
        }
    }

    /// The result of an import as text: the numbers, then a line for each refused file.
    static func summary(_ result: AddedPhotos, in path: String) -> String {
        var parts = [CommandWords.added(RoomWords.photos(result.added.count), to: path)]
        if !result.broughtBack.isEmpty { parts.append(CommandWords.cameBack(result.broughtBack.count)) }
        if !result.duplicates.isEmpty { parts.append(CommandWords.wereThere(result.duplicates.count)) }
        if !result.refused.isEmpty { parts.append(CommandWords.couldNotBeAdded(result.refused.count)) }
        return CommandWords.list(parts.joined(separator: "; "), result.refused)
    }
}

/// What an import has added so far. It is printed also when the import fails.
private final class PartialImport: Sendable {
    private struct State {
        var palettes: PaletteImport?
        var photos: AddedPhotos?

        mutating func add(_ added: AddedPhotos) {
            var all = photos ?? AddedPhotos()
            all += added
            photos = all
        }
    }

    private let state = Mutex(State())

    var palettes: PaletteImport? {
        get { state.withLock { $0.palettes } }
        set { state.withLock { $0.palettes = newValue } }
    }

    /// Whether nothing was refused.
    var isComplete: Bool {
        state.withLock { ($0.palettes?.refused ?? 0) == 0 && $0.photos?.refused.isEmpty ?? true }
    }

    func add(_ added: AddedPhotos) { state.withLock { $0.add(added) } }

    func add(refused: [RefusedPhoto]) {
        var added = AddedPhotos()
        added.refused = refused
        add(added)
    }

    /// What came of the palettes, and of the photographs, as far as the import has come to them.
    func sentences(in place: String) -> [String] {
        let (palettes, photos) = state.withLock { ($0.palettes, $0.photos) }
        return [
            palettes.map { CommandWords.addedPalettes($0, to: place) }, photos.map { Import.summary($0, in: place) },
        ].compactMap(\.self)
    }
}

/// The files in folders that may be photographs, each folder in the order of names that the gallery has.
struct PhotoSearch {
    private(set) var files: [PhotoFile] = []
    private(set) var unreadable: [RefusedPhoto] = []

    private let besides: String
    private let progress: JobProgress

    /// Searches folders and single files. Blocks the thread.
    ///
    /// - Parameters:
    ///   - besides: The gallery's own directory, which is left out.
    ///   - progress: Can cancel the search.
    /// - Throws: `ImportError` for a path at which no file or folder is, and for a folder that cannot be read;
    ///   `CancellationError`.
    init(_ paths: [String], besides: URL, _ progress: JobProgress = JobProgress()) throws {
        (self.besides, self.progress) = (besides.resolvingSymlinksInPath().path, progress)
        for path in paths {
            // An empty path would mean the working directory, so it is refused.
            let root = URL(filePath: path).resolvingSymlinksInPath()
            guard !path.isEmpty else { throw ImportError.unusable(.missing(path)) }
            var isFolder: ObjCBool = false
            let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            // A single file that cannot be read is named in the result, as one of a folder is.
            if !isThere || isFolder.boolValue, let fault = PathFault.find(at: path, for: .reading, isFolder: false) {
                throw ImportError.unusable(fault)
            }
            if isFolder.boolValue { try search(root, at: path) } else { add(URL(filePath: path), at: path) }
        }
    }

    /// Adds the files of a folder and its subfolders. Symbolic links in a folder are not followed, because the search
    /// would never end if a link led to a parent folder.
    private mutating func search(_ folder: URL, at path: String) throws {
        if folder.resolvingSymlinksInPath().path == besides { return }
        let keys: [URLResourceKey] = [.isDirectoryKey, .isRegularFileKey, .contentModificationDateKey]
        let content: [URL]
        do {
            content = try FileManager.default.contentsOfDirectory(
                at: folder, includingPropertiesForKeys: keys, options: .skipsHiddenFiles)
        } catch {
            unreadable.append(RefusedPhoto(name: path, reason: CommandWords.unreadableFolder))
            return
        }
        unreadable += Self.unreadableNames(in: folder).map { name in
            RefusedPhoto(
                name: (path as NSString).appendingPathComponent(name), reason: CommandWords.unreadableName)
        }
        // Names with equal keys are in the order of their bytes.
        let named = content.map { ($0, Collation.sortKey(of: $0.lastPathComponent) + [0] + $0.lastPathComponent.utf8) }
        for (url, _) in named.sorted(by: { $0.1.lexicographicallyPrecedes($1.1) }) {
            try progress.checkCancellation()
            let values = try? url.resourceValues(forKeys: [.isDirectoryKey, .isRegularFileKey])
            let below = (path as NSString).appendingPathComponent(url.lastPathComponent)
            if values?.isDirectory == true {
                try search(url, at: below)
            } else if values?.isRegularFile == true {
                add(url, at: below)
            }
        }
    }

    /// The names in a folder that are not valid UTF-8, with replacement characters. Foundation leaves out such files.
    private static func unreadableNames(in folder: URL) -> [String] {
        guard let stream = opendir(folder.path) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in Array(bytes.prefix { $0 != 0 }) }
            if name.first != UInt8(ascii: "."), String(validating: name, as: UTF8.self) == nil {
                names.append(String(decoding: name, as: UTF8.self))
            }
        }
        return names.sorted()
    }

    private mutating func add(_ url: URL, at path: String) {
        let modified = try? url.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
        files.append(PhotoFile(path: url.path, name: url.lastPathComponent, modified: modified, source: path))
    }
}

enum ImportError: Error, CustomStringConvertible {
    case unusable(PathFault)

    var description: String { CommandWords.sentence(about: self) }
}
