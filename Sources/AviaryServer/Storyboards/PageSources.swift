import Foundation
import Synchronization

/// The files on disk from which the storyboards and assets of an app were made. When somebody saves one, the app shows it
/// without a build.
///
/// The files are looked for by their names, in one folder and the folders in it. It is the folder in the variable
/// `AVIARY_PAGES`. In a debug build it is otherwise the folder of the target whose code makes the app. Without either,
/// no file is looked for.
final class PageSources: Sendable {
    /// What was made of a file.
    enum Use: Sendable {
        case storyboard(Storyboard)
        case asset(Asset)

        /// The name of the file.
        var file: String {
            switch self {
            case .storyboard(let storyboard): "\(storyboard.name).html"
            case .asset(let asset): asset.name
            }
        }

        var bytes: [UInt8] {
            switch self {
            case .storyboard(let storyboard): storyboard.html
            case .asset(let asset): asset.bytes
            }
        }

        func isSame(as other: Use) -> Bool {
            switch (self, other) {
            case (.storyboard(let one), .storyboard(let other)): one.isSame(as: other)
            case (.asset(let one), .asset(let other)): one.isSame(as: other)
            default: false
            }
        }
    }

    /// A saved file that the app does not show yet.
    struct Change: Sendable {
        var use: Use
        var bytes: [UInt8]
    }

    /// Differs whenever a file was saved.
    private struct Mark: Equatable {
        var date: Date?
        var size: Int?

        init(_ path: String) {
            let attributes = try? FileManager.default.attributesOfItem(atPath: path)
            date = attributes?[.modificationDate] as? Date
            size = attributes?[.size] as? Int
        }
    }

    private struct File {
        var use: Use
        var path: String
        /// The mark at the last look. A file is read only if two looks find the same, so that it is read whole.
        var seen: Mark?
        var read: Mark?
    }

    private struct State {
        var files: [File] = []
        /// The last content of each saved file with a mistake, which is tried again together with the next one.
        var refused: [Change] = []
    }

    /// The paths of all files in the folder, by their names.
    private let paths: [String: String]
    private let state = Mutex(State())

    /// - Parameter file: A file of the target, as the compiler knows it.
    /// - Returns: `nil` when no file is to be looked for.
    convenience init?(besides file: String) {
        if let folder = ProcessInfo.processInfo.environment["AVIARY_PAGES"] {
            self.init(in: folder)
        } else {
            #if DEBUG
                self.init(in: Self.folder(of: file))
            #else
                return nil
            #endif
        }
    }

    init(in folder: String) {
        var paths: [String: String] = [:]
        let files = FileManager.default.enumerator(atPath: folder)
        while paths.count < longestFolder, let path = files?.nextObject() as? String {
            let name = path.split(separator: "/").last.map(String.init) ?? path
            if paths[name] == nil { paths[name] = "\(folder)/\(path)" }
        }
        self.paths = paths
    }

    /// The folder of a file's target: the one below `Sources`, or the folder of the file.
    static func folder(of file: String) -> String {
        let parts = file.split(separator: "/", omittingEmptySubsequences: false)
        guard let sources = parts.lastIndex(of: "Sources"), sources + 2 < parts.count else {
            return parts.dropLast().joined(separator: "/")
        }
        return parts[...(sources + 1)].joined(separator: "/")
    }

    /// Watches the file of a storyboard or an asset, if the folder has one. Does nothing if it is watched already.
    func watch(_ use: Use) {
        guard let path = paths[use.file] else { return }
        state.withLock { state in
            if !state.files.contains(where: { $0.use.isSame(as: use) }) {
                state.files.append(File(use: use, path: path))
            }
        }
    }

    /// Looks at all files.
    ///
    /// - Returns: The files that were saved since the last call, and the refused ones with them. Empty if no file was
    ///   saved.
    func takeChanges() -> [Change] {
        state.withLock { state in
            var changes: [Change] = []
            for index in state.files.indices {
                let file = state.files[index]
                let mark = Mark(file.path)
                state.files[index].seen = mark
                guard mark == file.seen, mark != file.read, let data = FileManager.default.contents(atPath: file.path)
                else { continue }
                state.files[index].read = mark
                let isRefused = state.refused.contains { $0.use.isSame(as: file.use) }
                if isRefused || Array(data) != file.use.bytes {
                    changes.append(Change(use: file.use, bytes: Array(data)))
                }
            }
            if changes.isEmpty { return [] }
            defer { state.refused = [] }
            return state.refused.filter { old in !changes.contains { $0.use.isSame(as: old.use) } } + changes
        }
    }

    /// Keeps changes with a mistake for the next call of `takeChanges()`.
    func refuse(_ changes: [Change]) { state.withLock { $0.refused = changes } }
}

/// The most files that are looked at for their names.
private let longestFolder = 10_000
