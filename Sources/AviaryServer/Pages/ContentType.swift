/// The media types of files.
enum ContentType {
    static let unknown = "application/octet-stream"

    /// - Returns: The type for the extension of a file's name; `unknown` for any other extension.
    static func ofFile(_ name: String) -> String {
        let last = name.split(separator: "/").last ?? ""
        guard let dot = last.lastIndex(of: "."), dot > last.startIndex else { return unknown }
        return known[last[dot...].dropFirst().lowercased()] ?? unknown
    }

    /// - Returns: The media type of a received `Content-Type` header, in lower case and without parameters; `unknown`
    ///   if it is missing or malformed.
    static func cleaned(_ field: String?) -> String {
        let type = (field ?? "").prefix { $0 != ";" }.filter { $0 != " " }.lowercased()
        let parts = type.split(separator: "/", omittingEmptySubsequences: false)
        let isType =
            parts.count == 2 && type.utf8.count <= 127
            && parts.allSatisfy { part in !part.isEmpty && part.utf8.allSatisfy(isTokenByte) }
        return isType ? type : unknown
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "!#$&^_.+-".utf8.contains(byte)
        }
    }

    private static let known = [
        "aac": "audio/aac", "avif": "image/avif", "bmp": "image/bmp", "css": "text/css; charset=utf-8",
        "csv": "text/csv; charset=utf-8", "gif": "image/gif", "heic": "image/heic", "heif": "image/heif",
        "html": "text/html; charset=utf-8", "jpeg": "image/jpeg", "jpg": "image/jpeg",
        "js": "text/javascript; charset=utf-8", "json": "application/json", "m4a": "audio/mp4",
        "md": "text/markdown; charset=utf-8", "mov": "video/quicktime", "mp3": "audio/mpeg", "mp4": "video/mp4",
        "ogg": "audio/ogg", "opus": "audio/ogg", "pdf": "application/pdf", "png": "image/png",
        "svg": "image/svg+xml", "tif": "image/tiff", "tiff": "image/tiff", "txt": "text/plain; charset=utf-8",
        "wav": "audio/wav", "webm": "video/webm", "webp": "image/webp", "woff2": "font/woff2", "zip": "application/zip",
    ]
}
