public import AviaryText
import Foundation
import GRDB

extension Words {
    /// Returns what a person should know about an error of a store, in one or two sentences. They tell what happened,
    /// what is safe, and what to do.
    ///
    ///     Words.german.sentence(about: error)
    ///
    /// A `SpokenError` is asked for its sentence. Another error that has no words here describes itself.
    public func sentence(about error: any Error) -> String {
        switch error {
        case let error as any SpokenError: error.sentence(in: self)
        case let error as DatabaseError: sentence(about: error)
        default: sentence(aboutFiles: error) ?? ownSentence(of: error)
        }
    }

    private func sentence(about error: DatabaseError) -> String {
        if [.SQLITE_IOERR_WRITE, .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_SHMSIZE].contains(error.extendedResultCode) {
            return store.diskFailing
        }
        return switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED: store.busy
        case .SQLITE_FULL: store.diskFull
        case .SQLITE_READONLY: store.notWritable
        case .SQLITE_CANTOPEN, .SQLITE_IOERR: store.unreachable
        case .SQLITE_NOTADB, .SQLITE_CORRUPT: store.isDamaged
        default: store.otherError(error.message ?? "\(error.resultCode)")
        }
    }

    /// Returns the error's own text. An error without words would show a name from the program's code, so it gets a
    /// sentence.
    private func ownSentence(of error: any Error) -> String {
        if let sentence = (error as? any LocalizedError)?.errorDescription { return sentence }
        // Every error can be bridged to `NSError`, which has a description. So the type itself is checked.
        return type(of: error) is any CustomStringConvertible.Type ? "\(error)" : store.unknown("\(error)")
    }

    /// Returns a sentence about an error of a file; `nil` for other errors. Names of files are internal to the program,
    /// so they are left out.
    private func sentence(aboutFiles error: any Error) -> String? {
        switch (error as? CocoaError)?.code {
        case .fileWriteOutOfSpace: return store.noSpace
        case .fileWriteVolumeReadOnly: return store.diskReadOnly
        case .fileReadNoPermission, .fileWriteNoPermission: return store.fileForbidden
        case .fileNoSuchFile, .fileReadNoSuchFile: return store.fileMissing
        default: break
        }
        return switch (error as? POSIXError)?.code {
        case .ENOSPC, .EDQUOT: store.noSpace
        case .EROFS: store.diskReadOnly
        case .EACCES, .EPERM: store.fileForbidden
        case .ENOENT: store.fileMissing
        default: nil
        }
    }
}
