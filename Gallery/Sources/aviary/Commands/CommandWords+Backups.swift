import AviaryText
import Foundation

/// What the commands for backups and for photographs print.
extension CommandWords {
    /// The numbers, then a line for each original that is not in the backup.
    static func backedUp(_ result: GalleryBackup.Result) -> String {
        let first = backedUp(result, at: result.place.path)
        return result.faults.isEmpty ? first : list("\(first):", result.faults)
    }

    /// The numbers alone.
    static func backedUp(_ result: GalleryBackup.Result, at place: String) -> String {
        let copied = "\(result.copied.formatted(.number)) of them new"
        let first = "Wrote \(place) with \(RoomWords.photos(result.photos)), \(copied)"
        return result.faults.isEmpty ? first : "\(first); \(result.faults.count.formatted(.number)) are not in it"
    }

    static func removedOld(_ count: Int) -> String {
        count == 1 ? "Removed all older backups" : "Removed all but the newest \(count.formatted(.number)) backups"
    }

    static func restored(_ result: GalleryRestore.Result, to directory: String) -> String {
        let first = "Put \(RoomWords.photos(result.photos)) and all colors into \(directory)"
        return result.kept.map { "\(first); the store as it was is in \($0.lastPathComponent)" } ?? first
    }

    static func checked(_ result: GalleryCheck.Result, at path: String) -> String {
        let version = result.version.map { ", written by \($0)" } ?? ""
        let well = "\(path) is well, with \(RoomWords.photos(result.photos))\(version)"
        if result.faults.isEmpty { return well }
        if result.isWell { return paragraph("\(well). --repair adds these:", result.faults.map(BackupWords.sentence)) }
        return paragraph("\(path) has faults:", result.faults.map(BackupWords.sentence))
    }

    /// What a repair will do, and what it cannot do.
    static func plan(_ steps: [GalleryRepair.Step], _ left: [GalleryFault], hasBackup: Bool) -> String {
        if steps.isEmpty { return hasBackup ? BackupWords.nothingToDo : BackupWords.nothingWithoutBackup }
        let done = paragraph(BackupWords.willBeDone, steps.map(BackupWords.sentence))
        if left.isEmpty { return done }
        return done + "\n" + paragraph(BackupWords.staysAsItIs, left.map(BackupWords.sentence))
    }

    /// The numbers of a repair, then a line for each step that was not done.
    static func repaired(_ result: GalleryRepair.Result) -> String {
        list("Repaired \(result.done.counted("fault"))", result.refused)
    }

    /// A line, and sentences below it. Of many sentences only the first are in it.
    private static func paragraph(_ line: String, _ sentences: [String]) -> String {
        let rest = sentences.count - mostSentences
        let shown = sentences.prefix(mostSentences) + (rest > 0 ? [BackupWords.andMore(rest)] : [])
        return ([line] + shown.map { "  \($0.onOneLine)" }).joined(separator: "\n")
    }

    private static let mostSentences = 60

    /// The numbers, then a line for each photograph whose original is missing.
    static func wroteAll(_ result: PhotoExport.Result, to folder: String) -> String {
        let first = wrote(result, to: folder)
        return result.missing.isEmpty ? first : list("\(first):", result.missing)
    }

    /// The numbers alone.
    static func wrote(_ result: PhotoExport.Result, to folder: String) -> String {
        var parts = ["Wrote \(RoomWords.photos(result.written)) and \(result.albums.counted("album")) to \(folder)"]
        if result.present > 0 { parts.append(wereThere(result.present)) }
        if result.inTrash > 0 { parts.append("left out \(result.inTrash.formatted(.number)) in the trash") }
        if !result.missing.isEmpty { parts.append("\(result.missing.count.formatted(.number)) could not be written") }
        return parts.joined(separator: "; ")
    }
}
