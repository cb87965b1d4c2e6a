import GRDB

/// Decides whether an error makes the file of a replica useless. A replica is a copy of another database, so a new copy
/// can replace the file.
package enum CopyFault {
    /// Returns why the file has to be copied again; `nil` when the error gives no reason for that.
    ///
    /// - Parameter isOfStep: `true` when rows of the other database were written. The file must accept these, so almost
    ///   any error counts. A statement of the app may be wrong itself, so fewer of its errors count.
    /// - Returns: A clause for an error message, such as `its file is damaged`. It has no path.
    package static func reason(of error: any Error, isOfStep: Bool = false) -> String? {
        switch error {
        case let error as DatabaseError: reason(of: error, isOfStep)
        case let error as StoreError: reason(of: error, isOfStep)
        case let error as ResultsError: reason(of: error, isOfStep)
        case let error as MigrationFault: reason(of: error.underlying, isOfStep: isOfStep)
        default: nil
        }
    }

    private static func reason(of error: DatabaseError, _ isOfStep: Bool) -> String? {
        switch error.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: "its file is damaged"
        case .SQLITE_IOERR, .SQLITE_CANTOPEN: "its file cannot be read or written"
        case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_INTERRUPT, .SQLITE_ABORT, .SQLITE_NOMEM: nil
        case .SQLITE_FULL: isOfStep ? "its disk was full" : nil
        default: isOfStep ? "its file is not as it was made" : nil
        }
    }

    private static func reason(of error: StoreError, _ isOfStep: Bool) -> String? {
        switch error {
        case .damaged, .misshapen, .logAlone, .nothingThere: "its file is damaged"
        case .newer, .older, .notMigrated: isOfStep ? "its file is of another version" : nil
        case .unreadable(_, let error): reason(of: error, isOfStep: isOfStep)
        default: nil
        }
    }

    private static func reason(of error: ResultsError, _ isOfStep: Bool) -> String? {
        switch error {
        case .gone, .replaced, .logGone: "its file was removed or replaced"
        case .unreadable(_, let error): reason(of: error)
        default: nil
        }
    }
}
