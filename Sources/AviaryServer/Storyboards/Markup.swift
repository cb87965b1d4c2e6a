/// A node of a storyboard's markup, which the parser reads and the renderer writes.
enum Markup: Hashable, Sendable {
    case element(MarkupElement)
    /// Text as it is in the source, with its escapes.
    case text(String)
}

struct MarkupElement: Hashable, Sendable {
    struct Attribute: Hashable, Sendable {
        var name: String
        /// The value as it is in the source; `nil` for a bare name.
        var value: String?
    }

    var name: String
    var attributes: [Attribute] = []
    var children: [Markup] = []
    /// The line where the element begins, for messages.
    var line = 1

    /// The value of an attribute; empty for a bare name, `nil` when it is missing.
    subscript(attribute: String) -> String? {
        get { attributes.first { $0.name == attribute }.map { $0.value ?? "" } }
        set {
            let index = attributes.firstIndex { $0.name == attribute }
            switch (index, newValue) {
            case (let index?, let value?): attributes[index].value = value
            case (let index?, nil): attributes.remove(at: index)
            case (nil, let value?): attributes.append(Attribute(name: attribute, value: value))
            case (nil, nil): break
            }
        }
    }

    var isVoid: Bool { Self.voidNames.contains(name) }

    private static let voidNames: Set = [
        "area", "br", "col", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
    ]
}

extension [Markup] {
    /// A copy with each element changed by `change`, without the elements for which `change` returns `false`. Texts
    /// stay.
    func replacingElements(
        _ change: (inout MarkupElement) throws(StoryboardError.Fault) -> Bool
    ) throws(StoryboardError.Fault) -> [Markup] {
        var made: [Markup] = []
        for piece in self {
            guard case .element(var element) = piece else {
                made.append(piece)
                continue
            }
            if try change(&element) { made.append(.element(element)) }
        }
        return made
    }
}
