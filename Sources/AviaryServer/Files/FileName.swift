/// A file's name that comes from outside: text for people, and safe as one component of a path all the same.
enum FileName {
    /// Bytes that file systems take for one component.
    static let longest = 255

    /// - Returns: What stands behind the last slash of either kind, without control characters and such that turn the
    ///   direction of text, and not longer than file systems take; "file" when nothing is left.
    static func cleaned(_ name: String) -> String {
        // By scalars: with a combining mark behind it, a slash is part of another character, and stays a slash to the disk.
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

    /// The extension stays, since it tells what the file is.
    private static func shortened(_ name: String) -> String {
        guard name.utf8.count > longest else { return name }
        let dot = name.lastIndex(of: ".")
        let ending = dot.map { name[$0...] }.flatMap { $0.utf8.count <= 16 ? $0 : nil } ?? ""
        var stem = String(name.dropLast(ending.count))
        // A character may be thousands of scalars long.
        while stem.utf8.count + ending.utf8.count > longest { stem.unicodeScalars.removeLast() }
        return stem + ending
    }

    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
        // Marks that turn the direction of text make "gpj.exe" look like "exe.jpg". The joiner of emoji is none.
        case .format: scalar == "\u{200D}" || scalar == "\u{200C}"
        default: true
        }
    }
}
