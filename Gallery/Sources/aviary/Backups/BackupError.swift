/// The reason why a backup, a restore or an export was not made.
enum BackupError: Error, CustomStringConvertible {
    /// A store is broken; the second text is what SQLite says about it.
    case damaged(String, String)
    /// A file or a folder cannot be written.
    case unwritable(String, reason: String)
    /// A backup cannot be read.
    case unreadable(PathFault)
    /// Nothing can be written into a folder.
    case noPlace(PathFault)
    /// A folder is no backup and no gallery.
    case noBackup(String)
    /// A gallery is in the folder that a backup would be put into.
    case galleryIsThere(String)
    /// The store is a copy of a PostgreSQL database.
    case isCopy
    /// Some originals of a backup have changed on the disk.
    case brokenOriginals(Int, first: String)

    var description: String { BackupWords.sentence(about: self) }
}
