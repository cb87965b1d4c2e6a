import AviaryImages
import Foundation
import GRDB

/// Looks for faults of a gallery or a backup. Changes nothing.
struct GalleryCheck {
    /// The number of photographs, and the faults.
    struct Result {
        var photos = 0
        /// A sentence for each fault.
        var faults: [String] = []
    }

    let directory: URL
    /// Whether to read the bytes of each original, and compare them with its digest.
    let readsOriginals: Bool

    /// The largest number of faults of one kind that are listed.
    private static let most = 20

    /// - Throws: `BackupError.noBackup`, or the error of a store or folder that cannot be read at all.
    func run(progress: @escaping Progress) async throws -> Result {
        guard Gallery.hasFile(Gallery.ownName, in: directory) else { throw BackupError.noBackup(directory.path) }
        return try await blocking { try look(progress) }
    }

    private func look(_ progress: Progress) throws -> Result {
        let store = try StoreCopy.open(directory.appending(path: Gallery.ownName), isReadOnly: true)
        var result = Result()
        if let fault = try StoreCopy.fault(in: store) { result.faults.append(BackupWords.storeIsDamaged(fault)) }
        let originals = try ContentStore(folder: PhotoLibrary.originals(in: directory), isReadOnly: true)
        // A file that is being added or removed has a note, so it is no fault.
        let noted = Set(originals.unsettled)
        let files = Set(originals.identifiers())
        let rows = try store.read { db in try Row.fetchAll(db, sql: "SELECT digest, name FROM photo") }
        result.photos = rows.count
        var (missing, known): ([String], Set<ContentID>) = ([], [])
        for row in rows {
            let name = String.fromDatabaseValue(row["name"])?.shownAsName ?? RoomWords.untitled
            guard let content = String.fromDatabaseValue(row["digest"]).flatMap(ContentID.init) else {
                // A row of another program may have no original, so it is no fault.
                continue
            }
            known.insert(content)
            if !files.contains(content), !originals.contains(content) { missing.append(name) }
        }
        result.faults += Self.list(missing, BackupWords.withoutOriginal)
        let strays = files.subtracting(known).subtracting(noted).map(\.description).sorted()
        result.faults += Self.list(strays, BackupWords.withoutRow)
        if readsOriginals {
            var broken: [String] = []
            for (index, content) in files.enumerated() {
                let isWhole = try? ContentID(ofFileAt: originals.path(of: content)) == content
                if isWhole != true, originals.contains(content) { broken.append(content.description) }
                progress(index + 1, files.count)
            }
            result.faults += Self.list(broken.sorted(), BackupWords.isBroken)
        }
        return result
    }

    private static func list(_ names: [String], _ sentence: (String) -> String) -> [String] {
        let rest = names.count - most
        return names.prefix(most).map(sentence) + (rest > 0 ? [BackupWords.andMore(rest)] : [])
    }
}
