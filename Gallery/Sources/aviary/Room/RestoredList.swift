/// The restoration state of a window's list of photographs: the arrangement, the search, and the panel with details.
struct RestoredList {
    var words: String
    var searched: String
    /// Whether the panel with details of a photograph is open.
    var showsDetails = false

    /// The end of the words if the panel is open.
    private static let details = " details"
    /// The longest search that is stored, in bytes. A longer one is left out, because a tab can store little text.
    private static let longestSearch = 500
}

extension RestoredList {
    /// Reads the state.
    ///
    /// - Parameter state: A text from the browser, which may be any text.
    init(_ state: String) {
        let parts = state.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        words = parts.first.map(String.init) ?? ""
        showsDetails = words.hasSuffix(Self.details)
        if showsDetails { words.removeLast(Self.details.count) }
        searched = parts.count > 1 ? String(parts[1]) : ""
    }

    /// The text for `restorationState`.
    var state: String {
        let words = words + (showsDetails ? Self.details : "")
        return searched.isEmpty || searched.utf8.count > Self.longestSearch ? words : "\(words)\n\(searched)"
    }
}
