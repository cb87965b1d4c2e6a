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
            "\(path) is damaged, or is no gallery. It was not touched; put a copy in its place, or choose another directory with --data."
        case .newer(let path):
            "\(path) was written by a newer version of Aviary. It was not touched; use that version, or choose another directory with --data."
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
    case .unreadable(_, let underlying): return sentence(about: underlying)
    case .noSuchTable(let table):
        return
            "The store has no table \(table) any more. What you see stays as it was until the table, or a copy of the store, is put back."
    default: break
    }
    guard let error = error as? DatabaseError else { return "\(error)" }
    // A limit for files or a quota, and a failing disk, look the same from here.
    if [.SQLITE_IOERR_WRITE, .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_SHMSIZE].contains(error.extendedResultCode) {
        return "The disk takes no more: it is full, or fails. Nothing was changed; free some space, then try again."
    }
    return switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED:
        "Another program holds the store. Nothing was changed; try again in a moment."
    case .SQLITE_FULL: "The disk is full. Nothing was changed; free some space, then try again."
    case .SQLITE_READONLY:
        "The store may only be read. Nothing was changed; make it and its directory writable, then try again."
    case .SQLITE_CANTOPEN, .SQLITE_IOERR:
        "The store cannot be reached. Nothing was changed; see that its directory is there and readable, then try again."
    case .SQLITE_NOTADB, .SQLITE_CORRUPT:
        "The store is damaged. Nothing was changed; stop Aviary and put a copy in its place."
    default: "The store refused: \(error.message ?? "\(error.resultCode)"). Nothing was changed."
    }
}
