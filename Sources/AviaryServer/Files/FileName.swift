/// A file name from outside, made readable for people and safe as one component of a path.
enum FileName {
    /// The most bytes of one component that file systems accept.
    static let longest = 255

    /// - Returns: The part after the last slash or backslash, without control characters and marks that change the
    ///   direction of text. The part is shortened to the limit of file systems. If nothing is left, or only dots, the
    ///   result is "file".
    static func cleaned(_ name: String) -> String {
        // This works on scalars, not on characters. A slash with a combining mark is part of another character, but
        // still a slash for the file system.
        let shown = name.unicodeScalars.filter(isShown)
        let last = shown.split { $0 == "/" || $0 == "\\" }.last ?? [][...]
        let isSpace = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
        let end = last.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? last.startIndex
        let kept = last[..<end].drop(while: isSpace)
        if kept.allSatisfy({ $0 == "." }) { return "file" }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: kept)
        return shortened(String(text))
    }

    /// Shortens a name to the limit. An extension of at most 16 bytes stays, because it shows the type of the file.
    private static func shortened(_ name: String) -> String {
        guard name.utf8.count > longest else { return name }
        let dot = name.lastIndex(of: ".")
        let ending = dot.map { name[$0...] }.flatMap { $0.utf8.count <= 16 ? $0 : nil } ?? ""
        var stem = String(name.dropLast(ending.count))
        // One character may consist of thousands of scalars, so the name is shortened scalar by scalar.
        while stem.utf8.count + ending.utf8.count > longest { stem.unicodeScalars.removeLast() }
        return stem + ending
    }

    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
        // Marks that change the direction of text make "gpj.exe" look like "exe.jpg". The joiners in emoji do not, so
        // they are kept.
        case .format: scalar == "\u{200D}" || scalar == "\u{200C}"
        default: true
        }
    }
}
