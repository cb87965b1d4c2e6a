import Foundation

/// A folder of backups. Each has its time as its name, `2026-11-28T203501Z`, and is a gallery of its own.
///
/// A backup is written as a hidden folder, which gets its name once it is whole. So a backup with a name is always
/// whole, even if the program was killed. All methods block.
struct BackupFolder {
    let url: URL

    /// The finished backups, the oldest first.
    var backups: [URL] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
        return names.filter { $0.wholeMatch(of: /\d{4}-\d\d-\d\dT\d{6}Z(-\d+)?/) != nil }.sorted()
            .map { url.appending(path: $0, directoryHint: .isDirectory) }
            .filter { Gallery.hasFile(Gallery.ownName, in: $0) }
    }

    /// Begins a backup, and removes what killed programs left behind.
    ///
    /// - Returns: An empty hidden folder.
    func begin() throws -> URL {
        let manager = FileManager.default
        try manager.createDirectory(at: url, withIntermediateDirectories: true)
        for name in try manager.contentsOfDirectory(atPath: url.path) {
            guard let match = name.wholeMatch(of: /\.new-(\d+)/), let process = pid_t(match.1) else { continue }
            // Another program may be at work.
            if process == getpid() || (kill(process, 0) != 0 && errno == ESRCH) {
                try manager.removeItem(at: url.appending(path: name))
            }
        }
        let new = url.appending(path: ".new-\(getpid())", directoryHint: .isDirectory)
        try manager.createDirectory(
            at: new, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return new
    }

    /// Gives a whole backup its name.
    func finish(_ new: URL, at time: Date = .now) throws -> URL {
        // All that was written is on the disk before the name is.
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
            // Without its name it is no backup, so half of one is never taken for one.
            let hidden = url.appending(path: ".new-\(getpid())", directoryHint: .isDirectory)
            try FileManager.default.moveItem(at: backup, to: hidden)
            try FileManager.default.removeItem(at: hidden)
        }
        return old.count
    }
}
