import AviaryText

/// The texts of a storyboard that people read: those between the tags, and some attributes.
///
/// A text is compared without the white space around it, and with one space for each run of white space in it. Elements
/// with `translate="no"` are left out, as browsers do when they translate a page.
extension Storyboard.Content {
    /// The storyboard with other texts.
    ///
    /// - Parameter texts: The new texts by the old ones. Other texts stay.
    /// - Complexity: O(*b*) for *b* bytes of markup, and O(1) without new texts.
    func translated(by texts: [String: String]) -> Storyboard.Content {
        guard !texts.isEmpty else { return self }
        var content = self
        content.markup = markup.map { $0.translated(by: texts) }
        for index in templates.indices { content.templates[index].root = templates[index].root.translated(by: texts) }
        if let header { content.header?.root = header.root.translated(by: texts) }
        if let footer { content.footer?.root = footer.root.translated(by: texts) }
        return content
    }

    /// The texts with letters for which there is no new one. A text that an outlet always sets is an example, so it is
    /// none of them. Letters in braces are names that a script replaces, such as `{count}`.
    func untranslated(by texts: [String: String]) -> [(text: String, line: Int)] {
        var found: [(text: String, line: Int)] = []
        for case .element(let element) in markup { element.findUntranslated(by: texts, in: &found) }
        return found
    }
}

extension Markup {
    fileprivate func translated(by texts: [String: String]) -> Markup {
        switch self {
        case .text(let text): .text(text.translated(by: texts))
        case .element(let element): .element(element.translated(by: texts))
        }
    }
}

extension MarkupElement {
    fileprivate func translated(by texts: [String: String]) -> MarkupElement {
        guard self["translate"] != "no" else { return self }
        var element = self
        for (index, attribute) in attributes.enumerated() where isRead(attribute.name) {
            element.attributes[index].value = attribute.value?.translated(by: texts)
        }
        element.children = children.map { $0.translated(by: texts) }
        return element
    }

    /// Whether people read the value of an attribute.
    private func isRead(_ attribute: String) -> Bool {
        switch attribute {
        case "alt", "aria-description", "aria-label", "aria-roledescription", "aria-valuetext", "data-scrubber",
            "label", "placeholder", "title":
            true
        // The value of a `button` is data that is sent with the form.
        case "value": name == "input" && ["button", "reset", "submit"].contains(self["type"]?.lowercased())
        default: attribute.hasPrefix("data-say")
        }
    }

    fileprivate func findUntranslated(by texts: [String: String], in found: inout [(text: String, line: Int)]) {
        guard self["translate"] != "no" else { return }
        let outlets = (try? outlets()) ?? []
        func note(_ text: String) {
            let text = text.shownOnOneLine
            let ownText = text.replacing(/\{[^{}]*\}/, with: "")
            if ownText.contains(where: \.isLetter), texts[text] == nil { found.append((text, line)) }
        }
        for attribute in attributes where isRead(attribute.name) {
            if !outlets.contains(where: { $0.target == attribute.name }) { note(attribute.value ?? "") }
        }
        let isSet = outlets.contains { $0.setsText }
        for child in children {
            switch child {
            case .text(let text): if !isSet { note(text) }
            case .element(let element): element.findUntranslated(by: texts, in: &found)
            }
        }
    }
}

extension String {
    /// The text as a page shows it, on one line. A browser makes one space of each run of white space, but keeps a space
    /// that does not break.
    fileprivate var shownOnOneLine: String {
        htmlUnescaped.split { $0.isASCII && $0.isWhitespace }.joined(separator: " ")
    }

    /// The new text with its escapes, within the white space of the old one.
    fileprivate func translated(by texts: [String: String]) -> String {
        guard let own = texts[shownOnOneLine] else { return self }
        return prefix(while: \.isWhitespace) + own.htmlEscaped
            + String(reversed().prefix(while: \.isWhitespace).reversed())
    }
}
