import AviaryResults
import GRDB

/// The order of saved colors within their palettes.
enum SwatchOrder: String, CaseIterable, Sendable {
    /// The order that people have made; new colors come first.
    case manual
    /// Around the circle of hues of OKLCH, from pink over red, yellow, green and blue. Grays come first.
    case hue
    /// From the darkest to the lightest, by perceived lightness.
    case lightness
    /// The most vivid first.
    case chroma
    case name
    /// The newest first.
    case date

    /// The sort keys for a live list.
    var sort: [SortKey] { [isDescending ? value.desc : value.asc] }

    /// The ordering for a request of GRDB.
    var ordering: SQLOrdering { isDescending ? value.desc : value.asc }

    private var value: any SQLSpecificExpressible {
        switch self {
        case .manual: Column("position")
        case .hue: SwatchFunction.hue.ofRow
        case .lightness: SwatchFunction.lightness.ofRow
        case .chroma: SwatchFunction.chroma.ofRow
        case .name: TextFunction.nameKey
        case .date: Column("createdAt")
        }
    }

    private var isDescending: Bool { self == .chroma || self == .date }

    /// The outlet that marks the button of the chosen order.
    var outlet: String { "by\(rawValue.prefix(1).uppercased())\(rawValue.dropFirst())" }
}
