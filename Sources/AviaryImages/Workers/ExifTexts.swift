import AviaryVips

/// The texts of a picture's EXIF, as libvips tells them: `exif-ifd0-Model` is `X100V (X100V, ASCII, 6 components, 6 bytes)`.
struct ExifTexts {
    /// By their names in EXIF, such as `Model`.
    private(set) var texts: [String: String] = [:]
    /// More is not kept: some cameras write a whole picture into a note.
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
                    guard collected.texts.count < ExifTexts.maximumTexts else { return }
                    collected.add(String(cString: name), String(cString: text))
                }, context, error, size)
        }
        texts = collected.texts
    }

    private final class Collected {
        var texts: [String: String] = [:]

        func add(_ name: String, _ text: String) {
            // The thumbnail's own facts are in the second folder, `ifd1`.
            guard !name.hasPrefix("exif-ifd1-"), let tag = name.split(separator: "-").last else { return }
            texts[String(tag)] = ExifTexts.value(text)
        }
    }

    /// The text in front of what libvips adds in parentheses: the text again, for a person, and its form.
    static func value(_ text: String) -> String {
        let characters = Array(text)
        let openings = characters.indices.dropLast().filter { characters[$0] == " " && characters[$0 + 1] == "(" }
        // A text may have parentheses of its own. It is followed by itself.
        let end = openings.first { characters[($0 + 2)...].starts(with: characters[..<$0] + [","]) } ?? openings.first
        return String(characters[..<(end ?? characters.endIndex)].prefix(maximumCharacters))
    }
}
