/// What is left of text from outside when it is shown, or kept, on one line.
///
/// Every script is welcome, and right-to-left ones keep their marks; but nothing may break the line, vanish, or turn
/// the order of what stands around it.
extension String {
    /// On one line, without control characters and without what turns the order of others' text (Unicode's explicit
    /// directional embeddings, overrides and isolates); a run of white space is one space, at either end none.
    package var onOneLine: String {
        var scalars = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if scalar.properties.isWhitespace {
                if !scalars.isEmpty, scalars.last != " " { scalars.append(" ") }
            } else if !scalar.isDisruptive {
                scalars.append(scalar)
            }
        }
        if scalars.last == " " { scalars.removeLast() }
        return String(scalars)
    }

    /// Whether there is nothing to see in it.
    package var isBlank: Bool {
        unicodeScalars.allSatisfy {
            $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint || $0.isDisruptive
                // Braille's blank is a symbol to Unicode.
                || $0 == "\u{2800}"
        }
    }

    /// Its first characters, as many as have no more scalars than that in all; an ellipsis tells when it was longer.
    package func shortened(to limit: Int) -> String {
        guard unicodeScalars.count > limit else { return self }
        var (short, count) = ("", 1)
        for character in self {
            count += character.unicodeScalars.count
            if count > limit { break }
            short.append(character)
        }
        return short + "…"
    }

    /// As it begins a sentence.
    package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

    /// As it is quoted in a sentence: on one line, short, and isolated from the direction of the words around it.
    package var quoted: String { "“\u{2068}\(onOneLine.shortened(to: 40))\u{2069}”" }
}

extension Unicode.Scalar {
    /// Whether it would break the line, vanish, or turn the order of what stands around it.
    package var isDisruptive: Bool {
        switch value {
        // Embeddings and overrides; isolates.
        case 0x202A...0x202E, 0x2066...0x2069: true
        default: properties.generalCategory == .control || self == "\u{FFFD}"
        }
    }
}
