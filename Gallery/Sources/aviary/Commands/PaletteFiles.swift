import AviaryApps
import AviaryColors
import AviaryImages
import AviaryResults
import AviaryText
import Foundation
import GRDB

/// The palette files among the arguments of `aviary import`.
struct PaletteFiles {
    private(set) var paths: [String] = []
    /// The arguments that are not palette files.
    private(set) var others: [String] = []

    /// Finds the palette files by content or extension. Standard input, `-`, always counts as a palette file.
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
        // A pipe can be read only once, so its content cannot be checked first. It counts as a palette file.
        let kind = try? FileManager.default.attributesOfItem(atPath: (path as NSString).resolvingSymlinksInPath)[.type]
        if kind as? FileAttributeType != .typeRegular { return true }
        let ending = (path as NSString).pathExtension.lowercased()
        if PaletteFormat.readEndings.contains(ending) { return true }
        guard let file = try? FileHandle(forReadingFrom: URL(filePath: path)) else { return false }
        defer { try? file.close() }
        let head = [UInt8]((try? file.read(upToCount: 4_096)) ?? Data())
        switch PaletteFormat(contentOf: head) {
        case .gpl, .ase: return true
        case .none: return PaletteFormat.isPalette(head)
        default: return false
        }
    }

    /// Reads all palette files.
    func read() -> PaletteImport {
        paths.reduce(into: PaletteImport()) { sum, path in
            let name = (path as NSString).lastPathComponent
            sum += path == "-" ? Self.standardInput() : PaletteImport(path: path, named: name)
        }
    }

    private static func standardInput() -> PaletteImport {
        let name = CommandWords.standardInput
        do { return try PaletteImport(.standardInput, named: name) } catch {
            return PaletteImport(refusing: name, because: PaletteWords.unreadable(error.reasonOfFileFault))
        }
    }

    /// Imports all palette files in one transaction.
    ///
    /// - Returns: What was read, without the palettes themselves.
    func add(to gallery: Gallery, _ progress: JobProgress) async throws -> PaletteImport {
        var new = try await blocking { read() }
        if !new.palettes.isEmpty {
            do {
                _ = try await gallery.store.write { [palettes = new.palettes, total = new.colorCount] db in
                    var done = 0
                    return try db.importPalettes(palettes) { count in
                        done += count
                        progress.report(done, of: total)
                    }
                }
            } catch { throw gallery.store.explain(error) }
        }
        new.forgetPalettes()
        return new
    }
}
