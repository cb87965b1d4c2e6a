import AviaryResults
import AviaryServer
import Foundation
import GRDB

/// Why the gallery cannot be opened.
enum GalleryError: Error, CustomStringConvertible {
    case directoryUnusable(String, String)
    case nothingThere(String)
    case damaged(String)
    case newer(String)
    /// Its migrations are not made, because nothing is to be written.
    case older(String)
    /// Another program changed the tables.
    case misshapen(String, ShapeFault)
    /// There is a write-ahead log, and no store that it belongs to.
    case logAlone(String)
    /// There is a write-ahead log on a medium where SQLite cannot make its index.
    case logUnreadable(String)
    case locked(String, by: String?)
    /// The gallery was opened to be looked at.
    case readOnly
    /// A table has given its largest identifier, after which SQLite says that the disk is full.
    case identifiersUsedUp(table: String)
    case unreadable(String, any Error)
    /// `copy` is where the store is as it was before; `nil` when that copy could not be made.
    case notMigrated(String, copy: String?, any Error)

    init(_ error: DatabaseError, file: URL) {
        switch error.resultCode {
        case .SQLITE_NOTADB, .SQLITE_CORRUPT: self = .damaged(file.path)
        default: self = .unreadable(file.path, error)
        }
    }

    var description: String {
        switch self {
        case .directoryUnusable(let path, let why):
            "The directory \(path) cannot hold the gallery: \(why). Choose another with --data."
        case .nothingThere(let path):
            "There is no gallery in \(path). Start one with aviary serve, or choose another directory with --data."
        case .damaged(let path):
            "\(path) is damaged, or isn't a gallery. It was not touched; put a backup in its place, or choose another directory with --data."
        case .newer(let path):
            "\(path) was written by a newer version of Aviary. It was not touched; open it with that version, or choose another directory with --data."
        case .older(let path):
            "\(path) was written by an older version of Aviary. It was not touched; start Aviary once without --read-only, which keeps a copy and brings it to this version."
        case .misshapen(let path, let fault):
            "\(path) cannot be shown. \(fault) It was not touched; change its tables back, or put a backup in its place."
        case .logAlone(let path):
            "\(path) is empty or missing, but its log, \(path)-wal, is there and holds what was saved last. Nothing was touched; put the store, or a copy of both files, back beside the log. To begin with an empty gallery, move the log away."
        case .logUnreadable(let path):
            "\(path) has a log beside it, \(path)-wal, which cannot be read where nothing can be written. Nothing was touched; copy both files to a directory that is writable."
        case .locked(let path, let holder):
            "Another program\(holder.map { " (\($0))" } ?? "") has locked the directory \(path). Nothing was touched; wait until it is done or stop it, then try again."
        case .readOnly: "This gallery is read-only. Nothing was changed."
        case .identifiersUsedUp(let table):
            "The table \(table) has used its largest id and takes no more rows. Nothing was changed; give those rows smaller ids, and lower its number in sqlite_sequence."
        case .unreadable(let path, let error): "\(path) cannot be used: \(sentence(about: error))"
        case .notMigrated(let path, nil, let error):
            "\(path) is of an older version, and no copy could be made before changing it. \(sentence(about: error))"
        case .notMigrated(let path, let copy?, let error):
            "\(path) could not be brought to this version. As it was, it is in \(copy). \(sentence(about: error))"
        }
    }
}

/// What happened, what is safe, and what to do: one sentence or two for a person.
@Sendable func sentence(about error: any Error) -> String {
    switch error as? ResultsError {
    case .noSuchTable(let table):
        return "The store has no table \(table) any more. \(untilItIsBack)"
    case .unreadable(let table, let error as DatabaseError) where error.resultCode == .SQLITE_ERROR:
        guard let column = error.missingColumn else {
            return "The table \(table) cannot be read: \(error.message ?? "\(error.resultCode)"). \(untilItIsBack)"
        }
        return "The table \(column.table ?? table) has no column \(column.name) any more. \(untilItIsBack)"
    case .unreadable(_, let underlying): return sentence(about: underlying)
    default: break
    }
    guard let error = error as? DatabaseError else { return "\(error)" }
    // A limit for files or a quota, and a failing disk, look the same from here.
    if [.SQLITE_IOERR_WRITE, .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_SHMSIZE].contains(error.extendedResultCode) {
        return
            "The disk can't be written: it is full, or failing. Nothing was changed; free some space, then try again."
    }
    return switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED:
        "Another program holds the store. Nothing was changed; try again in a moment."
    case .SQLITE_FULL: "The disk is full. Nothing was changed; free some space, then try again."
    case .SQLITE_READONLY:
        "The store is read-only. Nothing was changed; make it and its directory writable, then try again."
    case .SQLITE_CANTOPEN, .SQLITE_IOERR:
        "The store cannot be reached. Nothing was changed; check that its directory exists and is readable, then try again."
    case .SQLITE_NOTADB, .SQLITE_CORRUPT:
        "The store is damaged. Nothing was changed; stop Aviary and put a backup in its place."
    default: "The store reported an error: \(error.message ?? "\(error.resultCode)"). Nothing was changed."
    }
}

private let untilItIsBack =
    "This page stays as it was until that change is undone, or a backup of the store is put back."

extension DatabaseError {
    /// The column that a statement names and no table has.
    fileprivate var missingColumn: (table: String?, name: String)? {
        // Newer versions of SQLite go on: no such column: "red" - should this be a string literal in single-quotes?
        guard let message, message.hasPrefix("no such column: ") else { return nil }
        let name = message.dropFirst("no such column: ".count).split(separator: " - ").first ?? ""
        let parts = name.replacing("\"", with: "").split(separator: ".").map(String.init)
        return parts.last.map { (parts.count > 1 ? parts[parts.count - 2] : nil, $0) }
    }
}
