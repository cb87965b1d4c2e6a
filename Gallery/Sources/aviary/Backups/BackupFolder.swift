import Foundation

/// A folder of backups. Each backup is a gallery, in a folder with the time as its name: `2026-11-28T203501Z`.
///
/// A backup is written into a hidden folder, which gets its name when the backup is complete. So a backup with a name
/// is always complete, even if the program was killed. All methods block the thread.
struct BackupFolder {
    let url: URL

    /// Refuses a folder that has no backup and no gallery, or that this user may not read.
    ///
    /// - Throws: `BackupError`.
    static func requireBackup(in folder: URL) throws {
        for (path, isFolder) in [(folder.path, true), (folder.appending(path: Gallery.ownName).path, false)] {
            guard let fault = PathFault.find(at: path, for: .reading, isFolder: isFolder) else { continue }
            if case .missing = fault { throw BackupError.noBackup(folder.path) }
            throw BackupError.unreadable(fault)
        }
    }

    /// The finished backups, the oldest first.
    var backups: [URL] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
        return names.filter { $0.wholeMatch(of: /\d{4}-\d\d-\d\dT\d{6}Z(-\d+)?/) != nil }.sorted()
            .map { url.appending(path: $0, directoryHint: .isDirectory) }
            .filter { Gallery.hasFile(Gallery.ownName, in: $0) }
    }

    /// Begins a backup, and removes what killed programs have left behind.
    ///
    /// - Returns: An empty hidden folder.
    func begin() throws -> URL {
        let manager = FileManager.default
        try manager.createDirectory(at: url, withIntermediateDirectories: true)
        for name in try manager.contentsOfDirectory(atPath: url.path) {
            guard let match = name.wholeMatch(of: /\.new-(\d+)/), let process = pid_t(match.1) else { continue }
            // The folder of another program that is still running stays.
            if process == getpid() || (kill(process, 0) != 0 && errno == ESRCH) {
                try manager.removeItem(at: url.appending(path: name))
            }
        }
        let new = url.appending(path: ".new-\(getpid())", directoryHint: .isDirectory)
        try manager.createDirectory(
            at: new, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return new
    }

    /// Gives a complete backup its name.
    func finish(_ new: URL, at time: Date = .now) throws -> URL {
        // Writes everything to the disk, before the folder gets its name.
        sync()
        let name = time.formatted(Date.ISO8601FormatStyle(timeSeparator: .omitted, timeZone: .gmt))
        var place = url.appending(path: name, directoryHint: .isDirectory)
        var number = 2
        while access(place.path, F_OK) == 0 {
            place = url.appending(path: "\(name)-\(number)", directoryHint: .isDirectory)
            number += 1
        }
        try FileManager.default.moveItem(at: new, to: place)
        return place
    }

    /// Removes all but the newest backups.
    ///
    /// - Returns: The number of removed backups.
    func removeAll(butNewest count: Int) throws -> Int {
        let old = backups.dropLast(count)
        for backup in old {
            // The backup loses its name first. So if the program is killed, an incomplete folder does not count as a
            // backup.
            let hidden = url.appending(path: ".new-\(getpid())", directoryHint: .isDirectory)
            try FileManager.default.moveItem(at: backup, to: hidden)
            try FileManager.default.removeItem(at: hidden)
        }
        return old.count
    }
}
