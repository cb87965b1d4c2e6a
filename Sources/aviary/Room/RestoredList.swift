/// What a window keeps of a list of photographs in case its scene is lost: how it is arranged, and what was searched for.
struct RestoredList {
    var words: String
    var searched: String

    /// In bytes: a tab keeps a few words only.
    private static let longestSearch = 500
}

extension RestoredList {
    /// - Parameter state: Comes back from outside.
    init(_ state: String) {
        let parts = state.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        words = parts.first.map(String.init) ?? ""
        searched = parts.count > 1 ? String(parts[1]) : ""
    }

    /// For `restorationState`.
    var state: String {
        searched.isEmpty || searched.utf8.count > Self.longestSearch ? words : "\(words)\n\(searched)"
    }
}
