import AviaryViews

/// The link of a tile: `data-link="/photos/photo/:item"` on the root of a cell's template, or on an `a` in it.
///
/// A tile's root is its grid cell, which cannot be a link itself. So the content of a root with `data-link` is wrapped
/// in an `a` without a box in the layout. A `span` at its end covers the whole tile. The browser gets the template in
/// this form.
enum TileLink {
    static let attribute = "data-link"

    /// The markup with its templates' links expanded.
    static func made(in markup: [Markup]) throws(StoryboardError.Fault) -> [Markup] {
        try markup.replacingElements { element throws(StoryboardError.Fault) in
            if element.name == "template" {
                try make(in: &element)
            } else {
                try require(element[attribute] == nil, element, "stands outside of a template with data-cell")
                element.children = try Self.made(in: element.children)
            }
            return true
        }
    }

    /// The address for an item. The client computes the same text.
    static func href(_ link: String, item: String) -> String {
        link.replacing(":item", with: PercentCoding.encode(item))
    }

    private static func make(in template: inout MarkupElement) throws(StoryboardError.Fault) {
        let links = template.children.flatMap { $0.descendants { $0[attribute] != nil } }
        guard let link = links.first else { return }
        try require(template["data-cell"] != nil, link, "stands in a template without data-cell")
        if links.count > 1 { try require(false, links[1], "is there twice in a template") }
        let path = link[attribute]?.prefix { $0 != "?" && $0 != "#" } ?? ""
        let isPath = path.hasPrefix("/") && !path.hasPrefix("//")
        try require(isPath, link, "does not begin with one /")
        let parameters = AddressPattern(String(path)).parameters
        try require(parameters.allSatisfy { $0 == "item" }, link, "has another parameter than :item")
        let index = template.children.firstIndex {
            if case .element(let root) = $0 { root[attribute] != nil } else { false }
        }
        guard let index, case .element(var root) = template.children[index] else {
            return try require(link.name == "a", link, "stands on neither an a nor the root of a template")
        }
        try require(root.name != "a", root, "stands on an a that is the cell; make the root another element")
        let control = root.children.flatMap { $0.descendants(where: \.isInteractive) }.first
        if let control { try require(false, control, "is around a control; put it on an a beside that") }
        let setsText = try root.outlets().contains(where: \.setsText)
        try require(!setsText, root, "stands on an element whose text is an outlet; put that on an element in it")
        let attributes = [("class", "link"), (attribute, root[attribute])]
        // The `span` has a box, unlike the link. Chromium does not scroll while the pointer is over an element without
        // a box.
        let reach = MarkupElement(
            name: "span", attributes: [.init(name: "class", value: "reach")], children: [], line: root.line)
        let child = MarkupElement(
            name: "a", attributes: attributes.map { .init(name: $0.0, value: $0.1) },
            children: root.children + [.element(reach)], line: root.line)
        root.children = [.element(child)]
        template.children[index] = .element(root)
    }

    private static func require(
        _ condition: Bool, _ element: MarkupElement, _ what: String
    ) throws(StoryboardError.Fault) {
        if !condition { throw .init(line: element.line, what: "\(attribute) \(what)") }
    }
}

extension Markup {
    /// This element and its descendants that satisfy a condition.
    func descendants(where isWanted: (MarkupElement) -> Bool) -> [MarkupElement] {
        guard case .element(let element) = self else { return [] }
        return (isWanted(element) ? [element] : []) + element.children.flatMap { $0.descendants(where: isWanted) }
    }
}

extension MarkupElement {
    fileprivate var isInteractive: Bool {
        ["a", "button", "input", "label", "select", "summary", "textarea"].contains(name) || self["data-action"] != nil
    }
}
