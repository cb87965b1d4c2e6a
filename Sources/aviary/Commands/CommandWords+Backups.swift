import AviaryText
import Foundation

/// The output and the errors of the commands for backups.
extension CommandWords {
    static let originalHasChanged = "its original has changed on the disk, so it is not in the backup"

    /// The counts, then a line for each original that the backup lacks.
    static func backedUp(_ result: GalleryBackup.Result) -> String {
        let copied = "\(result.copied.formatted(.number)) of them new"
        let first = "Wrote \(result.place.path) with \(RoomWords.photos(result.photos)), \(copied)"
        if result.faults.isEmpty { return first }
        let lacks = "\(result.faults.count.formatted(.number)) are not in it:"
        return (["\(first); \(lacks)"] + result.faults.map { "  \($0.name.onOneLine): \($0.reason)" })
            .joined(separator: "\n")
    }

    static func removedOld(_ count: Int) -> String {
        count == 1 ? "Removed all older backups" : "Removed all but the newest \(count.formatted(.number)) backups"
    }

    static func restored(_ result: GalleryRestore.Result, to directory: String) -> String {
        let first = "Put \(RoomWords.photos(result.photos)) and all colors into \(directory)"
        return result.kept.map { "\(first); the store as it was is in \($0.lastPathComponent)" } ?? first
    }

    static func checked(_ result: GalleryCheck.Result, at path: String) -> String {
        result.faults.isEmpty
            ? "\(path) is well, with \(RoomWords.photos(result.photos))"
            : (["\(path) has faults:"] + result.faults.map { "  \($0.onOneLine)" }).joined(separator: "\n")
    }
    static func storeIsDamaged(_ reason: String) -> String { "The store is damaged: \(reason). Restore a backup." }
    static func withoutOriginal(_ name: String) -> String {
        "The photo \(name.quoted) has no original. Put its file back, or add the photo again."
    }
    static func withoutRow(_ digest: String) -> String { "The original \(digest) belongs to no photo." }
    static func isBroken(_ digest: String) -> String { "The original \(digest) has changed on the disk." }
    static func andMore(_ count: Int) -> String { "… and \(count.formatted(.number)) more." }

    static func sentence(about error: BackupError) -> String {
        switch error {
        case .damaged(let path, let reason): "\(path) is damaged: \(reason.onOneLine). Nothing was changed."
        case .unwritable(let path, let reason): "\(path.quoted) cannot be written: \(reason.onOneLine)."
        case .noBackup(let path): "There is no backup and no gallery in \(path.quoted)."
        case .galleryIsThere(let path):
            "There is a gallery in \(path.quoted). Add --replace to put the backup in its place."
        case .isCopy:
            "This is a copy of a PostgreSQL database. Back that up by its own tools, and the originals as files."
        case .brokenOriginals(let count, let first):
            "\(count.counted("original")) of the backup changed on the disk, the first is \(first). The store was left as it was."
        }
    }
}
