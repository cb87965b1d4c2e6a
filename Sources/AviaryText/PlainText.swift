/// Cleans text from outside, to show or store it on one line.
///
/// All scripts are allowed, and right-to-left scripts keep their marks. But control characters are removed, and so are
/// characters that change the direction of the text around them.
extension String {
    /// The text on one line, without U+FFFD, control characters, and the scalars that change the direction of the text
    /// around them (Unicode's explicit directional embeddings, overrides and isolates). A run of white space becomes
    /// one space, and is removed at either end.
    ///
    /// - Complexity: O(*n*).
    public var onOneLine: String {
        var scalars = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if scalar.isSpace {
                if !scalars.isEmpty, scalars.last != " " { scalars.append(" ") }
            } else if !scalar.isDisruptive {
                scalars.append(scalar)
            }
        }
        if scalars.last == " " { scalars.removeLast() }
        return String(scalars)
    }

    /// True if the text has no visible character.
    ///
    /// - Complexity: O(*n*).
    public var isBlank: Bool {
        unicodeScalars.allSatisfy {
            $0.isSpace || $0.properties.isDefaultIgnorableCodePoint || $0.isDisruptive
                // Unicode classifies the Braille blank as a symbol.
                || $0 == "\u{2800}"
        }
    }

    /// The first characters of the text, followed by an ellipsis if the text is longer than the limit.
    ///
    /// - Parameter limit: The largest number of Unicode scalars of the result, including the ellipsis. No character is
    ///   cut.
    /// - Complexity: O(*n*).
    public func shortened(to limit: Int) -> String {
        guard unicodeScalars.count > limit else { return self }
        var (short, count) = ("", 1)
        for character in self {
            count += character.unicodeScalars.count
            if count > limit { break }
            short.append(character)
        }
        return short + "…"
    }

    /// The text with its first character in upper case, as it begins a sentence.
    public var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

    /// The text as a quotation within a sentence: in English quotation marks, and `isolated`.
    public var quoted: String { "“\(isolated)”" }

    /// The text as a name within a sentence: on one line, shortened to 40 scalars, and isolated from the direction of the
    /// words around it. Each language has its own quotation marks around it.
    public var isolated: String { "\u{2068}\(onOneLine.shortened(to: 40))\u{2069}" }
}

// ASCII scalars, which are most of all text, are decided without Unicode's tables.
extension Unicode.Scalar {
    /// True if the scalar is white space by Unicode.
    public var isSpace: Bool {
        isASCII ? value == 0x20 || (0x09...0x0D).contains(value) : properties.isWhitespace
    }

    /// True for control characters, for U+FFFD, and for scalars that change the direction of the text around them.
    public var isDisruptive: Bool {
        switch value {
        case 0x20..<0x7F: false
        // Embeddings and overrides; isolates.
        case 0x202A...0x202E, 0x2066...0x2069: true
        default: properties.generalCategory == .control || self == "\u{FFFD}"
        }
    }
}
