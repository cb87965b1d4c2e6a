import AviaryResults
import GRDB

/// In what order saved colors stand within their palettes.
enum SwatchOrder: String, CaseIterable, Sendable {
    /// As people have put them; what is new comes first.
    case manual
    /// Round the circle of hues that look evenly apart, from pink over red, yellow, green and blue; greys come first.
    case hue
    /// From the darkest to the lightest, as they look.
    case lightness
    /// The most vivid first.
    case chroma
    case name
    /// The newest first.
    case date

    /// For a live list.
    var sort: [SortKey] { [isDescending ? value.desc : value.asc] }

    /// For a request of GRDB.
    var ordering: SQLOrdering { isDescending ? value.desc : value.asc }

    private var value: any SQLSpecificExpressible {
        switch self {
        case .manual: Column("position")
        case .hue: SwatchFunction.hue.ofRow
        case .lightness: SwatchFunction.lightness.ofRow
        case .chroma: SwatchFunction.chroma.ofRow
        case .name: SQL("name COLLATE NOCASE")
        case .date: Column("createdAt")
        }
    }

    private var isDescending: Bool { self == .chroma || self == .date }

    /// Whether it is the chosen one, for its button.
    var outlet: String { "by\(rawValue.prefix(1).uppercased())\(rawValue.dropFirst())" }
}
