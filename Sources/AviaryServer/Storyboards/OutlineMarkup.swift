import AviaryText
import AviaryViews

/// Outlines: `<div data-collection="notes" data-outline>`.
///
/// The root of each cell's template gets two outlets of its own: the level of the item, as a custom property, and
/// whether it is expanded, as `aria-expanded`. So the first paint and the client show them like any other outlet. The
/// client's part `outline` (`Client/later/outline.js`) copies them to the row.
enum OutlineMarkup {
    static let attribute = "data-outline"

    /// The style rules of outlines. Only a page or a sheet with an outline has them. Cells are indented by their level, and
    /// the mark before them is as wide as a finger needs it.
    static let rules = """
        [data-outline]>.content>:is(.tile,.leaving,.lifted)>*{position:relative;padding-inline-start:calc(\
        var(--outline-level,0)*var(--outline-indent,1.25rem) + var(--outline-mark,2rem))}\
        [data-outline]>.content>:is(.tile,.leaving,.lifted)>[aria-expanded]::before{content:"▸";content:"▸"/"";\
        position:absolute;inset-block:0;inset-inline-start:calc(var(--outline-level,0)*var(--outline-indent,1.25rem));\
        display:grid;place-items:center;width:var(--outline-mark,2rem);cursor:pointer}\
        [data-outline]>.content>:is(.tile,.leaving,.lifted)>[aria-expanded="true"]::before{rotate:90deg}\
        :where(html)[dir="rtl"] [data-outline]>.content>:is(.tile,.leaving,.lifted)>[aria-expanded="false"]::before{\
        rotate:180deg}\
        [data-outline]>.content>[data-into]>*{outline:2px solid var(--accent,Highlight);outline-offset:-2px}
        """

    /// The markup, with these outlets if one of its collections is an outline.
    static func made(in markup: [Markup]) throws(StoryboardError.Fault) -> [Markup] {
        let outlines = markup.flatMap { $0.descendants { $0[attribute] != nil } }
        if let other = outlines.first(where: { $0["data-collection"] == nil }) {
            throw .init(line: other.line, what: "\(attribute) stands on no collection")
        }
        return outlines.isEmpty ? markup : try addingOutlets(to: markup)
    }

    private static func addingOutlets(to markup: [Markup]) throws(StoryboardError.Fault) -> [Markup] {
        try markup.replacingElements { element throws(StoryboardError.Fault) in
            guard element["data-cell"] != nil, element.name == "template" else {
                element.children = try addingOutlets(to: element.children)
                return true
            }
            element.children = element.children.map {
                guard case .element(var root) = $0 else { return $0 }
                root["data-outlet"] = (root["data-outlet"].map { "\($0) " } ?? "") + outlets
                return .element(root)
            }
            return true
        }
    }

    private static let outlets = {
        let (level, isOpen) = (CellTemplate.outlineOutlets[0].name, CellTemplate.outlineOutlets[1].name)
        return "\(level):number \(isOpen):flag(aria-expanded)"
    }()

    /// The attributes of a row, with the values of its cell. Levels begin at 1 there.
    static func attributes(of values: [String: CellValue]) -> String {
        guard case .number(let level)? = values[CellTemplate.outlineOutlets[0].name] else { return "" }
        let row = " aria-level=\"\(JSON.number(level + 1).text)\""
        guard case .flag(let isOpen)? = values[CellTemplate.outlineOutlets[1].name] else { return row }
        return "\(row) aria-expanded=\"\(isOpen)\""
    }
}
