import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file under a temporary name: one that is being written, or a hard link to a complete one.
///
/// The file is locked (`flock`). The lock ends with the program at the latest, so other programs recognize the files
/// that a killed program has left. All methods block.
struct IncomingFile: ~Copyable {
    let path: String
    private let descriptor: CInt

    /// An empty file.
    ///
    /// - Parameter folder: A folder on the same file system as the file's final path.
    init(in folder: String) throws(ImageError) {
        while true {
            let path = "\(folder)/\(UUID().uuidString)"
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw DurableFile.failure() }
            var facts = stat()
            // Between the two calls another program may have removed the file as abandoned.
            if flock(descriptor, LOCK_EX) == 0, fstat(descriptor, &facts) == 0, facts.st_nlink > 0 {
                (self.path, self.descriptor) = (path, descriptor)
                return
            }
            close(descriptor)
        }
    }

    /// A hard link to a complete file.
    ///
    /// - Parameter folder: A folder on the same file system as the file's final path, and as the file itself.
    init(in folder: String, linkTo source: String) throws(ImageError) {
        let path = "\(folder)/\(UUID().uuidString)"
        let descriptor = open(source, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { throw DurableFile.failure() }
        // The lock is taken before the name exists, so no other program removes the name as abandoned. It is shared,
        // because the file may have more such names.
        guard flock(descriptor, LOCK_SH) == 0, link(source, path) == 0 else {
            let failure = DurableFile.failure()
            close(descriptor)
            throw failure
        }
        (self.path, self.descriptor) = (path, descriptor)
    }

    deinit {
        unlink(path)
        close(descriptor)
    }

    func write(_ bytes: some Collection<UInt8>) throws(ImageError) {
        let all = Array(bytes)
        var rest = all[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw DurableFile.failure() }
            rest = rest.dropFirst(count)
        }
    }

    /// Writes the content to the disk and renames the file, which replaces an existing file.
    ///
    /// - Parameter mayBeLost: True if a power failure may lose the whole file. That halves the time.
    func move(to target: String, mayBeLost: Bool = false) throws(ImageError) {
        guard fsync(descriptor) == 0 else { throw DurableFile.failure() }
        guard rename(path, target) == 0 else { throw DurableFile.failure() }
        if mayBeLost { return }
        try DurableFile.sync(folder: (target as NSString).deletingLastPathComponent)
    }

    /// Removes the files that ended programs have left in a folder.
    static func removeAbandoned(in folder: String) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            let descriptor = open("\(folder)/\(name)", O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
            guard descriptor >= 0 else { continue }
            defer { close(descriptor) }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink("\(folder)/\(name)") }
        }
    }
}

private func systemWrite(_ file: CInt, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int { write(file, bytes, count) }
