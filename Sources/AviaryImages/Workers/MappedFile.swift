#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The bytes of a file, mapped into memory and read on demand.
struct MappedFile {
    let bytes: UnsafeRawBufferPointer

    /// Opens a file for `init(_:)`.
    ///
    /// - Returns: The descriptor. The caller closes it.
    static func descriptor(of path: String) throws(ImageError) -> CInt {
        // If the path is a pipe and not a file, `O_NONBLOCK` makes `open` return at once. Then `init(_:)` refuses the
        // pipe.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw unreadable() }
        return file
    }

    /// - Parameter file: The descriptor of an open file. It may be closed afterwards.
    init(_ file: CInt) throws(ImageError) {
        var facts = stat()
        guard fstat(file, &facts) == 0 else { throw Self.unreadable() }
        guard facts.st_mode & S_IFMT == S_IFREG else { throw .unreadable(reason: "it is no file") }
        guard facts.st_size > 0 else { throw .notAPicture(reason: "it is empty") }
        guard let start = mmap(nil, Int(facts.st_size), PROT_READ, MAP_PRIVATE, file, 0), start != MAP_FAILED else {
            throw Self.unreadable()
        }
        bytes = UnsafeRawBufferPointer(start: start, count: Int(facts.st_size))
    }

    func unmap() { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }

    private static func unreadable() -> ImageError {
        errno == ENOMEM ? .tooMuchMemory : .unreadable(reason: String(cString: strerror(errno)))
    }
}
