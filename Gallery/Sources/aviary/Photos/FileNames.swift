/// Makes names of files unique, also for file systems that ignore case and the normal form.
struct FileNames {
    private var used: Set<String> = []
    private var next: [String: Int] = [:]

    /// Makes a name that is a single path component. Replaces reserved characters, and cuts a long name at its
    /// beginning.
    ///
    /// - Returns: The name, or a numbered one such as "IMG 2.jpg" if "IMG.jpg" was returned before.
    mutating func unused(_ name: String) -> String {
        let scalars = name.unicodeScalars.map { "/\\:*?\"<>|".unicodeScalars.contains($0) ? "_" : $0 }
        var safe = String(String.UnicodeScalarView(scalars))
        if safe.allSatisfy({ $0 == "." || $0 == " " }) { safe = PhotosWords.Titles.photo }
        while safe.utf8.count > 240 { safe.unicodeScalars.removeFirst() }
        if used.insert(safe.caseless).inserted { return safe }
        let dot = safe.lastIndex(of: ".") ?? safe.endIndex
        var number = next[safe.caseless] ?? 2
        while true {
            let numbered = "\(safe[..<dot]) \(number)\(safe[dot...])"
            number += 1
            guard used.insert(numbered.caseless).inserted else { continue }
            next[safe.caseless] = number
            return numbered
        }
    }
}
