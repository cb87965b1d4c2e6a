import AviaryText
import Foundation
import GRDB

/// Sentences for a person about errors of a store. They say what happened, what is safe, and what to do.
///
///     var options = LiveStore.Options()
///     options.words.program = "Drawer"
///
///     store.sentence(about: error)  // "The disk is full. Nothing was changed; free some space, then try again."
public struct StoreWords: Sendable {
    /// The name of the program.
    public var program = "this program"
    /// The word for a store: "gallery".
    public var noun = "store"
    /// How a person chooses another store: "choose another directory with --data". `nil` leaves this out.
    public var elsewhere: String?
    /// How a person creates an empty store: "start one with aviary serve". `nil` leaves this out.
    public var beginning: String?
    /// How a person brings a store to this version when it was to be opened for reading only.
    public var upgrading = "open it once for writing"

    /// Words that name neither the program nor its stores: "this program", "store".
    public init() {}

    /// Returns a sentence or two about any error. If the store has no words for an error, the error describes itself.
    public func sentence(about error: any Error) -> String {
        switch error {
        case let error as StoreError: sentence(about: error)
        case let error as ResultsError: sentence(about: error)
        case let error as DatabaseError: sentence(about: error)
        case let error as MigrationFault:
            "The migration\(error.migration.map { " “\($0)”" } ?? "") failed. \(sentence(about: error.underlying))"
        default: Self.sentence(aboutFiles: error) ?? Self.ownSentence(of: error)
        }
    }

    private func sentence(about error: StoreError) -> String {
        switch error {
        case .directoryUnusable(let path, let why):
            "The directory \(path) cannot hold the \(noun): \(why).\(elsewhere.map { " \($0.capitalizedFirst)." } ?? "")"
        case .nothingThere(let path): "There is no \(noun) in \(path).\(beginAgain)"
        case .damaged(let path):
            "\(path) is damaged, or isn't a \(noun). It was not touched; put a backup in its place\(orElsewhere)."
        case .foreign(let path):
            "\(path) is a database of another program, and no \(noun). It was not touched; move it elsewhere\(orElsewhere)."
        case .newer(let path):
            "\(path) was written by a newer version of \(program). It was not touched; open it with that version\(orElsewhere)."
        case .older(let path):
            "\(path) was written by an older version of \(program). It was not touched; \(upgrading), which keeps a copy and brings it to this version."
        case .misshapen(let path, let fault):
            "\(path) cannot be shown. \(fault) It was not touched; change its tables back, or put a backup in its place."
        case .logAlone(let path):
            "\(path) is empty or missing, but its log, \(path)-wal, is there and holds what was saved last. Nothing was touched; put the store, or a copy of both files, back beside the log. To begin with an empty \(noun), move the log away."
        case .logUnreadable(let path):
            "\(path) has a log beside it, \(path)-wal, which cannot be read where nothing can be written. Nothing was touched; copy both files to a directory that is writable."
        case .locked(let path, let owner):
            "Another program\(owner.map { " (\($0))" } ?? "") has locked the directory \(path). Nothing was touched; wait until it is done or stop it, then try again."
        case .readOnly: "This \(noun) is read-only. Nothing was changed."
        case .identifiersUsedUp(let table):
            "The table \(table) has used its largest id and takes no more rows. Nothing was changed; give those rows smaller ids, and lower its number in sqlite_sequence."
        case .copyUnusable:
            "This machine's copy of the \(noun) cannot be used. A new one is made by itself; try again in a moment."
        case .unreadable(let path, let error): "\(path) cannot be used: \(sentence(about: error))"
        case .notMigrated(let path, nil, let error):
            "\(path) is of an older version, and no copy could be made before changing it. \(sentence(about: error))"
        case .notMigrated(let path, let copy?, let error):
            "\(path) could not be brought to this version. As it was, it is in \(copy). \(sentence(about: error))"
        }
    }

    private var orElsewhere: String { elsewhere.map { ", or \($0)" } ?? "" }

    private var beginAgain: String {
        let ways = [beginning, elsewhere].compactMap(\.self).joined(separator: ", or ")
        return ways.isEmpty ? "" : " \(ways.capitalizedFirst)."
    }

    // MARK: Other errors

    private func sentence(about error: ResultsError) -> String {
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

    private func sentence(about error: DatabaseError) -> String {
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
    private static func ownSentence(of error: any Error) -> String {
        if let sentence = (error as? any LocalizedError)?.errorDescription { return sentence }
        // Every error can be bridged to `NSError`, which has a description. So the type itself is checked.
        return type(of: error) is any CustomStringConvertible.Type
            ? "\(error)" : "That did not work: \(error). What was saved before is safe; try again."
    }

    /// Returns a sentence about an error of a file; `nil` for other errors. Names of files are internal to the program,
    /// so they are left out.
    private static func sentence(aboutFiles error: any Error) -> String? {
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
