public import AviaryText
import Foundation
import GRDB

/// The reason why a store cannot be opened, or refuses an action. The first text of most cases is the path of its file
/// or directory.
///
/// `description` is a sentence for a person, in English.
public enum StoreError: SpokenError, CustomStringConvertible {
    /// The directory cannot be created, read or written; the second text is the reason.
    case directoryUnusable(String, String)
    /// There is no store in this directory.
    case nothingThere(String)
    /// The file is not an SQLite database, or a page of its tables or indexes is broken. The file was not touched.
    case damaged(String)
    /// The file belongs to another program: it has tables that no migration has made. The file was not touched.
    case foreign(String)
    /// The store has been through migrations that this program does not know. The store was not touched.
    case newer(String)
    /// The store needs migrations, but was to be opened for reading only.
    case older(String)
    /// Another program has changed the tables in `StoreFile.tables`, or the table of the history log.
    case misshapen(String, ShapeFault)
    /// There is a write-ahead log, but the store beside it is missing or empty.
    case logAlone(String)
    /// The directory has a write-ahead log, but cannot be written. So SQLite cannot create the index that it needs to
    /// read the log.
    case logUnreadable(String)
    /// Another program holds the lock of this directory. `by` is its name and process identifier, if the system tells
    /// them.
    case locked(String, by: String?)
    /// A write was refused because the store was opened for reading only.
    case readOnly
    /// A table has used its largest identifier and takes no more rows. SQLite reports this as a full disk.
    case identifiersUsedUp(table: String)
    /// The file is a copy of another database, and is damaged or gone. A new copy is made from that database.
    case copyUnusable
    /// SQLite cannot open or read the file for another reason. For instance, it is locked, or may not be read.
    case unreadable(String, any Error)
    /// A migration failed, and was rolled back. `copy` is the path of a copy of the store from before the migration. It
    /// is `nil` when that copy could not be made. Then no migration was begun.
    case notMigrated(String, copy: String?, any Error)

    public var description: String { sentence(in: .english) }

    public func sentence(in words: Words) -> String {
        let (whole, words) = (words, words.store)
        return switch self {
        case .directoryUnusable(let path, let reason): words.directoryUnusable(path, reason)
        case .nothingThere(let path): words.nothingThere(path)
        case .damaged(let path): words.damaged(path)
        case .foreign(let path): words.foreign(path)
        case .newer(let path): words.newer(path)
        case .older(let path): words.older(path)
        case .misshapen(let path, let fault): words.misshapen(path, fault.sentence(in: whole))
        case .logAlone(let path): words.logAlone(path)
        case .logUnreadable(let path): words.logUnreadable(path)
        case .locked(let path, let owner): owner.map { words.lockedBy(path, $0) } ?? words.locked(path)
        case .readOnly: words.readOnly
        case .identifiersUsedUp(let table): words.identifiersUsedUp(table)
        case .copyUnusable: words.copyUnusable
        case .unreadable(let path, let error): words.unreadable(path, whole.sentence(about: error))
        case .notMigrated(let path, nil, let error): words.notCopied(path, whole.sentence(about: error))
        case .notMigrated(let path, let copy?, let error):
            words.notMigrated(path, copy, whole.sentence(about: error))
        }
    }
}

/// A migration that failed. It is the underlying error of `StoreError.notMigrated`, and of `unreadable` for a new store.
struct MigrationFault: SpokenError {
    /// The name of the migration; `nil` if it is not known.
    let migration: String?
    let underlying: any Error

    func sentence(in words: Words) -> String {
        let reason = words.sentence(about: underlying)
        return migration.map { words.store.namedMigrationFailed($0, reason) } ?? words.store.migrationFailed(reason)
    }
}

/// The first difference between the tables of a store and the tables that its program needs.
///
/// A table or a column is missing, or another column is the primary key.
public struct ShapeFault: SpokenError, Hashable, CustomStringConvertible {
    enum Kind: Hashable {
        case noTable
        case noColumn(String)
        case otherKey(than: String)
    }

    let table: String
    let kind: Kind

    /// A sentence that names the table and the column, in English.
    public var description: String { sentence(in: .english) }

    public func sentence(in words: Words) -> String {
        switch kind {
        case .noTable: words.store.lacksTable(table)
        case .noColumn(let column): words.store.lacksColumn(table, column)
        case .otherKey(let column): words.store.lacksKey(table, column)
        }
    }
}

extension StoreError {
    init(_ error: DatabaseError, file: URL) {
        switch error.resultCode {
        case .SQLITE_NOTADB, .SQLITE_CORRUPT: self = .damaged(file.path)
        default: self = .unreadable(file.path, error)
        }
    }
}
