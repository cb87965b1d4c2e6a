import AviaryViews

/// How a window shows photographs: the choices under "View options".
struct PhotoArrangement: Hashable, Sendable {
    enum Layout: String, Sendable {
        /// Rows in which each photograph keeps its aspect ratio.
        case rows
        case squares
    }

    var layout = Layout.rows
    var size = CellSize()
    var order = PhotoQuery.Order.manual
    /// The sections. They exist only in the order by date, so sections set that order.
    var sections = PhotoQuery.Sections.none { didSet { if sections != .none { order = .date } } }
    var onlyFavorites = false

    var collectionLayout: PhotoLayout {
        let hasHeaders = order == .date && sections != .none
        return layout == .rows ? .rows(size, hasHeaders: hasHeaders) : .squares(size, hasHeaders: hasHeaders)
    }

    /// Applies the choices that a button sends in its fields. A choice without a field stays.
    mutating func choose(_ fields: [String: String]) {
        if let chosen = fields["layout"].flatMap(Layout.init) { layout = chosen }
        if let chosen = fields["order"].flatMap(PhotoQuery.Order.init) {
            order = chosen
            if chosen != .date { sections = .none }
        }
        if let chosen = fields["sections"].flatMap(PhotoQuery.Sections.init) { sections = chosen }
        if let chosen = fields["shown"] { onlyFavorites = chosen == "favorites" }
    }

    /// The announcement of a new order, for screen readers.
    var sentence: String { PhotosWords.arranged(order, sections) }

    /// The text for `restorationState` and the file of choices. A browser may send back any text, so do not trust it.
    var words: String {
        "\(layout.rawValue) \(order.rawValue) \(sections.rawValue) \(onlyFavorites ? "favorites" : "all") \(size.steps)"
    }

    init(words: String = "") {
        let parts = words.split(separator: " ").map(String.init)
        // Choices of earlier versions have no size.
        guard (4...5).contains(parts.count) else { return }
        choose(["layout": parts[0], "order": parts[1], "sections": parts[2], "shown": parts[3]])
        if let chosen = parts.dropFirst(4).first.flatMap({ CellSize($0) }) { size = chosen }
    }
}
