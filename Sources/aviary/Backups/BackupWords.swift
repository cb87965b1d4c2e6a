import AviaryText
import Foundation

/// The words about backups: the faults, and the sentences of errors.
enum BackupWords {
    /// The name of a zip with all originals.
    static let archiveName = "Originals.zip"
    /// Ends of sentences: the reasons why a photograph is not in a backup or an export.
    static let originalIsMissing = "its original is missing or cannot be read"
    static let originalHasChanged = "its original has changed on the disk, so it is not in the backup"

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
