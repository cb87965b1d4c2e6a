import AviaryText
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Helpers for files that survive a power failure. All of them block.
enum DurableFile {
    static func makeFolder(_ path: String) throws(ImageError) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .unwritable(reason: "\(path): \(error.reasonOfFileFault)")
        }
    }

    static func failure() -> ImageError { .unwritable(reason: String(cString: strerror(errno))) }

    /// Writes the names in a folder to the disk (`fsync`).
    static func sync(folder: String) throws(ImageError) {
        let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure() }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure() }
    }
}
