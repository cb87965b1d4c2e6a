import AviaryViews

/// The HTML of a room: ordinary markup with outlets, actions, collections and the templates of its cells.
///
/// It lies beside its controller, is embedded in the binary, and is checked when the app starts. `docs/WIRE.md`
/// describes the attributes.
///
///     static let storyboard = Storyboard("ColorsView", PackageResources.ColorsView_html)
public struct Storyboard: Sendable {
    public let name: String
    private let parsed: Result<Content, StoryboardError>

    /// What the markup says, found once.
    struct Content: Sendable {
        var markup: [Markup] = []
        /// Those of the page, by name; each may stand in several places.
        var outlets: [String: Outlet] = [:]
        var actions: Set<String> = []
        var uploads: Set<String> = []
        var collections: [String] = []
        /// The addresses that links name, `:item` included.
        var links: [Link] = []
        /// The names of child controllers.
        var children: [String] = []
        var templates: [Template] = []
        /// Of the sections of all its collections.
        var header: Template?
        /// The elements' own names, `id`, with their lines.
        var identifiers: [String: Int] = [:]
        /// Names the markup that it was read from.
        var fingerprint = ""
        /// Whether dates are shown somewhere, which the page itself has to write in the browser's language.
        var hasDates = false
    }

    struct Link: Hashable, Sendable {
        var address: String
        var line: Int
    }

    /// What a reuse identifier looks like.
    struct Template: Sendable {
        var cell: CellTemplate
        var root: MarkupElement
    }

    /// - Parameter parts: Markup that several rooms share, or that is written in Swift; it becomes the content of the
    ///   element whose `data-part` names it, and may have such elements itself.
    public init(_ name: String, _ html: [UInt8], parts: [String: [UInt8]] = [:]) {
        self.name = name
        do throws(StoryboardError.Fault) {
            parsed = .success(try StoryboardReader.read(html, parts))
        } catch {
            parsed = .failure(StoryboardError(name, error))
        }
    }

    func content() throws(StoryboardError) -> Content { try parsed.get() }
}

/// Collects what a storyboard declares, and refuses what would not work.
private struct StoryboardReader {
    private var content = Storyboard.Content()
    private var outlets: [Outlet] = []

    static func read(_ html: [UInt8], _ parts: [String: [UInt8]]) throws(StoryboardError.Fault) -> Storyboard.Content {
        var reader = StoryboardReader()
        reader.content.fingerprint =
            Asset("storyboard", parts.sorted { $0.key < $1.key }.reduce(html) { $0 + $1.value }).fingerprint
        reader.content.markup = try TileLink.made(in: filled(MarkupParser.parse(html), with: parts))
        try reader.visit(reader.content.markup, isTemplate: false)
        reader.content.outlets = Dictionary(reader.outlets.map { ($0.name, $0) }) { first, _ in first }
        for name in reader.emptied where !reader.content.collections.contains(name) {
            throw .init(line: 1, what: "data-empty names \(name), which is no collection here")
        }
        return reader.content
    }

    private static func filled(
        _ markup: [Markup], with parts: [String: [UInt8]]
    ) throws(StoryboardError.Fault) -> [Markup] {
        var filled = markup
        for (index, piece) in markup.enumerated() {
            guard case .element(var element) = piece else { continue }
            if let name = element["data-part"] {
                guard let part = parts[name] else {
                    throw .init(line: element.line, what: "there is no part named \(name)")
                }
                // No part holds itself.
                let others = parts.filter { $0.key != name }
                element.children = try Self.filled(MarkupParser.parse(part), with: others)
            } else {
                element.children = try Self.filled(element.children, with: parts)
            }
            filled[index] = .element(element)
        }
        return filled
    }

    private var emptied: [String] = []

    private mutating func visit(_ markup: [Markup], isTemplate: Bool) throws(StoryboardError.Fault) {
        for case .element(let element) in markup {
            if element.name == "template" {
                try template(element)
                continue
            }
            for outlet in try element.outlets() {
                if outlet.kind == .date { content.hasDates = true }
                guard let twin = outlets.first(where: { $0.name == outlet.name }) else {
                    outlets.append(outlet)
                    continue
                }
                // It is one value, whatever it sets.
                guard twin.kind == outlet.kind else {
                    let what = "the outlet \(outlet.name) is a \(outlet.kind) here, and a \(twin.kind) before"
                    throw .init(line: element.line, what: what)
                }
            }
            if let action = element["data-action"] {
                guard element["data-dismiss"] == nil else {
                    let what = "the \(element.name) that dismisses calls \(action), which can dismiss by itself"
                    throw .init(line: element.line, what: what)
                }
                if element.isControl, element["name"] == nil, element["data-upload"] == nil {
                    throw .init(line: element.line, what: "the \(element.name) that calls \(action) has no name")
                }
                content.actions.insert(action)
            }
            if let name = element["data-upload"] {
                guard element["data-action"] != nil else {
                    throw .init(line: element.line, what: "the upload \(name) calls no action")
                }
                content.uploads.insert(name)
            }
            if let name = element["data-collection"] {
                guard !isTemplate else { throw .init(line: element.line, what: "a template cannot hold a collection") }
                guard !content.collections.contains(name) else {
                    throw .init(line: element.line, what: "the collection \(name) is there twice")
                }
                content.collections.append(name)
            }
            if let name = element["data-empty"] { emptied.append(name) }
            if element.name == "a", let href = element[TileLink.attribute] ?? element["href"], href.hasPrefix("/"),
                !href.hasPrefix("//")
            {
                content.links.append(.init(address: href, line: element.line))
            }
            if let identifier = element["id"], !isTemplate {
                guard content.identifiers.updateValue(element.line, forKey: identifier) == nil else {
                    throw .init(line: element.line, what: "the id \(identifier) is there twice")
                }
            }
            if let name = element["data-child"] { try child(name, element, isTemplate: isTemplate) }
            try visit(element.children, isTemplate: isTemplate)
        }
    }

    /// The element stays empty here: the child's storyboard becomes its content.
    private mutating func child(
        _ name: String, _ element: MarkupElement, isTemplate: Bool
    ) throws(StoryboardError.Fault) {
        guard !isTemplate else { throw .init(line: element.line, what: "a template cannot hold a child") }
        guard !name.isEmpty, name.utf8.allSatisfy(Outlet.isNameByte) else {
            throw .init(line: element.line, what: "\(name) is no name for a child: letters, digits and - are")
        }
        guard !content.children.contains(name) else {
            throw .init(line: element.line, what: "the child \(name) is there twice")
        }
        guard element.children.allSatisfy(\.isBlank) else {
            throw .init(line: element.line, what: "the place of the child \(name) is not empty")
        }
        content.children.append(name)
    }

    private mutating func template(_ element: MarkupElement) throws(StoryboardError.Fault) {
        let header = element["data-header"]
        guard let identifier = header ?? element["data-cell"] else {
            throw .init(line: element.line, what: "a template has neither data-cell nor data-header")
        }
        guard header == nil || content.header == nil else {
            throw .init(line: element.line, what: "a second template for headers, where there can be one")
        }
        let roots = element.children.compactMap { if case .element(let root) = $0 { root } else { nil } }
        guard roots.count == 1, let root = roots.first else {
            throw .init(line: element.line, what: "the template \(identifier) must have one element at its root")
        }
        let outside = outlets
        outlets = []
        try visit([.element(root)], isTemplate: true)
        let cell = CellTemplate(identifier, outlets: outlets.map { .init($0.name, $0.kind) })
        if header == nil {
            content.templates.append(.init(cell: cell, root: root.withoutTabStops))
        } else {
            content.header = .init(cell: cell, root: root)
        }
        outlets = outside
    }
}

extension Markup {
    fileprivate var isBlank: Bool { if case .text(let text) = self { text.allSatisfy(\.isWhitespace) } else { false } }
}

extension MarkupElement {
    fileprivate var isControl: Bool { ["input", "select", "textarea"].contains(name) }

    /// The cell as it is painted first: Tab reaches the controls of one cell only, and the client says of which.
    fileprivate var withoutTabStops: MarkupElement {
        var element = self
        if isControl { element["tabindex"] = "-1" }
        element.children = children.map {
            if case .element(let child) = $0 { .element(child.withoutTabStops) } else { $0 }
        }
        return element
    }
}
