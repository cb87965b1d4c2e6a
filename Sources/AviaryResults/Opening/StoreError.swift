import Foundation
import GRDB

/// Why a store cannot be opened, or what it was asked for cannot be done. Paths are told with each.
///
/// `description` is a sentence for a person. `StoreWords` says it in the program's own words.
public enum StoreError: Error, CustomStringConvertible {
    /// The directory cannot be made or written; the second is why.
    case directoryUnusable(String, String)
    /// There is no store in that directory.
    case nothingThere(String)
    case damaged(String)
    /// It has been through migrations that this program does not know.
    case newer(String)
    /// Its migrations are not made, because nothing is to be written.
    case older(String)
    /// Another program changed the tables.
    case misshapen(String, ShapeFault)
    /// There is a write-ahead log, and no store that it belongs to.
    case logAlone(String)
    /// There is a write-ahead log on a medium where SQLite cannot make its index.
    case logUnreadable(String)
    /// Another program holds the directory's lock.
    case locked(String, by: String?)
    /// The store was opened to be looked at.
    case readOnly
    /// A table has given its largest identifier, after which SQLite says that the disk is full.
    case identifiersUsedUp(table: String)
    case unreadable(String, any Error)
    /// `copy` is where the store is as it was before; `nil` when that copy could not be made.
    case notMigrated(String, copy: String?, any Error)

    public var description: String { StoreWords().sentence(about: self) }
}

extension StoreError {
    init(_ error: DatabaseError, file: URL) {
        switch error.resultCode {
        case .SQLITE_NOTADB, .SQLITE_CORRUPT: self = .damaged(file.path)
        default: self = .unreadable(file.path, error)
        }
    }
}
