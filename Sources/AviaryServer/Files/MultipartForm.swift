import Foundation

/// The files of a form (`multipart/form-data`, RFC 7578), within the bytes of its body.
struct MultipartForm: Sendable {
    struct File: Sendable {
        /// As the browser sends it, unchecked.
        var name: String
        var type: String
        /// The content within the body.
        var range: Range<Int>
    }

    /// The most parts and the longest header of a part, in bytes.
    private static let mostParts = 1_000
    private static let longestHeader = 8 << 10

    let files: [File]

    /// - Parameters:
    ///   - body: The whole body, with indices from 0. It may be a mapped file.
    ///   - boundary: The boundary in the form's media type.
    /// - Returns: `nil` when the body is no such form, or has no end.
    /// - Complexity: O(*b*) for *b* bytes.
    init?(_ body: Data, boundary: String) {
        let delimiter = Data("--\(boundary)".utf8)
        var files: [File] = []
        guard body.starts(with: delimiter) else { return nil }
        var start = delimiter.count
        for _ in 0...Self.mostParts {
            if body[start...].starts(with: Data("--".utf8)) {
                self.files = files
                return
            }
            let header = body[start..<min(start + Self.longestHeader, body.count)]
            guard header.starts(with: Data("\r\n".utf8)), let end = header.range(of: Data("\r\n\r\n".utf8)),
                let next = body.range(of: Data("\r\n".utf8) + delimiter, in: end.upperBound..<body.count)
            else { return nil }
            if let file = Self.file(header[..<end.lowerBound], end.upperBound..<next.lowerBound) {
                files.append(file)
            }
            start = next.upperBound
        }
        return nil
    }

    /// - Returns: `nil` for a field that is no file, and for a file field without a chosen file.
    private static func file(_ header: Data, _ range: Range<Int>) -> File? {
        var (disposition, type): (String?, String?)
        for line in String(decoding: header, as: UTF8.self).split(separator: "\r\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            switch parts[0].lowercased() {
            case "content-disposition": disposition = String(parts[1])
            case "content-type": type = String(parts[1])
            default: break
            }
        }
        guard let name = disposition.flatMap(ContentDisposition.name(in:)), !name.isEmpty || !range.isEmpty else {
            return nil
        }
        return File(name: name, type: ContentType.cleaned(type), range: range)
    }

    /// The boundary in the media type of a form.
    static func boundary(in type: String) -> String? {
        guard ContentType.cleaned(type) == "multipart/form-data", let found = type.firstRange(of: "boundary=") else {
            return nil
        }
        let value = type[found.upperBound...].prefix { $0 != ";" }.filter { $0 != "\"" }
        return (1...70).contains(value.utf8.count) ? value : nil
    }
}
