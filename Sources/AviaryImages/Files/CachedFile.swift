import Foundation

/// A file of the cache: `3f/3f…-320x213-a0b1c2.jpg` tells what there is to know of the picture.
struct CachedFile: Hashable, Sendable {
    /// Its path in the folder.
    let name: String
    let size: Int
    let width: Int
    let height: Int
    let averageColor: String
    let contentType: String
    var modified = Date.distantPast

    init(_ image: EncodedImage, _ id: ContentID) {
        let ending = image.contentType == "image/webp" ? "webp" : "jpg"
        name =
            "\(id.description.prefix(2))/\(id)-\(image.width)x\(image.height)-\(image.averageColor.dropFirst()).\(ending)"
        (size, width, height) = (image.bytes.count, image.width, image.height)
        (averageColor, contentType) = (image.averageColor, image.contentType)
    }

    /// - Returns: `nil` for a name that no file of the cache has.
    init?(name: String, size: Int, modified: Date) {
        let stem = name.split(separator: "/").last.map(String.init) ?? name
        let parts = stem.split(whereSeparator: { "-x.".contains($0) })
        guard parts.count == 5, let width = Int(parts[1]), let height = Int(parts[2]), parts[3].utf8.count == 6,
            ["jpg", "webp"].contains(parts[4])
        else { return nil }
        (self.name, self.size, self.width, self.height) = (name, size, width, height)
        averageColor = "#\(parts[3])"
        contentType = parts[4] == "webp" ? "image/webp" : "image/jpeg"
        self.modified = modified
    }

    func image(_ bytes: [UInt8]) -> EncodedImage {
        EncodedImage(bytes: bytes, contentType: contentType, width: width, height: height, averageColor: averageColor)
    }

    /// All files of a folder.
    static func files(in folder: String) -> [(id: ContentID, file: CachedFile)] {
        let manager = FileManager.default
        let folders = ((try? manager.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.utf8.count == 2 }
        return folders.flatMap { part in
            ((try? manager.contentsOfDirectory(atPath: "\(folder)/\(part)")) ?? []).compactMap { name in
                let path = "\(part)/\(name)"
                guard let id = ContentID(String(name.prefix(64))),
                    let facts = try? manager.attributesOfItem(atPath: "\(folder)/\(path)"),
                    let size = facts[.size] as? Int, let modified = facts[.modificationDate] as? Date,
                    let file = CachedFile(name: path, size: size, modified: modified)
                else { return nil }
                return (id, file)
            }
        }
    }
}
