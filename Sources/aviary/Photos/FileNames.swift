/// Makes names of files unique, also for file systems that ignore case.
struct FileNames {
    private var used: Set<String> = []
    private var next: [String: Int] = [:]

    /// A name that is a single path component.
    ///
    /// - Returns: The name, or a numbered one such as "IMG 2.jpg" if "IMG.jpg" is taken.
    mutating func unused(_ name: String) -> String {
        let scalars = name.unicodeScalars.map { "/\\:*?\"<>|".unicodeScalars.contains($0) ? "_" : $0 }
        var safe = String(String.UnicodeScalarView(scalars))
        if safe.allSatisfy({ $0 == "." || $0 == " " }) { safe = PhotosWords.Titles.photo }
        while safe.utf8.count > 240 { safe.unicodeScalars.removeFirst() }
        if used.insert(safe.lowercased()).inserted { return safe }
        let dot = safe.lastIndex(of: ".") ?? safe.endIndex
        var number = next[safe.lowercased()] ?? 2
        while true {
            let numbered = "\(safe[..<dot]) \(number)\(safe[dot...])"
            number += 1
            guard used.insert(numbered.lowercased()).inserted else { continue }
            next[safe.lowercased()] = number
            return numbered
        }
    }
}
