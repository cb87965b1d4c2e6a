/// A control whose rows come from a list: `<select name="shelf" data-choices="shelf">`.
///
/// It is a `select`, a `datalist`, or a `fieldset` for radio buttons or, with `data-several`, for checkboxes.
enum ChoiceMarkup {
    static let attribute = "data-choices"

    /// The markup with its controls prepared for rows.
    static func made(in markup: [Markup]) throws(StoryboardError.Fault) -> [Markup] {
        try made(in: markup, isTemplate: false)
    }

    private static func made(in markup: [Markup], isTemplate: Bool) throws(StoryboardError.Fault) -> [Markup] {
        try markup.replacingElements { element throws(StoryboardError.Fault) in
            if let list = element[attribute] {
                func require(_ condition: Bool, _ what: String) throws(StoryboardError.Fault) {
                    if !condition {
                        throw .init(line: element.line, what: "the control with the choices \(list) \(what)")
                    }
                }
                try require(!isTemplate, "stands in a template")
                try require(
                    ["datalist", "fieldset", "select"].contains(element.name), "is no select, datalist or fieldset")
                try require(
                    element["multiple"] == nil, "takes several by multiple; make it a fieldset with data-several")
                try require(element.name == "datalist" || element["name"] != nil, "has no name")
                let isSet = element.name == "fieldset" && element["data-several"] != nil
                try require(isSet || element["data-several"] == nil, "has data-several, which is for a fieldset")
                let setsValue = try element.outlets().contains { $0.target == "value" }
                try require(!setsValue, "has an outlet for its value; set the chosen items of the list")
                if element.name == "fieldset" {
                    let hasLegend = element.children.contains {
                        if case .element(let child) = $0 { child.name == "legend" } else { false }
                    }
                    try require(hasLegend || element["aria-label"] != nil, "has no legend")
                    if !isSet, element["role"] == nil { element["role"] = "radiogroup" }
                    // A click on a button of the group must not count as a press of the group.
                    if let action = element["data-action"] {
                        element["data-action"] = nil
                        element["data-choose"] = action
                    }
                }
            }
            element.children = try made(in: element.children, isTemplate: isTemplate || element.name == "template")
            return true
        }
    }
}

extension MarkupElement {
    /// The control with rows in it, as the client makes them. `later/choices.js` is the other end.
    func filled(with choices: PaintedChoices) -> MarkupElement {
        var element = self
        var groups: [String] = []
        for row in choices.rows where row.group != nil && groups.last != row.group { groups.append(row.group ?? "") }
        func rows(_ group: String?) -> [Markup] {
            choices.rows.filter { $0.group == group }.map { .element(self.row($0)) }
        }
        if groups.isEmpty || name == "datalist" {
            element.children += choices.rows.map { .element(row($0)) }
        } else {
            element.children += groups.map { title in
                if name == "select" {
                    let attributes = [Attribute(name: "label", value: title.htmlEscaped)]
                    return .element(MarkupElement(name: "optgroup", attributes: attributes, children: rows(title)))
                }
                let legend = Markup.element(MarkupElement(name: "legend", children: [.text(title.htmlEscaped)]))
                return .element(MarkupElement(name: "fieldset", children: [legend] + rows(title)))
            }
        }
        return element
    }

    private func row(_ row: PaintedChoices.Row) -> MarkupElement {
        let title = Markup.text(row.choice.title.htmlEscaped)
        let (id, disabled) = (row.id.htmlEscaped, row.choice.isDisabled)
        switch name {
        case "fieldset":
            let isSet = self["data-several"] != nil
            let own = self["name"] ?? ""
            var input = MarkupElement(name: "input")
            input["type"] = isSet ? "checkbox" : "radio"
            input["name"] = isSet ? "\(own)/\(id)" : own
            input["value"] = isSet ? "true" : id
            if row.isChosen { input["checked"] = "" }
            if disabled { input["disabled"] = "" }
            if isSet, let action = self["data-choose"] { input["data-action"] = action }
            let text = MarkupElement(name: "span", children: [title])
            return MarkupElement(
                name: "label", attributes: [.init(name: "data-choice", value: id)],
                children: [.element(input), .text(" "), .element(text)])
        default:
            var option = MarkupElement(name: "option", attributes: [.init(name: "data-choice", value: id)])
            option["value"] = name == "datalist" ? row.choice.title.htmlEscaped : id
            if row.isChosen, name == "select" { option["selected"] = "" }
            if disabled { option["disabled"] = "" }
            if name == "select" { option.children = [title] }
            return option
        }
    }
}
