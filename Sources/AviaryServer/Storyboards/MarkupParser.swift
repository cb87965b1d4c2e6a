/// Parses the HTML of a storyboard. Every element must be closed or void, and every attribute value quoted.
///
/// It is stricter than a browser on purpose. A storyboard is part of the program, so a mistake is reported with its
/// line instead of being repaired silently.
struct MarkupParser {
    private let source: [UInt8]
    private var index = 0
    private var line = 1

    static func parse(_ source: [UInt8]) throws(StoryboardError.Fault) -> [Markup] {
        var parser = MarkupParser(source: source)
        return try parser.content(of: nil)
    }

    private init(source: [UInt8]) { self.source = source }

    private mutating func content(of parent: MarkupElement?) throws(StoryboardError.Fault) -> [Markup] {
        var content: [Markup] = []
        while index < source.count {
            if starts(with: "<!--") {
                try skip(past: "-->", of: "comment")
            } else if starts(with: "</") {
                advance(2)
                let name = readName()
                readSpace()
                guard let parent, name == parent.name, take(">") else {
                    throw fault(
                        "</\(name)> closes nothing\(parent.map { "; <\($0.name)> of line \($0.line) is open" } ?? "")")
                }
                return content
            } else if starts(with: "<") {
                content.append(.element(try element()))
            } else {
                content.append(.text(readText(until: UInt8(ascii: "<"))))
            }
        }
        if let parent { throw StoryboardError.Fault(line: parent.line, what: "<\(parent.name)> is never closed") }
        return content
    }

    private mutating func element() throws(StoryboardError.Fault) -> MarkupElement {
        advance(1)
        var element = MarkupElement(name: readName(), line: line)
        guard !element.name.isEmpty else { throw fault("a name is missing after <") }
        guard element.name != "script", element.name != "style" else {
            throw fault("<\(element.name)> is not allowed: scripts and styles are files of their own")
        }
        while true {
            readSpace()
            if take(">") { break }
            if starts(with: "/>") {
                advance(2)
                return element
            }
            let attribute = try attribute()
            guard element[attribute.name] == nil else { throw fault("\(attribute.name) is there twice") }
            element.attributes.append(attribute)
        }
        if !element.isVoid { element.children = try content(of: element) }
        return element
    }

    private mutating func attribute() throws(StoryboardError.Fault) -> MarkupElement.Attribute {
        let name = readName()
        guard !name.isEmpty else { throw fault("an attribute's name is missing") }
        guard name != "style", !name.hasPrefix("on") else {
            throw fault("\(name) is not allowed: the page's security policy forbids inline styles and scripts")
        }
        readSpace()
        guard take("=") else { return .init(name: name, value: nil) }
        readSpace()
        guard index < source.count, source[index] == UInt8(ascii: "\"") || source[index] == UInt8(ascii: "'") else {
            throw fault("the value of \(name) is not in quotation marks")
        }
        let quote = source[index]
        advance(1)
        let value = readText(until: quote)
        guard index < source.count else { throw fault("the value of \(name) has no end") }
        advance(1)
        return .init(name: name, value: value)
    }

    // MARK: Reading

    private func starts(with text: StaticString) -> Bool {
        index + text.utf8CodeUnitCount <= source.count
            && (0..<text.utf8CodeUnitCount).allSatisfy { source[index + $0] == text.utf8Start[$0] }
    }

    private mutating func take(_ text: StaticString) -> Bool {
        guard starts(with: text) else { return false }
        advance(text.utf8CodeUnitCount)
        return true
    }

    private mutating func advance(_ count: Int) {
        for _ in 0..<min(count, source.count - index) {
            if source[index] == UInt8(ascii: "\n") { line += 1 }
            index += 1
        }
    }

    private mutating func skip(past end: StaticString, of what: String) throws(StoryboardError.Fault) {
        while index < source.count, !starts(with: end) { advance(1) }
        guard index < source.count else { throw fault("a \(what) has no end") }
        advance(end.utf8CodeUnitCount)
    }

    private mutating func readSpace() {
        while index < source.count, [9, 10, 13, 32].contains(source[index]) { advance(1) }
    }

    private mutating func readName() -> String {
        let start = index
        while index < source.count, ![9, 10, 13, 32, 34, 39, 47, 60, 61, 62].contains(source[index]) { advance(1) }
        return String(decoding: source[start..<index], as: UTF8.self)
    }

    private mutating func readText(until end: UInt8) -> String {
        let start = index
        while index < source.count, source[index] != end { advance(1) }
        return String(decoding: source[start..<index], as: UTF8.self)
    }

    private func fault(_ what: String) -> StoryboardError.Fault { .init(line: line, what: what) }
}
