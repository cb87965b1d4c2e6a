import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Files that are there whole or not at all, whenever the program or the machine ends.
///
/// A file is written under another name, brought to the disk, and renamed. Everything here blocks.
enum DurableFile {
    /// - Parameters:
    ///   - folder: Where it is written first; on the file system of `path`.
    ///   - write: Writes to the descriptor.
    static func write(to path: String, by folder: String, _ write: (CInt) throws(ImageError) -> Void) throws(ImageError)
    {
        let passing = "\(folder)/\(UUID().uuidString)"
        let file = open(passing, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure() }
        do throws(ImageError) {
            defer { close(file) }
            try write(file)
            guard fsync(file) == 0 else { throw failure() }
        } catch {
            unlink(passing)
            throw error
        }
        try move(passing, to: path)
    }

    /// Renames a file whose content is on the disk.
    static func move(_ old: String, to path: String) throws(ImageError) {
        guard rename(old, path) == 0 else {
            let error = failure()
            unlink(old)
            throw error
        }
        try sync(folder: (path as NSString).deletingLastPathComponent)
    }

    static func makeFolder(_ path: String) throws(ImageError) {
        do { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) } catch {
            throw .unwritable(reason: "\(error.localizedDescription)")
        }
    }

    static func write(_ bytes: [UInt8], to file: CInt) throws(ImageError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure() }
            rest = rest.dropFirst(count)
        }
    }

    static func failure() -> ImageError { .unwritable(reason: String(cString: strerror(errno))) }

    /// Brings the names in a folder to the disk.
    private static func sync(folder: String) throws(ImageError) {
        let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure() }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure() }
    }
}

private func systemWrite(_ file: CInt, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int { write(file, bytes, count) }
