import AviaryDigest
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Files known by their content: the originals of photographs.
///
/// A file is added whole or not at all, and once however often it comes. Everything here blocks; call it on a thread that
/// may. Two programs may add to one store at the same time.
public struct ContentStore: Sendable {
    public let folder: String
    private var incoming: String { folder + "/incoming" }

    /// Opens a store, and removes what a program that was killed left half written.
    public init(folder: String) throws(ImageError) {
        self.folder = folder
        try DurableFile.makeFolder(incoming)
        removeAbandoned()
    }

    /// Where the file is, if it is there.
    public func path(of id: ContentID) -> String { "\(folder)/\(id.description.prefix(2))/\(id)" }

    public func contains(_ id: ContentID) -> Bool { access(path(of: id), F_OK) == 0 }

    /// Adds a copy of a file.
    ///
    /// - Returns: Its identifier, and whether it is new here.
    /// - Complexity: O(*n*) for *n* bytes, read once.
    public func add(fileAt path: String) throws(ImageError) -> (id: ContentID, isNew: Bool) {
        let source = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard source >= 0 else { throw .unreadable(reason: String(cString: strerror(errno))) }
        defer { close(source) }
        let passing = "\(incoming)/\(UUID().uuidString)"
        var digest = RunningDigest()
        try DurableFile.write(to: passing, by: incoming) { file throws(ImageError) in
            var buffer = [UInt8](repeating: 0, count: 1 << 18)
            while true {
                let count = read(source, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count >= 0 else { throw .unreadable(reason: String(cString: strerror(errno))) }
                if count == 0 { break }
                digest.update(buffer[..<count])
                try DurableFile.write(Array(buffer[..<count]), to: file)
            }
        }
        return try adopt(passing, as: ContentID(digest: digest.finish()))
    }

    /// Adds bytes that are at hand.
    public func add(_ bytes: [UInt8]) throws(ImageError) -> (id: ContentID, isNew: Bool) {
        let passing = "\(incoming)/\(UUID().uuidString)"
        try DurableFile.write(to: passing, by: incoming) { file throws(ImageError) in
            try DurableFile.write(bytes, to: file)
        }
        return try adopt(passing, as: ContentID(of: bytes))
    }

    /// Removes a file for good; one that is not there is passed over.
    public func remove(_ id: ContentID) throws(ImageError) {
        guard unlink(path(of: id)) == 0 || errno == ENOENT else { throw DurableFile.failure() }
    }

    /// The files that are there, in no order.
    ///
    /// - Complexity: O(*n*) for *n* files.
    public func identifiers() -> [ContentID] {
        let folders = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return folders.filter { $0.utf8.count == 2 }
            .flatMap { (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\($0)")) ?? [] }
            .compactMap(ContentID.init)
    }

    private func adopt(_ passing: String, as id: ContentID) throws(ImageError) -> (id: ContentID, isNew: Bool) {
        guard !contains(id) else {
            unlink(passing)
            return (id, false)
        }
        try DurableFile.makeFolder("\(folder)/\(id.description.prefix(2))")
        try DurableFile.move(passing, to: path(of: id))
        return (id, true)
    }

    /// A file that nobody has written to for an hour belongs to a program that is gone.
    private func removeAbandoned() {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: incoming)) ?? [] {
            var facts = stat()
            guard stat("\(incoming)/\(name)", &facts) == 0 else { continue }
            if time(nil) - facts.modified > 3_600 { unlink("\(incoming)/\(name)") }
        }
    }
}

extension stat {
    fileprivate var modified: Int {
        #if canImport(Darwin)
            st_mtimespec.tv_sec
        #else
            st_mtim.tv_sec
        #endif
    }
}
