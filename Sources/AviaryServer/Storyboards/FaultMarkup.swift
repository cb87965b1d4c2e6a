/// The sentence beside a control: `<p data-fault="title"></p>` for the control with the name `title`.
///
/// It becomes an outlet for the sentence, and the control becomes invalid by another outlet. A screen reader says the
/// sentence when it comes, and again with the control.
enum FaultMarkup {
    static let attribute = "data-fault"

    /// The outlet that has the sentence about a field.
    static func sentence(of field: String) -> String { "\(field)-fault" }
    /// The outlet that marks the control of a field as invalid.
    static func mark(of field: String) -> String { "\(field)-invalid" }

    /// The markup with its places for faults expanded.
    static func made(in markup: [Markup]) throws(StoryboardError.Fault) -> [Markup] {
        var places: [String: MarkupElement] = [:]
        try find(in: markup, isTemplate: false, &places)
        if places.isEmpty { return markup }
        var marked: Set<String> = []
        let made = try expanded(markup, places, &marked)
        for (field, place) in places where !marked.contains(field) {
            throw .init(line: place.line, what: "\(attribute) names \(field), which is no control here")
        }
        return made
    }

    private static func find(
        in markup: [Markup], isTemplate: Bool, _ places: inout [String: MarkupElement]
    ) throws(StoryboardError.Fault) {
        for case .element(let element) in markup {
            if let field = element[attribute] {
                func require(_ condition: Bool, _ what: String) throws(StoryboardError.Fault) {
                    if !condition { throw .init(line: element.line, what: "\(attribute) \(what)") }
                }
                try require(!isTemplate, "stands in a template")
                try require(
                    !field.isEmpty && field.utf8.allSatisfy(Outlet.isNameByte),
                    "names \(field): letters, digits and - are")
                try require(places.updateValue(element, forKey: field) == nil, "is there twice for \(field)")
            }
            try find(in: element.children, isTemplate: isTemplate || element.name == "template", &places)
        }
    }

    private static func expanded(
        _ markup: [Markup], _ places: [String: MarkupElement], _ marked: inout Set<String>
    ) throws(StoryboardError.Fault) -> [Markup] {
        var made: [Markup] = []
        for piece in markup {
            guard case .element(var element) = piece, element.name != "template" else {
                made.append(piece)
                continue
            }
            if let field = element[attribute] {
                element.add("\(sentence(of: field))", to: "data-outlet")
                element["id"] = identifier(of: field, in: places)
                if element["aria-live"] == nil { element["aria-live"] = "polite" }
            } else if let field = element["name"], places[field] != nil, element.isField {
                marked.insert(field)
                element.add("\(mark(of: field)):flag(aria-invalid)", to: "data-outlet")
                element.add(identifier(of: field, in: places), to: "aria-describedby")
            }
            element.children = try expanded(element.children, places, &marked)
            made.append(.element(element))
        }
        return made
    }

    private static func identifier(of field: String, in places: [String: MarkupElement]) -> String {
        places[field]?["id"] ?? "fault-\(field)"
    }
}

extension MarkupElement {
    /// Whether the element has a value of its own in a form.
    fileprivate var isField: Bool { ["fieldset", "input", "select", "textarea"].contains(name) }

    fileprivate mutating func add(_ word: String, to attribute: String) {
        self[attribute] = (self[attribute].map { "\($0) " } ?? "") + word
    }
}
