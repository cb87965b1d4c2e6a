import AviaryApps
import AviaryImages
import Foundation
import GRDB

/// Something that is wrong with a gallery or a backup.
enum GalleryFault: Hashable, Sendable {
    case store(StoreFault)
    /// A photograph has no original.
    case missing(ContentID, of: String)
    /// An original has other bytes than its digest says.
    case broken(ContentID)
    /// An original has no photograph. Nothing is lost: a restore keeps the originals that the backup does not have.
    case stray(ContentID)

    /// Whether something is lost or damaged.
    var isLoss: Bool { if case .stray = self { false } else { true } }
}

/// Looks for faults of a gallery or a backup. Changes nothing.
struct GalleryCheck {
    struct Result {
        /// The number of photographs.
        var photos = 0
        /// The newest version of the program that opened the store for writing; `nil` if it is not known.
        var version: String?
        var faults: [GalleryFault] = []
        /// Whether nothing is lost or damaged.
        var isWell: Bool { !faults.contains(where: \.isLoss) }
    }

    let directory: URL
    /// Whether to read the bytes of each original, and compare them with its digest.
    let readsOriginals: Bool

    /// - Throws: `BackupError.noBackup`, or the error of a store or folder that cannot be read at all.
    func run(_ progress: JobProgress) async throws -> Result {
        try BackupFolder.requireBackup(in: directory)
        return try await blocking { try look(progress) }
    }

    private func look(_ progress: JobProgress) throws -> Result {
        let store = try StoreCopy.open(directory.appending(path: Gallery.ownName), isReadOnly: true)
        var result = Result()
        if let fault = try StoreCopy.fault(in: store) { result.faults.append(.store(fault)) }
        let originals = try ContentStore(folder: PhotoLibrary.originals(in: directory), isReadOnly: true)
        // A file that is being added or removed has a note, so it is no fault.
        let noted = Set(originals.unsettled)
        let files = Set(originals.identifiers())
        result.version = try store.read { db in
            try Int64.fetchOne(db, sql: "PRAGMA user_version").flatMap(Version.text)
        }
        let rows = try store.read { db in try Row.fetchAll(db, sql: "SELECT digest, name FROM photo ORDER BY id") }
        result.photos = rows.count
        var known: Set<ContentID> = []
        for row in rows {
            // A row of another program may have no original, so it is no fault.
            guard let content = String.fromDatabaseValue(row["digest"]).flatMap(ContentID.init),
                known.insert(content).inserted, !files.contains(content), !originals.contains(content)
            else { continue }
            let name = String.fromDatabaseValue(row["name"])?.shownAsName ?? RoomWords.untitled
            result.faults.append(.missing(content, of: name))
        }
        let strays = files.subtracting(known).subtracting(noted)
        result.faults += strays.sorted { $0.description < $1.description }.map(GalleryFault.stray)
        if readsOriginals {
            var broken: [ContentID] = []
            for (index, content) in files.enumerated() {
                let isWhole = try? ContentID(ofFileAt: originals.path(of: content)) == content
                if isWhole != true, originals.contains(content) { broken.append(content) }
                progress.report(index + 1, of: files.count)
            }
            result.faults += broken.sorted { $0.description < $1.description }.map(GalleryFault.broken)
        }
        return result
    }
}
