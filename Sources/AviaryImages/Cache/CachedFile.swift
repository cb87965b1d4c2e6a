import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file of the cache. Its name, such as `3f/3f…-320x213-a0b1c2.jpg`, states all facts about the picture.
struct CachedFile: Hashable, Sendable {
    /// The path of the file, relative to the folder of the cache.
    let name: String
    let size: Int
    let width: Int
    let height: Int
    let averageColor: String
    let contentType: String
    let isIncomplete: Bool
    var modified = Date.distantPast

    init(_ image: EncodedImage, _ id: ContentID) {
        let ending = (image.isIncomplete ? "-part" : "") + (image.contentType == "image/webp" ? ".webp" : ".jpg")
        name =
            "\(id.description.prefix(2))/\(id)-\(image.width)x\(image.height)-\(image.averageColor.dropFirst())\(ending)"
        (size, width, height) = (image.bytes.count, image.width, image.height)
        (averageColor, contentType, isIncomplete) = (image.averageColor, image.contentType, image.isIncomplete)
    }

    /// - Returns: `nil` if the name is not in the form of the cache's files.
    init?(name: String, size: Int, modified: Date) {
        let stem = name.split(separator: "/").last.map(String.init) ?? name
        var parts = stem.split(whereSeparator: { "-x.".contains($0) })
        isIncomplete = parts.count == 6 && parts[4] == "part"
        if isIncomplete { parts.remove(at: 4) }
        guard parts.count == 5, let width = Int(parts[1]), let height = Int(parts[2]), parts[3].utf8.count == 6,
            ["jpg", "webp"].contains(parts[4])
        else { return nil }
        (self.name, self.size, self.width, self.height) = (name, size, width, height)
        averageColor = "#\(parts[3])"
        contentType = parts[4] == "webp" ? "image/webp" : "image/jpeg"
        self.modified = modified
    }

    func image(_ bytes: [UInt8]) -> EncodedImage {
        EncodedImage(
            bytes: bytes, contentType: contentType, width: width, height: height, averageColor: averageColor,
            isIncomplete: isIncomplete)
    }

    /// All files of the cache in a folder.
    static func files(in folder: String) -> [(id: ContentID, file: CachedFile)] {
        let folders = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
        return folders.filter { $0.utf8.count == 2 }.flatMap { part in
            names(in: "\(folder)/\(part)").compactMap { name in
                guard let id = ContentID(String(name.prefix(64))), let file = file("\(part)/\(name)", in: folder) else {
                    return nil
                }
                return (id, file)
            }
        }
    }

    /// The file of a picture.
    ///
    /// - Complexity: O(*n*) for the *n* files whose digests begin with the same byte, a 256th of all.
    static func file(of id: ContentID, in folder: String) -> CachedFile? {
        let part = id.description.prefix(2)
        return names(in: "\(folder)/\(part)").first { $0.hasPrefix(id.description) }
            .flatMap { file("\(part)/\($0)", in: folder) }
    }

    /// Removes the files of pictures. Each folder that may contain one of them is listed once.
    ///
    /// - Returns: The number of folders listed, at most 256.
    /// - Complexity: O(*k* + *n*) for *k* pictures and *n* files in these folders.
    static func removeFiles(of ids: Set<ContentID>, in folder: String) -> Int {
        let parts = Set(ids.map { $0.description.prefix(2) })
        for part in parts {
            for name in names(in: "\(folder)/\(part)") {
                guard let id = ContentID(String(name.prefix(64))), ids.contains(id) else { continue }
                unlink("\(folder)/\(part)/\(name)")
            }
        }
        return parts.count
    }

    private static func names(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    private static func file(_ name: String, in folder: String) -> CachedFile? {
        var facts = stat()
        guard lstat("\(folder)/\(name)", &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
        #if canImport(Darwin)
            let modified = facts.st_mtimespec
        #else
            let modified = facts.st_mtim
        #endif
        return CachedFile(
            name: name, size: Int(facts.st_size),
            modified: Date(timeIntervalSince1970: Double(modified.tv_sec) + Double(modified.tv_nsec) / 1e9))
    }
}
