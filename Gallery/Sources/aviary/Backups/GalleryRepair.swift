import AviaryApps
import AviaryImages
import AviaryResults
import Foundation
import GRDB

/// Repairs faults that `GalleryCheck` has found. Nothing that a person has is removed.
struct GalleryRepair {
    /// What is done about a fault.
    enum Step: Hashable, Sendable {
        /// Makes the indexes of the store anew from its rows.
        case makeIndexes
        /// Takes an original from a file of the backup. The name is that of its photograph; `nil` if the gallery has a
        /// broken one.
        case putBack(ContentID, of: String?, from: String)
        /// Adds an original that has no row as a photograph.
        case add(ContentID)

        /// The photograph or the original, for a person.
        var name: String {
            switch self {
            case .makeIndexes: ""
            case .putBack(let content, let name, _): name ?? content.description
            case .add(let content): content.description
            }
        }
    }

    /// The number of steps that were done, and those that were not.
    struct Result {
        var done = 0
        var refused: [RefusedPhoto] = []
    }

    let directory: URL
    /// A backup, or another gallery with the same originals. `BackupFolder.requireBackup` has checked it.
    let backup: URL?

    /// Says what can be done about faults.
    ///
    /// - Returns: The steps, and the faults about which nothing can be done.
    /// - Throws: The error of a folder that cannot be read.
    func plan(for faults: [GalleryFault]) throws -> (steps: [Step], left: [GalleryFault]) {
        let source = try backup.map { try ContentStore(folder: PhotoLibrary.originals(in: $0), isReadOnly: true) }
        func copy(of content: ContentID) -> String? {
            source.flatMap { $0.contains(content) ? $0.path(of: content) : nil }
        }
        var (steps, left): ([Step], [GalleryFault]) = ([], [])
        let broken = Set(faults.compactMap { if case .broken(let content) = $0 { content } else { nil } })
        for fault in faults {
            let step: Step? =
                switch fault {
                case .store(let fault): fault.isOfIndexes ? .makeIndexes : nil
                case .missing(let content, let name): copy(of: content).map { .putBack(content, of: name, from: $0) }
                case .broken(let content): copy(of: content).map { .putBack(content, of: nil, from: $0) }
                case .stray(let content): broken.contains(content) ? nil : .add(content)
                }
            if let step { steps.append(step) } else { left.append(fault) }
        }
        return (steps, left)
    }

    /// Does the steps. If the program is killed, the steps that are done stay done.
    ///
    /// - Parameter progress: Gets the number of finished steps.
    /// - Throws: `BackupError`, or an error of the store.
    func run(_ steps: [Step], _ progress: JobProgress) async throws -> Result {
        var result = Result()
        if steps.contains(.makeIndexes) { try await blocking { try makeIndexes() } }
        let gallery = try Gallery.open(at: directory)
        let library = try PhotoLibrary(of: gallery, memory: 0)
        for (index, step) in steps.enumerated() {
            defer { progress.report(index + 1, of: steps.count) }
            do {
                switch step {
                case .makeIndexes: break
                case .putBack(let content, _, let path):
                    let isWhole = try await blocking { try Self.putBack(content, from: path, into: library.originals) }
                    guard isWhole else {
                        result.refused.append(RefusedPhoto(name: step.name, reason: BackupWords.notInBackup))
                        continue
                    }
                case .add(let content): try await add(content, to: library, of: gallery)
                }
                result.done += 1
            } catch PhotoError.refused(let photos) {
                result.refused += photos
            } catch let error as ImageError {
                result.refused.append(RefusedPhoto(name: step.name, reason: error.reasonOfRefusal))
            }
        }
        gallery.store.close()
        return result
    }

    private func makeIndexes() throws {
        let store = try StoreCopy.open(directory.appending(path: Gallery.ownName))
        try store.write { db in try db.execute(sql: "REINDEX") }
        try store.close()
    }

    /// - Returns: False if the file of the backup has changed on the disk, too. Then nothing was done.
    private static func putBack(_ content: ContentID, from path: String, into originals: ContentStore) throws -> Bool {
        let staged = try originals.stage(fileAt: path)
        guard staged.id == content else { return false }
        // A broken original is removed first, because `add` leaves a file that is there as it is.
        try originals.remove(content)
        try originals.add(staged).lock?.release()
        originals.forget(content)
        return true
    }

    private func add(_ content: ContentID, to library: PhotoLibrary, of gallery: Gallery) async throws {
        let file = PhotoFile(
            path: library.originals.path(of: content), name: BackupWords.nameOfFound(content), isOurs: true)
        _ = try await library.add([file], priority: .background, isLasting: true) { photos in
            try await gallery.store.write { db in try db.addPhotos(photos) }
        }
    }
}
