import AviarySnapshots
import AviaryText
import AviaryViews

/// Renders the first paint: the storyboard with its outlets set and its collections filled, and one style sheet.
///
/// The content security policy forbids inline styles, so colours and numbers become classes `p0`, `p1`, … of that
/// style sheet.
struct PageRenderer {
    /// A collection as the first paint shows it.
    struct Collection {
        var layout: any CollectionViewLayout
        var count: Int
        /// The number of items of each section, if sections have headers.
        var sections: [Int]?
        /// Whether each section has a footer after its items.
        var hasFooters = false
        var mode = SelectionMode(limit: .one)
        /// The first cells, headers and footers, in reading order.
        var tiles: [CollectionTile]
        /// The sizes of the tiles, if the layout asks for them.
        var sizes: [ItemSize] = []
        /// Whether the collection begins at another scroll position than the top.
        var isScrolled = false
        /// Whether the collection stays at its end.
        var staysAtEnd = false
        /// Whether the client needs its part `frames` (`Client/later/frames.js`) for the geometry.
        var needsFrames = false
        /// The placements of supplementary views, by their kinds.
        var supplementaryPlacements: [String: SupplementaryPlacement] = [:]
    }

    /// The storyboard of a controller, with the values of the outlets that its page has set.
    struct Scope {
        var content: Storyboard.Content
        var values: [String: CellValue] = [:]
        /// The rows of controls, by the names of their lists.
        var choices: [String: PaintedChoices] = [:]
    }

    private let scopes: [String: Scope]
    private let collections: [String: Collection]
    private let prefix: PathPrefix
    /// Whether the storyboard is rendered as a sheet over a page, which already has the only `main` element.
    private var isSheet = false
    /// The item of the tile that is being written.
    private var item: String?
    /// The path of the controller whose storyboard is being written.
    private var path = ""
    /// Whether a cell or a cell's template is being written. The outlets there are numbered on the wire.
    private var isInCell = false
    private var html = ""
    private var rules: [String: String] = [:]
    private var sizes: [ItemSize: Int] = [:]
    private var sheet = ""

    /// - Parameters:
    ///   - scopes: The scopes of a controller and its children, by their paths.
    ///   - collections: The collections, by their names on the wire.
    ///   - path: The path of the controller.
    ///   - prefix: The path before each address of the app.
    /// - Returns: The content of the body, and the style sheet.
    static func render(
        _ scopes: [String: Scope], collections: [String: Collection], at path: String = "",
        under prefix: PathPrefix = .none
    ) -> (body: String, sheet: String) {
        var renderer = PageRenderer(scopes: scopes, collections: collections, prefix: prefix)
        renderer.isSheet = !path.isEmpty
        for (name, collection) in collections.sorted(by: { $0.key < $1.key }) {
            let content = "[data-collection=\"\(name)\"]>.content:not([data-lattice])"
            renderer.sheet += (collection.layout as? any FirstPaintLayout)?.firstPaintRules(for: content) ?? ""
            renderer.sheet += supplementaryRules(for: collection.supplementaryPlacements, in: name)
        }
        renderer.writeStoryboard(at: path)
        return (renderer.html, renderer.sheet)
    }

    /// The style rules that place supplementary views. A page gets them once.
    static func supplementaryRules(for placements: [String: SupplementaryPlacement], in name: String) -> String {
        placements.sorted { $0.key < $1.key }.map { $0.value.rules(for: $0.key, in: name) }.joined()
    }

    private init(scopes: [String: Scope], collections: [String: Collection], prefix: PathPrefix) {
        self.scopes = scopes
        self.collections = collections
        self.prefix = prefix
    }

    private mutating func writeStoryboard(at path: String) {
        guard let scope = scopes[path] else { return }
        let outer = self.path
        self.path = path
        write(scope.content.markup, values: scope.values)
        self.path = outer
    }

    private mutating func write(_ markup: [Markup], values: [String: CellValue]) {
        for piece in markup {
            switch piece {
            case .text(let text): html += text
            case .element(let element): write(element, values: values)
            }
        }
    }

    private mutating func write(_ element: MarkupElement, values: [String: CellValue]) {
        var element = element
        if isSheet, element.name == "main" { element.name = "div" }
        if element.name == "template" {
            element.markFooter()
            return writeTags(of: element) { $0.writeCell { $0.write(element.children, values: [:]) } }
        }
        if element["data-outlet"] != nil { apply(values, to: &element) }
        if let name = element["data-empty"], let collection = collections[path + name] {
            element["hidden"] = collection.count == 0 ? nil : ""
        }
        if let item, element.name == "a", let link = element[TileLink.attribute] {
            element["href"] = TileLink.href(link, item: item)
        }
        if let name = element[ChoiceMarkup.attribute], let choices = scopes[path]?.choices[name] {
            element = element.filled(with: choices)
        }
        guard let name = element["data-collection"], let collection = collections[path + name] else {
            return writeTags(of: element) {
                $0.write(element.children, values: values)
                if let child = element["data-child"] { $0.writeStoryboard(at: "\($0.path)\(child)/") }
            }
        }
        let isOutline = element[OutlineMarkup.attribute] != nil
        element["role"] = isOutline ? "treegrid" : "grid"
        if isOutline, !sheet.hasSuffix(OutlineMarkup.rules) { sheet += OutlineMarkup.rules }
        let rows = (collection.sections?.count ?? 0) * (collection.hasFooters ? 2 : 1)
        element["aria-rowcount"] = "\(collection.count + rows)"
        if collection.mode.limit == .several { element["aria-multiselectable"] = "true" }
        if collection.mode.limit == .none, element["data-tap"] == nil { element["data-tap"] = "none" }
        if collection.mode.isEditing { element["data-editing"] = "" }
        if collection.layout.scrollDirection == .horizontal { element["data-horizontal"] = "" }
        if collection.staysAtEnd { element["data-end"] = "" }
        if collection.isScrolled { element["data-returning"] = "" }
        writeTags(of: element) {
            $0.html += "<div class=\"content\">"
            $0.write(collection)
            $0.html += "</div>"
        }
    }

    /// Writes tiles, headers and footers in reading order. All of them are rows.
    private mutating func write(_ collection: Collection) {
        let hasParts = (collection.layout as? any FirstPaintLayout)?.paintsParts == true && collection.sections != nil
        defer { if hasParts, !collection.tiles.isEmpty { html += "</div>" } }
        for (row, tile) in collection.tiles.enumerated() {
            if hasParts, tile.element == .header || row == 0 {
                let isCut = tile.element == .header && collection.isCut(tile.index)
                html += (row == 0 ? "" : "</div>") + "<div class=\"part\"\(isCut ? " data-cut" : "")>"
            }
            switch tile.element {
            case .cell: write(tile, row: row, size: collection.sizes.isEmpty ? nil : collection.sizes[tile.index])
            case .header:
                let isEmpty = collection.sections?[tile.index] == 0
                write(tile, of: scopes[path]?.content.header, row: row, isEmpty: isEmpty)
            case .footer: write(tile, of: scopes[path]?.content.footer, row: row, isEmpty: false)
            }
        }
    }

    private mutating func write(
        _ header: CollectionTile, of template: Storyboard.Template?, row: Int, isEmpty: Bool
    ) {
        guard let template else { return }
        var values: [String: CellValue] = [:]
        for (outlet, value) in zip(template.cell.allOutlets, header.content.values) { values[outlet.name] = value }
        var root = template.root
        root["role"] = "rowheader"
        root["data-section"] = header.identifier.htmlEscaped
        let name = "\(path)\(template.cell.reuseIdentifier.htmlEscaped)"
        let mark = isEmpty ? " data-vacant" : ""
        html += "<div role=\"row\" class=\"section\" data-cell=\"\(name)\" aria-rowindex=\"\(row + 1)\"\(mark)>"
        writeCell { $0.write(root, values: values) }
        html += "</div>"
    }

    private mutating func write(_ tile: CollectionTile, row: Int, size: ItemSize?) {
        let known = scopes[path]?.content.templates.first { $0.cell.reuseIdentifier == tile.content.reuseIdentifier }
        guard let template = known else { return }
        var values: [String: CellValue] = [:]
        for (outlet, value) in zip(template.cell.allOutlets, tile.content.values) { values[outlet.name] = value }
        var root = template.root
        item = tile.identifier
        defer { item = nil }
        root["role"] = "gridcell"
        root["data-item"] = tile.identifier.htmlEscaped
        root["aria-selected"] = tile.isSelected ? "true" : "false"
        root["tabindex"] = tile.index == 0 ? "0" : "-1"
        let name = "\(path)\(template.cell.reuseIdentifier.htmlEscaped)"
        let shape = size.map { " data-size=\"\(number(of: $0))\"" } ?? ""
        let place = OutlineMarkup.attributes(of: values)
        html += "<div role=\"row\" class=\"tile\"\(shape) data-cell=\"\(name)\" aria-rowindex=\"\(row + 1)\"\(place)>"
        writeCell { $0.write(root, values: values) }
        html += "</div>"
    }

    private mutating func writeCell(_ body: (inout PageRenderer) -> Void) {
        isInCell = true
        body(&self)
        isInCell = false
    }

    private mutating func writeTags(of element: MarkupElement, _ body: (inout PageRenderer) -> Void) {
        html += "<\(element.name)"
        for attribute in element.attributes {
            html += " \(attribute.name)"
            if let value = attribute.value { html += "=\"\(onWire(value, of: attribute.name).quoteEscaped)\"" }
        }
        html += ">"
        guard !element.isVoid else { return }
        body(&self)
        html += "</\(element.name)>"
    }

    /// An attribute's value, with the app's prefix before an address, and the path before each name that belongs to
    /// the controller.
    private func onWire(_ value: String, of attribute: String) -> String {
        if addressAttributes.contains(attribute), value.hasPrefix("/") { return prefix.added(to: value) }
        if attribute == "srcset", prefix != .none { return sourceSet(value) }
        if path.isEmpty { return value }
        switch attribute {
        case "data-action", "data-cell", "data-check", "data-child", "data-choices", "data-choose", "data-collection",
            "data-empty", "data-header", "data-pinch", "data-pull":
            return path + value
        case "data-outlet" where !isInCell:
            return value.split(whereSeparator: \.isWhitespace).map { path + $0 }.joined(separator: " ")
        case "href" where isSheet && value.hasPrefix("#") && value.count > 1: return "#" + identifier(value.dropFirst())
        case _ where isSheet && identifierAttributes.contains(attribute):
            return value.split(whereSeparator: \.isWhitespace).map(identifier).joined(separator: " ")
        default: return value
        }
    }

    /// A `srcset` with the prefix before each address. As in HTML, an address ends at a space. So one with data may have
    /// commas. What follows, such as `2x`, ends at a comma.
    private func sourceSet(_ value: String) -> String {
        var (rest, images) = (value[...], [String]())
        while true {
            rest = rest.drop { $0.isWhitespace || $0 == "," }
            guard !rest.isEmpty else { return images.joined(separator: ", ") }
            let word = rest.prefix { !$0.isWhitespace }
            let size = word.last == "," ? "" : rest[word.endIndex...].prefix { $0 != "," }
            rest = rest[(size.isEmpty ? word : size).endIndex...]
            var address = word
            while address.last == "," { address.removeLast() }
            images.append(prefix.added(to: String(address)) + size)
        }
    }

    /// A unique `id` for an element of a sheet. The page and other sheets may use the same name.
    private func identifier(_ name: Substring) -> String { "\(path.prefix { $0 != "/" })-\(name)" }

    /// Sets the outlets of an element as the client does. `Tests/Golden/outlets/outlets.json` has the expected results
    /// for both.
    private mutating func apply(_ values: [String: CellValue], to element: inout MarkupElement) {
        var declarations = ""
        // The outlets cannot be faulty, because they were checked when the storyboard was read.
        for outlet in (try? element.outlets()) ?? [] {
            guard let value = values[outlet.name]?.shown(by: element) else { continue }
            switch (value, outlet.target) {
            case (.flag(let flag), let target):
                let target = target ?? "data-\(outlet.name)"
                element[target] = target.hasPrefix("aria-") ? (flag ? "true" : "false") : flag ? "" : nil
            case (.date(let date), let target):
                guard let date = ShownDate(date) else { continue }
                element["datetime"] = date.iso
                element.children = [.text(date.text(target))]
            case (_, "value"): element.show(value: value.text)
            case (.text, nil), (_, "text"): element.children = [.text(value.text.htmlEscaped)]
            case (.color, _), (.number, _): declarations += "--\(outlet.name):\(value.text);"
            case (.url, nil): element[element.isLink ? "href" : "src"] = value.text.htmlEscaped
            case (_, let target?): element[target] = value.text.htmlEscaped
            }
        }
        guard !declarations.isEmpty else { return }
        let name = className(for: declarations)
        let classes = (element["class"].map { "\($0) " } ?? "") + name
        // At the end of the tag the name is next to the text. gzip then describes both by one piece for each tile.
        element["class"] = nil
        element["class"] = classes
    }

    /// The number of a size in the style sheet, which tiles of that size share. The number is the value of an
    /// attribute, because the client uses the tile's class for something else.
    private mutating func number(of size: ItemSize) -> Int {
        if let number = sizes[size] { return number }
        sizes[size] = sizes.count
        sheet += "[data-size=\"\(sizes.count - 1)\"]{\(size.declarations)}"
        return sizes.count - 1
    }

    private mutating func className(for declarations: String) -> String {
        if let name = rules[declarations] { return name }
        let name = "p\(rules.count)"
        rules[declarations] = name
        sheet += ".\(name){\(declarations)}"
        return name
    }
}

extension PageRenderer.Collection {
    /// Whether only some items of a section are among the tiles.
    fileprivate func isCut(_ section: Int) -> Bool {
        guard let sections, sections.indices.contains(section) else { return false }
        return sections[...section].reduce(0, +) > tiles.count { $0.element == .cell }
    }

    /// The first items of a view, with their headers and footers.
    init(_ view: some ScreenCollection) {
        let (list, geometry, all) = (view.snapshot, view.geometry, view.tiles)
        let cells = all.count { $0.element == .cell }
        // The page has no gap, so it ends where the items without cells begin.
        let tiles = Array(all.prefix { list.start(of: $0) <= cells })
        self.init(
            layout: view.layout, count: list.numberOfItems, sections: geometry.hasHeaders ? list.sectionCounts : nil,
            hasFooters: geometry.hasFooters, mode: view.mode, tiles: tiles,
            sizes: view.layout.asksForSizes ? list.sizes(in: 0..<cells) : [],
            isScrolled: view.hasScrollTarget || view.staysAtEnd,
            staysAtEnd: view.staysAtEnd,
            needsFrames: (geometry as? Lattice)?.needsFrames ?? true,
            supplementaryPlacements: view.supplementaryPlacements)
    }
}

extension Snapshot {
    /// The number of items before a tile.
    fileprivate func start(of tile: CollectionTile) -> Int {
        switch tile.element {
        case .cell: tile.index
        case .header: range(ofSection: tile.index).lowerBound
        case .footer: range(ofSection: tile.index).upperBound
        }
    }
}

extension Lattice {
    fileprivate var needsFrames: Bool { hasFooters || scrollDirection == .horizontal }
}

/// The attributes whose values are addresses.
private let addressAttributes: Set = [
    "action", "data", "data-link", "formaction", "href", "poster", "src", "xlink:href",
]

/// The attributes whose values are `id`s of elements.
private let identifierAttributes: Set = [
    "aria-activedescendant", "aria-controls", "aria-describedby", "aria-details", "aria-errormessage", "aria-flowto",
    "aria-labelledby", "aria-owns", "commandfor", "for", "form", "headers", "id", "list", "popovertarget",
]

extension ItemSize {
    /// The custom properties with this size, for tiles whose frames are not known yet.
    fileprivate var declarations: String {
        let points = points
        func text(_ number: Double) -> String { JSON.number((number * 10_000).rounded() / 10_000).text }
        return "--ratio:\(text(ratio));--width:\(text(points.width));--height:\(text(points.height));"
    }
}

extension CellValue {
    /// The value if the element may show it; otherwise `nil`, and the storyboard's content stays.
    fileprivate func shown(by element: MarkupElement) -> CellValue? {
        switch self {
        case .url(let text): DataAddress(text, isLink: element.isLink) == nil ? nil : self
        case .number(let number): number.isFinite ? self : nil
        case .text, .color, .flag, .date: self
        }
    }

    /// The value as text for an attribute, an element or a style sheet.
    fileprivate var text: String {
        switch self {
        case .text(let text), .url(let text): text
        case .number(let number): JSON.number(number).text
        case .color(let color): color.hex
        case .flag(let flag): flag ? "true" : "false"
        case .date(let date): ShownDate(date)?.iso ?? ""
        }
    }
}

extension MarkupElement {
    fileprivate var isLink: Bool { name == "a" }
}

extension MarkupElement {
    /// Shows a value as this kind of control does: in an attribute, in its text, or as the selected option.
    fileprivate mutating func show(value: String) {
        switch name {
        case "textarea": children = [.text(value.htmlEscaped)]
        case "select": children = children.map { $0.choosing(value.htmlEscaped) }
        default: self["value"] = value.htmlEscaped
        }
    }
}

extension Markup {
    /// Selects the option with this value among the descendants, and deselects all others.
    fileprivate func choosing(_ value: String) -> Markup {
        guard case .element(var element) = self else { return self }
        if element.name == "option" {
            let own =
                element["value"] ?? element.children.map { if case .text(let text) = $0 { text } else { "" } }.joined()
            element["selected"] = own == value ? "" : nil
        } else {
            element.children = element.children.map { $0.choosing(value) }
        }
        return .element(element)
    }
}

extension String {
    /// An attribute's value as in the source, safe between double quotation marks.
    fileprivate var quoteEscaped: String {
        utf8.contains(UInt8(ascii: "\""))
            ? split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "&quot;") : self
    }
}
