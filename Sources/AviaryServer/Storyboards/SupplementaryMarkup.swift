import AviaryText
import AviaryViews

/// The supplementary views of cells and sections: `<template data-supplementary="Badge" data-anchor="cell">`.
///
/// Such a template is not sent to browsers. Its element is appended to the root of each template of its anchor (cells
/// or sections), within a `div`. The `div` is hidden while the view is absent. So a supplementary view appears,
/// changes, moves and disappears with its cell or its header, and the client needs no code for it.
struct SupplementaryMarkup {
    static let attribute = "data-supplementary"
    private static let anchor = "data-anchor"

    /// The kinds that are anchored to cells and to sections, with their own outlets.
    private(set) var ofCells: [CellTemplate] = []
    private(set) var ofSections: [CellTemplate] = []
    private var elements: [String: MarkupElement] = [:]

    /// The markup with these templates merged into the others.
    static func made(
        in markup: [Markup]
    ) throws(StoryboardError.Fault) -> (markup: [Markup], views: SupplementaryMarkup) {
        var views = SupplementaryMarkup()
        let others = try views.taken(from: markup)
        if views.elements.isEmpty { return (markup, views) }
        return (try views.putting(into: others), views)
    }

    private mutating func taken(from markup: [Markup]) throws(StoryboardError.Fault) -> [Markup] {
        try markup.replacingElements { element throws(StoryboardError.Fault) in
            guard let kind = element[Self.attribute] else {
                element.children = try taken(from: element.children)
                return true
            }
            try take(kind, element)
            return false
        }
    }

    private mutating func take(_ kind: String, _ template: MarkupElement) throws(StoryboardError.Fault) {
        func require(_ condition: Bool, _ what: String) throws(StoryboardError.Fault) {
            if !condition { throw .init(line: template.line, what: what) }
        }
        try require(template.name == "template", "\(Self.attribute) stands on no template")
        let isName = !kind.isEmpty && kind.utf8.allSatisfy(Outlet.isNameByte)
        try require(isName, "\(kind) is no name for a supplementary view: letters, digits and - are")
        try require(elements[kind] == nil, "a second supplementary view \(kind)")
        let isOfCell = template[Self.anchor] == "cell"
        try require(
            isOfCell || template[Self.anchor] == "section",
            "the \(Self.anchor) of the supplementary view \(kind) is neither cell nor section")
        guard let root = template.onlyElement else {
            return try require(false, "the template \(kind) must have one element at its root")
        }
        var outlets: [CellTemplate.Outlet] = []
        let view = MarkupElement(
            name: "div",
            attributes: [
                .init(name: Self.attribute, value: kind), .init(name: "data-outlet", value: "\(kind):flag(hidden)"),
                .init(name: "hidden"),
            ], children: [.element(try Self.named(root, by: kind, &outlets))], line: template.line)
        elements[kind] = view
        let cell = CellTemplate(kind, outlets: outlets)
        if isOfCell { ofCells.append(cell) } else { ofSections.append(cell) }
    }

    /// The element with the kind as a prefix of its outlets' names, because these outlets are added to those of a cell.
    private static func named(
        _ element: MarkupElement, by kind: String, _ names: inout [CellTemplate.Outlet]
    ) throws(StoryboardError.Fault) -> MarkupElement {
        var element = element
        for outlet in try element.outlets() where !names.contains(where: { $0.name == outlet.name }) {
            names.append(.init(outlet.name, outlet.kind))
        }
        if let words = element["data-outlet"]?.split(whereSeparator: \.isWhitespace) {
            element["data-outlet"] = words.map { "\(kind)-\($0)" }.joined(separator: " ")
        }
        for (index, piece) in element.children.enumerated() {
            guard case .element(let child) = piece else { continue }
            element.children[index] = .element(try named(child, by: kind, &names))
        }
        return element
    }

    private func putting(into markup: [Markup]) throws(StoryboardError.Fault) -> [Markup] {
        try markup.replacingElements { element throws(StoryboardError.Fault) in
            if element.name == "template" {
                try put(element["data-cell"] == nil ? ofSections : ofCells, into: &element)
            } else {
                element.children = try putting(into: element.children)
            }
            return true
        }
    }

    private func put(_ views: [CellTemplate], into template: inout MarkupElement) throws(StoryboardError.Fault) {
        // Other mistakes in the template are reported where it is read.
        guard !views.isEmpty, var root = template.onlyElement else { return }
        let kinds = views.map(\.reuseIdentifier).joined(separator: ", ")
        let setsText = try root.outlets().contains(where: \.setsText)
        guard !root.isVoid, !setsText else {
            let what =
                setsText ? "the text of a root is an outlet; put that on an element in it" : "a root holds nothing"
            throw .init(line: root.line, what: "\(what), where supplementary views stand (\(kinds))")
        }
        var names = try root.outletNames()
        for view in views.compactMap({ elements[$0.reuseIdentifier] }) {
            for name in try view.outletNames() where !names.insert(name).inserted {
                throw .init(line: root.line, what: "the outlet \(name) is that of a supplementary view, too")
            }
            root.children.append(.element(view))
        }
        root[Self.anchor] = ""
        template.children = template.children.map { if case .element = $0 { .element(root) } else { $0 } }
    }
}

extension MarkupElement {
    /// The root of a template, if it has exactly one element.
    var onlyElement: MarkupElement? {
        let roots = children.compactMap { if case .element(let root) = $0 { root } else { nil } }
        return roots.count == 1 ? roots.first : nil
    }

    /// The names of the outlets of this element and its descendants.
    fileprivate func outletNames() throws(StoryboardError.Fault) -> Set<String> {
        var names = Set(try outlets().map(\.name))
        for case .element(let child) in children { names.formUnion(try child.outletNames()) }
        return names
    }
}

extension SupplementaryPlacement {
    /// The style rules that place the views of a kind. They are in the page's own style sheet, because the client does
    /// not place these views.
    ///
    /// - Parameters:
    ///   - kind: The kind in the storyboard.
    ///   - collection: The name on the wire.
    func rules(for kind: String, in collection: String) -> String {
        let selector = "[data-collection=\"\(collection)\"] [\(SupplementaryMarkup.attribute)=\"\(kind)\"]"
        let (x, y) = (offset.x.finite, offset.y.finite)
        let across =
            switch edge {
            case .topLeading, .leading, .bottomLeading: "inset-inline-start:\(x.points)"
            case .topTrailing, .trailing, .bottomTrailing: "inset-inline-end:\((0 - x).points)"
            case .top, .center, .bottom: "inset-inline:\(x.points) \((0 - x).points);margin-inline:auto"
            }
        let down =
            switch edge {
            case .topLeading, .top, .topTrailing: "top:\(y.points)"
            case .bottomLeading, .bottom, .bottomTrailing: "bottom:\((0 - y).points)"
            case .leading, .center, .trailing: "top:\(y.points);bottom:\((0 - y).points);margin-block:auto"
            }
        return "\(selector){\(across);\(down);width:\(width.length);height:\(height.length)}"
    }
}

extension SupplementaryPlacement.Length {
    fileprivate var length: String {
        switch self {
        case .ofContent: "fit-content"
        case .points(let points): max(0, points.finite).points
        case .fraction(let share): "\(JSON.number(max(0, share.finite) * 100).text)%"
        }
    }
}

extension Double {
    /// The number, or 0 if it is not finite. Adding 0 removes the sign of a negative zero.
    fileprivate var finite: Double { isFinite ? self + 0 : 0 }
}
