import AviaryColors
import AviaryResults
import Foundation
import GRDB
import Synchronization

/// The palettes among what `aviary import` was given.
struct PaletteFiles {
    private(set) var paths: [String] = []
    /// What is left for others to import.
    private(set) var others: [String] = []

    /// The endings of text that may hold colors and is of no form of its own. The room takes such files, too.
    private static let textEndings: Set = ["scss", "txt"]

    /// A file is one of palettes by its content or its ending; `-`, standard input, always is.
    init(_ arguments: [String]) {
        for path in arguments {
            if path == "-" || Self.isPalette(path) { paths.append(path) } else { others.append(path) }
        }
    }

    private static func isPalette(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else {
            return false
        }
        // A pipe is read once, and no photograph comes from one.
        let kind = try? FileManager.default.attributesOfItem(atPath: (path as NSString).resolvingSymlinksInPath)[.type]
        if kind as? FileAttributeType != .typeRegular { return true }
        let ending = (path as NSString).pathExtension.lowercased()
        if PaletteFormat(fileName: path) != nil || textEndings.contains(ending) { return true }
        guard let file = try? FileHandle(forReadingFrom: URL(filePath: path)) else { return false }
        defer { try? file.close() }
        let head = [UInt8]((try? file.read(upToCount: 4_096)) ?? Data())
        switch PaletteFormat(contentOf: head) {
        case .gpl, .ase: return true
        default: return false
        }
    }

    /// Reads all of them.
    func read() -> PaletteImport {
        paths.reduce(into: PaletteImport()) { sum, path in
            let name = (path as NSString).lastPathComponent
            sum += path == "-" ? Self.standardInput() : PaletteImport(path: path, named: name)
        }
    }

    private static func standardInput() -> PaletteImport {
        let name = PaletteWords.standardInput
        do { return try PaletteImport(.standardInput, named: name) } catch {
            return PaletteImport(refusing: name, because: PaletteWords.unreadable(error.localizedDescription))
        }
    }

    /// Imports all of them in one transaction.
    ///
    /// - Returns: What is printed.
    func add(to gallery: Gallery) async throws -> String {
        let new = read()
        let path = gallery.place
        if !new.palettes.isEmpty {
            let progress = Mutex(ProgressBar(total: new.colorCount, of: CommandWords.colors))
            defer { progress.withLock { $0.finish() } }
            do {
                _ = try await gallery.store.write { db in
                    try db.importPalettes(new.palettes) { count in progress.withLock { $0.advance(by: count) } }
                }
            } catch { throw gallery.store.explain(error) }
        }
        let lines = [PaletteWords.added(new.summary, to: path)]
        let more = new.problemCount - new.problems.count
        return
            (lines + new.problems.map { "  \($0)" } + (more > 0 ? ["  \(PaletteWords.otherProblems(more))"] : []))
            .joined(separator: "\n")
    }
}
