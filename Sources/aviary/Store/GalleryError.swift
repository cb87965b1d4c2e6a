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
        }
    }
}

/// What happened, what is safe, and what to do: one sentence or two for a person.
@Sendable func sentence(about error: any Error) -> String {
    guard let error = error as? DatabaseError else { return "\(error)" }
    return switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED:
        "Another program holds the store. Nothing was changed; try again in a moment."
    case .SQLITE_FULL: "The disk is full. Nothing was changed; free some space, then try again."
    case .SQLITE_READONLY:
        "The store may only be read. Nothing was changed; make its directory writable, then try again."
    case .SQLITE_CANTOPEN, .SQLITE_IOERR:
        "The store cannot be reached. Nothing was changed; see that its directory is there and readable, then try again."
    case .SQLITE_NOTADB, .SQLITE_CORRUPT:
        "The store is damaged. Nothing was changed; stop Aviary and put a copy in its place."
    default: "The store refused: \(error.message ?? "\(error.resultCode)"). Nothing was changed."
    }
}
