import AviaryText
import Foundation

/// What the commands for backups and for photographs print.
extension CommandWords {
    /// The numbers, then a line for each original that is not in the backup.
    static func backedUp(_ result: GalleryBackup.Result) -> String {
        let copied = "\(result.copied.formatted(.number)) of them new"
        let first = "Wrote \(result.place.path) with \(RoomWords.photos(result.photos)), \(copied)"
        if result.faults.isEmpty { return first }
        let lacks = "\(result.faults.count.formatted(.number)) are not in it:"
        return list("\(first); \(lacks)", result.faults)
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

    /// The numbers, then a line for each photograph whose original is missing.
    static func wrote(_ result: PhotoExport.Result, to folder: String) -> String {
        var parts = ["Wrote \(RoomWords.photos(result.written)) and \(result.albums.counted("album")) to \(folder)"]
        if result.present > 0 { parts.append(wereThere(result.present)) }
        if result.inTrash > 0 { parts.append("left out \(result.inTrash.formatted(.number)) in the trash") }
        if !result.missing.isEmpty { parts.append("\(result.missing.count.formatted(.number)) could not be written:") }
        return list(parts.joined(separator: "; "), result.missing)
    }
}
