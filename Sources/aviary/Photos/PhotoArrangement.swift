import AviaryViews

/// How a window shows photographs: what a person chooses under "View".
struct PhotoArrangement: Hashable, Sendable {
    enum Layout: String, Sendable {
        /// Each photograph keeps its shape.
        case rows
        case squares
    }

    var layout = Layout.rows
    var order = PhotoQuery.Order.manual
    /// Photographs stand in sections by the date alone.
    var sections = PhotoQuery.Sections.none { didSet { if sections != .none { order = .date } } }
    var onlyFavorites = false

    var collectionLayout: PhotoLayout {
        let hasHeaders = order == .date && sections != .none
        return layout == .rows ? .rows(hasHeaders: hasHeaders) : .squares(hasHeaders: hasHeaders)
    }

    /// What was chosen, as the fields of the buttons say it; what they do not say stays as it is.
    mutating func choose(_ fields: [String: String]) {
        if let chosen = fields["layout"].flatMap(Layout.init) { layout = chosen }
        if let chosen = fields["order"].flatMap(PhotoQuery.Order.init) {
            order = chosen
            if chosen != .date { sections = .none }
        }
        if let chosen = fields["sections"].flatMap(PhotoQuery.Sections.init) { sections = chosen }
        if let chosen = fields["shown"] { onlyFavorites = chosen == "favorites" }
    }

    /// What is read out when another order is chosen.
    var sentence: String { PhotosWords.arranged(order, sections) }

    /// For `restorationState`; it comes back from outside.
    var words: String {
        "\(layout.rawValue) \(order.rawValue) \(sections.rawValue) \(onlyFavorites ? "favorites" : "all")"
    }

    init(words: String = "") {
        let parts = words.split(separator: " ").map(String.init)
        guard parts.count == 4 else { return }
        choose(["layout": parts[0], "order": parts[1], "sections": parts[2], "shown": parts[3]])
    }
}
