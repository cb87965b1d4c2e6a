import AviaryViews

/// The HTML of a room: ordinary markup with outlets, actions, collections and the templates of cells.
///
/// It is a file beside its controller, embedded in the binary, and checked when the app starts. The article
/// *Storyboards and controllers* describes the attributes.
///
///     static let storyboard = Storyboard("ColorsView", PackageResources.ColorsView_html)
public struct Storyboard: Sendable {
    /// The name of the file, for error messages.
    public let name: String
    private let parts: [String: [UInt8]]
    private let current: Current<Parsed>

    /// The markup with all that is declared in it.
    private struct Parsed: Sendable {
        var html: [UInt8]
        var content: Result<Content, StoryboardError>
    }

    /// The declarations of the markup, collected once.
    struct Content: Sendable {
        var markup: [Markup] = []
        /// The outlets of the page, by name. Several elements may have the same outlet.
        var outlets: [String: Outlet] = [:]
        var actions: Set<String> = []
        var uploads: Set<String> = []
        /// The actions that receive files. `nil` if an outlet sets the action of an upload, because then the actions
        /// are not known here.
        var actionsWithFiles: Set<String>? = []
        var collections: [String] = []
        /// The lists whose rows fill controls.
        var choices: Set<String> = []
        /// The collections with `data-scrubber`, by name, with the lines of the file where they are declared.
        var scrubbers: [String: Int] = [:]
        /// The addresses of links, which may contain `:item`.
        var links: [Link] = []
        /// The names of child controllers.
        var children: [String] = []
        var templates: [Template] = []
        /// The templates for the headers and footers of sections, in all collections of this storyboard.
        var header: Template?
        var footer: Template?
        /// The `id`s of elements, with the lines of the file where they are declared.
        var identifiers: [String: Int] = [:]
        /// A hash of the markup.
        var fingerprint = ""
        /// The lines of the file where names first stand, by the attribute and the name: `data-action add`.
        var lines: [String: Int] = [:]
        /// Whether the storyboard shows dates, which the page has to write in the browser's language.
        var hasDates = false
        /// Whether a tap in a list calls an action. Such an action often opens a sheet.
        var callsByTap = false
    }

    struct Link: Hashable, Sendable {
        var address: String
        var line: Int
    }

    /// The template of a reuse identifier.
    struct Template: Sendable {
        var cell: CellTemplate
        var root: MarkupElement
    }

    /// Parses markup. It does not throw: mistakes are reported when the app starts.
    ///
    /// - Parameters:
    ///   - name: The name in a `StoryboardError`.
    ///   - html: The markup in UTF-8.
    ///   - parts: Markup that several rooms share, or that is written in Swift. Each part becomes the content of the
    ///     elements with its name as `data-part`. A part may contain such elements itself.
    /// - Complexity: O(*b*) for *b* bytes, so make it once for a type, as a `static let`.
    public init(_ name: String, _ html: [UInt8], parts: [String: [UInt8]] = [:]) {
        self.name = name
        self.parts = parts
        current = Current(Self.parsed(name, html, parts))
    }

    func content() throws(StoryboardError) -> Content { try current.value.content.get() }

    private static func parsed(_ name: String, _ html: [UInt8], _ parts: [String: [UInt8]]) -> Parsed {
        do throws(StoryboardError.Fault) {
            return Parsed(html: html, content: .success(try StoryboardReader.read(html, parts)))
        } catch {
            return Parsed(html: html, content: .failure(StoryboardError(name, error)))
        }
    }

    // MARK: Another markup

    /// The markup in UTF-8, without its parts.
    var html: [UInt8] { current.value.html }

    /// Takes other markup, also in the controllers that exist.
    func change(to html: [UInt8]) { current.value = Self.parsed(name, html, parts) }

    /// Returns whether the other value is a copy of this one.
    func isSame(as other: Storyboard) -> Bool { current === other.current }
}

/// Collects the declarations of a storyboard, and rejects invalid ones.
private struct StoryboardReader {
    private var content = Storyboard.Content()
    private var outlets: [Outlet] = []
    /// The supplementary views, which the templates already contain.
    private var views = SupplementaryMarkup()

    static func read(_ html: [UInt8], _ parts: [String: [UInt8]]) throws(StoryboardError.Fault) -> Storyboard.Content {
        var reader = StoryboardReader()
        reader.content.fingerprint =
            Asset("storyboard", parts.sorted { $0.key < $1.key }.reduce(html) { $0 + $1.value }).fingerprint
        (reader.content.markup, reader.views) = try SupplementaryMarkup.made(
            in: ChoiceMarkup.made(
                in: FaultMarkup.made(
                    in: OutlineMarkup.made(in: TileLink.made(in: filled(MarkupParser.parse(html), with: parts))))))
        try reader.visit(reader.content.markup, isTemplate: false)
        reader.content.outlets = Dictionary(reader.outlets.map { ($0.name, $0) }) { first, _ in first }
        if let view = reader.views.ofSections.first, reader.content.header == nil {
            let what = "the supplementary view \(view.reuseIdentifier) of sections needs a template for headers"
            throw .init(line: 1, what: what)
        }
        for (attribute, name) in reader.named where !reader.content.collections.contains(name) {
            throw .init(line: 1, what: "\(attribute) names \(name), which is no collection here")
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
                // A part cannot contain itself, so it is not among the parts for its own content.
                let others = parts.filter { $0.key != name }
                element.children = try Self.filled(MarkupParser.parse(part), with: others)
            } else {
                element.children = try Self.filled(element.children, with: parts)
            }
            filled[index] = .element(element)
        }
        return filled
    }

    /// The collections that other elements name, each with the attribute that does.
    private var named: [(attribute: String, collection: String)] = []

    private mutating func visit(_ markup: [Markup], isTemplate: Bool) throws(StoryboardError.Fault) {
        for case .element(let element) in markup {
            for attribute in [
                "data-action", "data-check", "data-choices", "data-choose", "data-collection", "data-child",
            ] {
                guard let name = element[attribute], content.lines["\(attribute) \(name)"] == nil else { continue }
                content.lines["\(attribute) \(name)"] = element.line
            }
            if element.name == "template" {
                try template(element)
                continue
            }
            if element["data-tap"] == "action" { content.callsByTap = true }
            for outlet in try element.outlets() {
                if outlet.kind == .date { content.hasDates = true }
                guard let twin = outlets.first(where: { $0.name == outlet.name }) else {
                    outlets.append(outlet)
                    continue
                }
                // All outlets with one name share one value, whatever they set. So they must have the same kind.
                guard twin.kind == outlet.kind else {
                    let what = "the outlet \(outlet.name) is a \(outlet.kind) here, and a \(twin.kind) before"
                    throw .init(line: element.line, what: what)
                }
            }
            if let list = element[ChoiceMarkup.attribute] { content.choices.insert(list) }
            if let action = element["data-choose"] { content.actions.insert(action) }
            if let action = element["data-check"] {
                guard element.isControl, element["name"] != nil, element["data-action"] == nil else {
                    let what = "data-check=\"\(action)\" stands on no control with a name and without data-action"
                    throw .init(line: element.line, what: what)
                }
                content.actions.insert(action)
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
                guard let action = element["data-action"] else {
                    throw .init(line: element.line, what: "the upload \(name) calls no action")
                }
                content.uploads.insert(name)
                content.actionsWithFiles?.insert(action)
                if element["data-outlet"]?.contains("(data-action)") == true { content.actionsWithFiles = nil }
            }
            if let name = element["data-collection"] {
                guard !isTemplate else { throw .init(line: element.line, what: "a template cannot hold a collection") }
                guard !content.collections.contains(name) else {
                    throw .init(line: element.line, what: "the collection \(name) is there twice")
                }
                content.collections.append(name)
                if element["data-scrubber"] != nil { content.scrubbers[name] = element.line }
            }
            if let name = element["data-empty"] { named.append(("data-empty", name)) }
            for gesture in ["pull", "pinch"] {
                guard let name = element["data-\(gesture)"] else { continue }
                guard element["data-action"] != nil else {
                    throw .init(line: element.line, what: "the mark of a \(gesture) of \(name) calls no action")
                }
                named.append(("data-\(gesture)", name))
            }
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

    /// Declares a child. The element stays empty here, and gets the child's storyboard as its content.
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
        let (header, footer) = (element["data-header"], element["data-footer"])
        guard let identifier = header ?? footer ?? element["data-cell"] else {
            throw .init(line: element.line, what: "a template has neither data-cell nor data-header nor data-footer")
        }
        guard header == nil || content.header == nil else {
            throw .init(line: element.line, what: "a second template for headers, where there can be one")
        }
        guard footer == nil || content.footer == nil else {
            throw .init(line: element.line, what: "a second template for footers, where there can be one")
        }
        guard footer == nil || content.header != nil else {
            throw .init(line: element.line, what: "a template for footers comes behind one for headers")
        }
        guard let root = element.onlyElement else {
            throw .init(line: element.line, what: "the template \(identifier) must have one element at its root")
        }
        let outside = outlets
        outlets = []
        try visit([.element(root)], isTemplate: true)
        let isCell = header == nil && footer == nil
        let views = isCell ? views.ofCells : views.ofSections
        let own = outlets.dropLast(views.reduce(0) { $0 + 1 + $1.outlets.count })
        let cell = CellTemplate(
            identifier, outlets: own.map { .init($0.name, $0.kind) }, supplementaryViews: views)
        if header != nil {
            content.header = .init(cell: cell, root: root)
        } else if footer != nil {
            content.footer = .init(cell: cell, root: root.markedAsFooter)
        } else {
            content.templates.append(.init(cell: cell, root: root.withoutTabStops))
        }
        outlets = outside
    }
}

extension Markup {
    fileprivate var isBlank: Bool { if case .text(let text) = self { text.allSatisfy(\.isWhitespace) } else { false } }
}

extension MarkupElement {
    /// The root of a footer's template, marked with `data-footer` so that style sheets can distinguish it from a
    /// header.
    fileprivate var markedAsFooter: MarkupElement {
        var root = self
        root["data-footer"] = ""
        return root
    }

    /// Changes the template of footers to a template of headers, as the client expects it.
    mutating func markFooter() {
        guard let index = attributes.firstIndex(where: { $0.name == "data-footer" }) else { return }
        attributes[index].name = "data-header"
        children = children.map {
            if case .element(let root) = $0 { .element(root.markedAsFooter) } else { $0 }
        }
    }

    fileprivate var isControl: Bool { ["input", "select", "textarea"].contains(name) }

    /// The root of a cell for the first paint, without tab stops. Later the Tab key reaches the controls of one cell
    /// only, and the client decides which cell.
    fileprivate var withoutTabStops: MarkupElement {
        var element = self
        if isControl { element["tabindex"] = "-1" }
        element.children = children.map {
            if case .element(let child) = $0 { .element(child.withoutTabStops) } else { $0 }
        }
        return element
    }
}
