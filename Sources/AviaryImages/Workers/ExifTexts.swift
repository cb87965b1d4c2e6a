import AviaryVips

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The texts of a picture's EXIF, as libvips gives them, and the times of its XMP. For example, libvips gives this text
/// for the name `exif-ifd0-Model`: `X100V (X100V, ASCII, 6 components, 6 bytes)`.
struct ExifTexts {
    /// The texts, by their names in EXIF, such as `Model`.
    private(set) var texts: [String: String] = [:]
    /// The times of XMP, the best first.
    private(set) var xmpTimes: [String] = []
    /// The limits of the texts that are kept, because some cameras write a whole picture into a note.
    private static let maximumTexts = 200, maximumCharacters = 400

    init(of bytes: UnsafeRawBufferPointer) throws(ImageError) {
        let collected = Collected()
        let context = Unmanaged.passUnretained(collected).toOpaque()
        try refusing { error, size in
            aviary_read_texts(
                bytes.baseAddress, bytes.count, "exif-ifd",
                { context, name, text in
                    guard let context, let name, let text else { return }
                    let collected = Unmanaged<Collected>.fromOpaque(context).takeUnretainedValue()
                    if strcmp(name, "xmp-data") == 0 {
                        collected.xmpTimes = ExifTexts.times(ofXMP: text)
                        return
                    }
                    guard collected.texts.count < ExifTexts.maximumTexts else { return }
                    collected.add(String(cString: name), String(cString: text))
                }, context, error, size)
        }
        texts = collected.texts
        xmpTimes = collected.xmpTimes
    }

    /// The times in XMP, which has them as attributes, `xmp:CreateDate="2024-05-17"`, or as elements,
    /// `<xmp:CreateDate>2024-05-17</xmp:CreateDate>`. The XMP is searched as text and not parsed as XML, so that broken
    /// XMP gives its times, too.
    ///
    /// - Complexity: O(*n*) for *n* bytes.
    private static func times(ofXMP xmp: UnsafePointer<CChar>) -> [String] {
        ["exif:DateTimeOriginal", "photoshop:DateCreated", "xmp:CreateDate"].compactMap { name in
            guard let found = strstr(xmp, name) else { return nil }
            var rest = found + name.utf8.count
            rest += strspn(rest, " \t\r\n=>\"'")
            let count = min(strcspn(rest, "<\"'"), 40)
            return String(decoding: UnsafeRawBufferPointer(start: rest, count: count), as: UTF8.self)
        }
    }

    private final class Collected {
        var texts: [String: String] = [:]
        var xmpTimes: [String] = []

        func add(_ name: String, _ text: String) {
            // The facts of the thumbnail are in the second directory, `ifd1`, and are left out.
            guard !name.hasPrefix("exif-ifd1-"), let tag = name.split(separator: "-").last else { return }
            texts[String(tag)] = ExifTexts.value(text)
        }
    }

    /// The text before the parentheses. In the parentheses, libvips repeats the text for people, with its type.
    ///
    /// - Complexity: O(*n*) for *n* bytes.
    static func value(_ text: String) -> String {
        let bytes = Array(text.utf8)
        let openings = bytes.indices.dropLast().filter { bytes[$0] == 0x20 && bytes[$0 + 1] == UInt8(ascii: "(") }
        // A text may have parentheses of its own. The parentheses of libvips begin with the text itself.
        let matches = prefixMatches(in: bytes)
        let end = openings.first { opening in
            let comma = 2 * opening + 2
            return comma < bytes.count && bytes[comma] == UInt8(ascii: ",")
                && (opening == 0 || matches[opening + 2] >= opening)
        }
        let value = String(decoding: bytes[..<(end ?? openings.first ?? bytes.endIndex)], as: UTF8.self)
        return String(value.prefix(maximumCharacters))
    }

    /// The length of the common prefix of all bytes and the bytes from each index on (Z algorithm).
    private static func prefixMatches(in bytes: [UInt8]) -> [Int] {
        var matches = [Int](repeating: 0, count: bytes.count)
        var (start, end) = (0, 0)
        for index in bytes.indices.dropFirst() {
            var count = index < end ? min(end - index, matches[index - start]) : 0
            while index + count < bytes.count, bytes[count] == bytes[index + count] { count += 1 }
            matches[index] = count
            if index + count > end { (start, end) = (index, index + count) }
        }
        return matches
    }
}
