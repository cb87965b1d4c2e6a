import Foundation
import GRDB

extension StoreWords {
    func sentence(about error: ResultsError) -> String {
        switch error {
        case .noSuchTable(let table): return "The store has no table \(table) any more. \(Self.untilItIsBack)"
        case .unreadable(let table, let error as DatabaseError) where error.resultCode == .SQLITE_ERROR:
            guard let column = error.missingColumn else {
                return
                    "The table \(table) cannot be read: \(error.message ?? "\(error.resultCode)"). \(Self.untilItIsBack)"
            }
            return "The table \(column.table ?? table) has no column \(column.name) any more. \(Self.untilItIsBack)"
        case .unreadable(_, let underlying): return sentence(about: underlying)
        default: return error.description
        }
    }

    func sentence(about error: DatabaseError) -> String {
        // A quota or a limit for files looks the same here as a failing disk.
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
            "The store is damaged. Nothing was changed; stop \(program) and put a backup in its place."
        default: "The store reported an error: \(error.message ?? "\(error.resultCode)"). Nothing was changed."
        }
    }

    /// Returns the error's own text. An error without words would show a name from the program's code, so it gets a
    /// sentence.
    static func ownSentence(of error: any Error) -> String {
        if let sentence = (error as? any LocalizedError)?.errorDescription { return sentence }
        // Every error can be bridged to `NSError`, which has a description. So the type itself is checked.
        return type(of: error) is any CustomStringConvertible.Type
            ? "\(error)" : "That did not work: \(error). What was saved before is safe; try again."
    }

    /// Returns a sentence about an error of a file; `nil` for other errors. Names of files are internal to the program,
    /// so they are left out.
    static func sentence(aboutFiles error: any Error) -> String? {
        let reason: String
        switch (error as? CocoaError)?.code {
        case .fileWriteOutOfSpace: reason = "The disk is full. Free some space"
        case .fileWriteVolumeReadOnly: reason = "The disk is read-only. Make it writable"
        case .fileReadNoPermission, .fileWriteNoPermission:
            reason = "A file can't be used, because its permissions forbid it. Change them"
        case .fileNoSuchFile, .fileReadNoSuchFile: reason = "A file is missing. Put it back"
        default:
            switch (error as? POSIXError)?.code {
            case .ENOSPC, .EDQUOT: reason = "The disk is full. Free some space"
            case .EROFS: reason = "The disk is read-only. Make it writable"
            case .EACCES, .EPERM: reason = "A file can't be used, because its permissions forbid it. Change them"
            case .ENOENT: reason = "A file is missing. Put it back"
            default: return nil
            }
        }
        return "\(reason), then try again; what was saved before is safe."
    }

    private static let untilItIsBack =
        "This page stays as it was until that change is undone, or a backup of the store is put back."
}

extension DatabaseError {
    /// The column that a statement names but no table has.
    fileprivate var missingColumn: (table: String?, name: String)? {
        // Newer versions of SQLite continue: no such column: "red" - should this be a string literal in single-quotes?
        guard let message, message.hasPrefix("no such column: ") else { return nil }
        let name = message.dropFirst("no such column: ".count).split(separator: " - ").first ?? ""
        let parts = name.replacing("\"", with: "").split(separator: ".").map(String.init)
        return parts.last.map { (parts.count > 1 ? parts[parts.count - 2] : nil, $0) }
    }
}
