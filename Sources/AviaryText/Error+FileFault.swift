import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension Error {
    /// Why a file cannot be read or written, in the words of the system, such as "No space left on device". Foundation's
    /// own texts are for programmers: they name domains and codes.
    public var reasonOfFileFault: String {
        var error = self as NSError
        while let cause = error.userInfo[NSUnderlyingErrorKey] as? any Error { error = cause as NSError }
        if error.domain == NSPOSIXErrorDomain { return String(cString: strerror(Int32(clamping: error.code))) }
        guard error.domain == NSCocoaErrorDomain else { return "\(self)" }
        let number =
            switch CocoaError.Code(rawValue: error.code) {
            case .fileNoSuchFile, .fileReadNoSuchFile: ENOENT
            case .fileReadNoPermission, .fileWriteNoPermission: EACCES
            case .fileWriteOutOfSpace: ENOSPC
            case .fileWriteVolumeReadOnly: EROFS
            case .fileWriteFileExists: EEXIST
            default: EIO
            }
        return String(cString: strerror(number))
    }
}
