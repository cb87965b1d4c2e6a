import AviaryImages
import AviaryText
import Foundation

/// The words about backups: the faults, and the sentences of errors.
enum BackupWords {
    /// The name of a zip with all originals.
    static let archiveName = "Originals.zip"
    /// Ends of sentences: the reasons why a photograph is not in a backup or an export.
    static let originalIsMissing = "its original is missing or cannot be read"
    static let originalHasChanged = "its original has changed on the disk, so it is not in the backup"

    static func sentence(about fault: GalleryFault) -> String {
        switch fault {
        case .store(let fault) where fault.isOfIndexes: "An index of the store is damaged: \(fault.reason.onOneLine)."
        case .store(let fault): "The store is damaged: \(fault.reason.onOneLine). Restore a backup."
        case .missing(_, let name):
            "The photo \(name.quoted) has no original. Put its file back, or add the photo again."
        case .broken(let content): "The original \(content) has changed on the disk."
        case .stray(let content): "The original \(content) belongs to no photo."
        }
    }

    /// What is done about a fault.
    static func sentence(about step: GalleryRepair.Step) -> String {
        switch step {
        case .makeIndexes: "The indexes of the store are made anew."
        case .putBack(let content, nil, _): "The original \(content) is replaced by that of the backup."
        case .putBack(_, let name?, _): "The original of \(name.quoted) is taken from the backup."
        case .add(let content): "The original \(content) is added as a photo."
        }
    }

    /// The name of a photograph that was made of an original without a row.
    static func nameOfFound(_ content: ContentID) -> String { "Found \(content.description.prefix(8))" }
    static func andMore(_ count: Int) -> String { "… and \(count.formatted(.number)) more." }
    static let willBeDone = "This will be done:"
    static let staysAsItIs = "This stays as it is:"
    static let question = "Repair the gallery? [y/N] "
    static let nothingDone = "Nothing was changed. Add --yes to repair without a question."
    static let nothingToDo = "None of this can be repaired. Nothing was changed."
    static let nothingWithoutBackup = "\(nothingToDo) With --from, a repair takes originals from a backup."
    /// Ends of sentences: the reasons why a step was not done.
    static let notInBackup = "its original in the backup has changed on the disk, too"

    static func sentence(about error: BackupError) -> String {
        switch error {
        case .damaged(let path, let reason): "\(path) is damaged: \(reason.onOneLine). Nothing was changed."
        case .unwritable(let path, let reason): "\(PathWords.quoted(path)) cannot be written: \(reason.onOneLine)."
        case .unreadable(let fault):
            if case .forbidden(_, _, let owner) = fault {
                "\(PathWords.sentence(about: fault)) \(PathWords.run(as: owner))"
            } else {
                PathWords.sentence(about: fault)
            }
        case .noPlace(let fault):
            if case .isOfOther(_, let owner) = fault {
                "\(PathWords.sentence(about: fault)) \(PathWords.run(as: owner))"
            } else {
                "\(PathWords.sentence(about: fault)) Choose a folder that \(UserName.current) may write."
            }
        case .noBackup(let path): "There is no backup and no gallery in \(PathWords.quoted(path))."
        case .galleryIsThere(let path):
            "There is a gallery in \(PathWords.quoted(path)). Add --replace to put the backup in its place."
        case .isCopy:
            "This is a copy of a PostgreSQL database. Back that up by its own tools, and the originals as files."
        case .brokenOriginals(let count, let first):
            "\(count.counted("original")) of the backup changed on the disk, the first is \(first). The store was left as it was."
        }
    }
}
