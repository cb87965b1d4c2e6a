import AviaryText
import AviaryViews
import Foundation

// {"brand": {"$type": "color", "sky": {"$value": {"colorSpace": "srgb", "components": [0, 0.75, 1]}}},
//  "link": {"$value": "{brand.sky}"}, "same": {"$ref": "#/brand/sky/$value"}}

/// A reference of a design token: `{group.token}`, or a JSON pointer as in `#/group/token/$value/components/0`.
enum TokenReference: Hashable {
    case path(String)
    case pointer(String)

    /// Reads a text in braces; `nil` for any other text.
    init?(braces text: String) {
        let text = text.onOneLine
        guard text.utf8.first == UInt8(ascii: "{"), text.utf8.last == UInt8(ascii: "}") else { return nil }
        self = .path(String(text.dropFirst().dropLast()))
    }

    /// Reads the value of `$extends`: a text in braces, or a pointer.
    init(extended text: String) { self = Self(braces: text) ?? .pointer(text) }

    /// The names on the way from the outermost group; `nil` if it does not begin in this file.
    var names: [String]? {
        switch self {
        case .path(let path):
            return path.split(separator: ".", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
        case .pointer(let pointer):
            guard pointer.hasPrefix("#/") else { return nil }
            let decoded = pointer.dropFirst(2).removingPercentEncoding ?? String(pointer.dropFirst(2))
            return decoded.split(separator: "/", omittingEmptySubsequences: false).map {
                $0.replacingOccurrences(of: "~1", with: "/").replacingOccurrences(of: "~0", with: "~")
            }
        }
    }

    /// The reference as a part of a sentence.
    var quoted: String {
        switch self {
        case .path(let path): "{\(path)}".quoted
        case .pointer(let pointer): pointer.quoted
        }
    }
}

/// The value of a design token: an object with a color space and its components.
struct TokenColor {
    /// A component. `none` is 0.
    enum Part {
        case number(Double)
        case reference(TokenReference)
    }

    var space: String?
    /// `nil` if a component is neither a number, `none` nor a reference, or if there are more than four components.
    var parts: [Part]? = []
    /// The color in hexadecimal digits, for programs that do not know the color space.
    var hex: SRGB?
    /// The reference to the token that has the whole value.
    var reference: TokenReference?

    /// True if the object has none of the members that describe a color.
    var isOther: Bool { space == nil && parts?.isEmpty == true && hex == nil && reference == nil }

    /// The references that must be resolved before the color is known.
    var references: [TokenReference] {
        if let reference { return [reference] }
        return (parts ?? []).compactMap { if case .reference(let reference) = $0 { reference } else { nil } }
    }

    /// The largest absolute value of a component.
    private static let largest = 1_000_000.0

    /// The values of the components; `nil` unless there are three, none of them too large.
    ///
    /// - Parameter known: The values of the references among the components, in order.
    func channels(_ known: [Double] = []) -> SIMD3<Double>? {
        var known = known[...]
        let numbers = parts?.compactMap { part in
            switch part {
            case .number(let number): number
            case .reference: known.popFirst()
            }
        }
        guard let numbers, numbers.count == 3, parts?.count == 3, numbers.allSatisfy({ abs($0) <= Self.largest }) else {
            return nil
        }
        return SIMD3(numbers[0], numbers[1], numbers[2])
    }

    /// The color with these components. If the components are missing, the space is missing or unknown, or sRGB cannot
    /// show the color, `hex` is used instead. Without `hex`, a color that sRGB cannot show is mapped.
    ///
    /// - Throws: `TokenProblem` if the components are missing, or the space is missing or unknown, and there is no
    ///   `hex`.
    func color(_ channels: SIMD3<Double>?) throws(TokenProblem) -> SRGB {
        guard let space else {
            if let hex { return hex }
            throw TokenProblem("a color needs a “colorSpace” and “components”")
        }
        guard let known = CSSSpace(rawValue: space.lowercased()) else {
            if let hex { return hex }
            throw TokenProblem("the color space \(space.quoted) is unknown; give the color a “hex”, too")
        }
        guard let channels else {
            if let hex { return hex }
            throw TokenProblem("“components” is a list of 3 numbers, each of which may be “none”")
        }
        let (least, most) = known.limits
        let (color, isInGamut) = CSSColor(known, channels.clamped(lowerBound: least, upperBound: most)).shown
        return isInGamut ? color : hex ?? color
    }
}

/// The reason why a token has no color. The text is the rest of a sentence.
struct TokenProblem: Error {
    var reason: String
    init(_ reason: String) { self.reason = reason }
}

/// The design tokens of a file by their paths, and the tokens whose colors refer to other tokens.
struct DesignTokens {
    private enum Value {
        case group
        /// A token that is not a color, or whose color could not be read.
        case other
        case color(SRGB, SIMD3<Double>?)
        case pending(Int)
    }

    private struct Node {
        var parent: Int
        var name: String
        var value = Value.group
    }

    private struct Key: Hashable {
        var parent: Int
        var name: String
    }

    /// A token whose color refers to other tokens.
    private struct Pending {
        enum State { case waiting, open, settled }

        var node: Int?
        var name: String
        var line: Int
        /// The index of this color among all colors of the file.
        var index: Int
        var color: TokenColor
        var references: [TokenReference]
        /// True if the token has the type `color`, which may come from a group.
        var isColor: Bool
        var state = State.waiting
        var known: [(color: SRGB, channels: SIMD3<Double>?, component: Int?)] = []
        var result: (color: SRGB, channels: SIMD3<Double>?)?
    }

    private var nodes: [Node] = []
    /// The groups around the present token, and the token itself, the outermost first. `group` is the name that tells
    /// the token apart from tokens with the same key. `node` is `nil` until the node is stored.
    private var frames: [(name: String, group: String, node: Int?)] = []
    /// The colors whose names are their keys, by ascending index, each with the name of its group.
    private var groups: [(index: Int, group: String)] = []
    private var pending: [Pending] = []
    private var children: [Key: Int] = [:]
    private static let root = -1
    /// The number of lists around the present value. Elements of a list have no path, so they are not stored.
    var lists = 0

    // MARK: Collecting

    /// - Parameter group: The name of the group. It is put before the token's name if another token has the same key.
    mutating func enter(_ name: String, in group: String) { frames.append((name, group, nil)) }
    mutating func leave() { frames.removeLast() }

    /// The name of the group around the present group; `nil` at the root, and for a long name.
    var outerGroup: String? {
        guard frames.count >= 2 else { return nil }
        let name = frames[frames.count - 2].name
        return name.utf8.count <= 100 ? name : nil
    }

    /// Remembers the group of a color whose name is the key of the token that was entered last.
    ///
    /// - Parameter index: The index of the color among all colors of the file. It grows from call to call.
    mutating func noteGroup(of index: Int) {
        if lists == 0, let frame = frames.last { groups.append((index, frame.group)) }
    }

    /// Remembers the color of the token that was entered last.
    mutating func set(_ color: SRGB, _ channels: SIMD3<Double>? = nil) { set(.color(color, channels)) }

    /// Remembers that the token that was entered last is not a color.
    mutating func setOther() { set(.other) }

    /// Remembers a token whose color refers to other tokens.
    ///
    /// - Parameter index: The index of the color among all colors of the file. It grows from call to call.
    mutating func wait(_ color: TokenColor, named name: String, at line: Int, index: Int, isColor: Bool) {
        let node = set(.pending(pending.count))
        pending.append(
            Pending(
                node: node, name: name, line: line, index: index, color: color, references: color.references,
                isColor: isColor))
    }

    @discardableResult
    private mutating func set(_ value: Value) -> Int? {
        guard lists == 0, !frames.isEmpty, nodes.count < 2 * PaletteContents.maximumColors else { return nil }
        // Stores the groups around a token together with the token, so groups without tokens are never stored.
        let first = frames.lastIndex { $0.node != nil }.map { $0 + 1 } ?? 0
        for index in first..<frames.count {
            frames[index].node = nodes.count
            nodes.append(
                Node(parent: index > 0 ? frames[index - 1].node ?? Self.root : Self.root, name: frames[index].name))
        }
        guard let node = frames.last?.node else { return nil }
        nodes[node].value = value
        return node
    }

    // MARK: Resolving

    /// Resolves the tokens that refer to other tokens. A token without a color is removed, and reported unless it may
    /// be something else than a color. Colors with equal keys get the names of their groups, too.
    ///
    /// - Complexity: O(*n*) for *n* tokens and references.
    mutating func resolve(_ contents: inout PaletteContents) {
        contents.distinguish(groups)
        guard !pending.isEmpty else { return }
        for (index, node) in nodes.enumerated() { children[Key(parent: node.parent, name: node.name)] = index }
        for index in pending.indices where pending[index].state == .waiting { settle(index, &contents) }
        contents.settle(pending.map { ($0.index, $0.result?.color) })
    }

    /// Resolves a token and all tokens that it refers to. The stack is a list instead of recursive calls, because a
    /// chain of references may have any length.
    private mutating func settle(_ first: Int, _ contents: inout PaletteContents) {
        var stack = [first]
        pending[first].state = .open
        while let top = stack.last {
            let token = pending[top]
            guard token.known.count < token.references.count else {
                finish(top, &contents)
                stack.removeLast()
                continue
            }
            let reference = token.references[token.known.count]
            guard let (value, component) = find(reference) else {
                fail(top, &contents, "\(reference.quoted) is no token of this file; correct the path")
                stack.removeLast()
                continue
            }
            switch value {
            case .color(let color, let channels): pending[top].known.append((color, channels, component))
            case .pending(let next):
                switch pending[next].state {
                case .waiting:
                    pending[next].state = .open
                    stack.append(next)
                case .open:
                    let circle = stack.lastIndex(of: next).map { Array(stack[$0...]) } ?? []
                    contents.report(.line(pending[next].line), circleReason(circle))
                    for index in circle { pending[index].state = .settled }
                    stack.removeLast(circle.count)
                case .settled:
                    if let result = pending[next].result {
                        pending[top].known.append((result.color, result.channels, component))
                    } else {
                        fail(top, &contents, "\(reference.quoted) has no color")
                        stack.removeLast()
                    }
                }
            case .group, .other:
                if token.isColor {
                    fail(top, &contents, "\(reference.quoted) isn't a color")
                } else {
                    pending[top].state = .settled
                }
                stack.removeLast()
            }
        }
    }

    private mutating func finish(_ index: Int, _ contents: inout PaletteContents) {
        let token = pending[index]
        pending[index].state = .settled
        pending[index].known = []
        if token.color.reference != nil, let known = token.known.first {
            pending[index].result = (known.color, known.channels)
            return
        }
        let numbers = token.known.map { known in
            known.component.flatMap { component in known.channels.map { $0[component] } } ?? .nan
        }
        do throws(TokenProblem) {
            let channels = token.color.channels(numbers)
            pending[index].result = (try token.color.color(channels), channels)
        } catch { contents.report(.line(token.line), error.reason) }
    }

    private mutating func fail(_ index: Int, _ contents: inout PaletteContents, _ reason: @autoclosure () -> String) {
        pending[index].state = .settled
        // If a token refers only to components of other tokens, its own `hex` is used.
        if pending[index].color.reference == nil, let hex = pending[index].color.hex {
            pending[index].result = (hex, nil)
        } else {
            contents.report(.line(pending[index].line), reason())
        }
    }

    private func circleReason(_ circle: [Int]) -> String {
        let names = circle.prefix(5).map { path(of: pending[$0]).quoted }.joined(separator: ", ")
        let more = circle.count > 5 ? " and \((circle.count - 5).formatted()) more" : ""
        return circle.count == 1
            ? "\(names) refers to itself; give it a color"
            : "\(names)\(more) refer to each other in a circle; give one of them a color"
    }

    private func path(of token: Pending) -> String {
        guard var node = token.node else { return token.name }
        var names = [nodes[node].name]
        while nodes[node].parent != Self.root {
            node = nodes[node].parent
            names.append(nodes[node].name)
        }
        return names.reversed().map { $0.shortened(to: 40) }.joined(separator: ".")
    }

    /// The value that a reference points to, and the index of the component if it points to one. `nil` if it points to
    /// nothing.
    private func find(_ reference: TokenReference) -> (Value, component: Int?)? {
        guard let (node, rest) = reference.names.flatMap(walk) else { return nil }
        switch reference {
        case .path:
            // In older files a path ends with the name of the member: {color.sky.value}
            guard rest.isEmpty || rest == ["value"] || rest == ["$value"] else { return nil }
            return (value(of: node), nil)
        case .pointer:
            if rest.isEmpty || rest == ["$value"] || rest == ["value"] || rest == ["$value", "hex"] {
                return (value(of: node), nil)
            }
            guard rest.count == 3, rest[0] == "$value", rest[1] == "components", let component = Int(rest[2]),
                (0..<3).contains(component)
            else { return nil }
            return (value(of: node), component)
        }
    }

    /// Goes down from the root as far as there are groups and tokens of these names.
    ///
    /// - Returns: The last node, and the names that remain; `nil` if there is no group or token of the first name.
    private func walk(_ names: [String]) -> (node: Int, rest: [String])? {
        var node = Self.root
        for (index, name) in names.enumerated() {
            guard let next = children[Key(parent: node, name: name)] else {
                return node == Self.root ? nil : (node, Array(names[index...]))
            }
            node = next
        }
        return node == Self.root ? nil : (node, [])
    }

    /// The value of a node. The value of a group is that of its token `$root`, if it has one.
    private func value(of node: Int) -> Value {
        if case .group = nodes[node].value, let root = children[Key(parent: node, name: "$root")] {
            return nodes[root].value
        }
        return nodes[node].value
    }
}

struct TokensParts: PaletteParts {
    let head = Array("{\n  \"$schema\": \"https://www.designtokens.org/schemas/2025.10/format.json\"".utf8)
    let foot = Array("\n}\n".utf8)
    private var groups = TokenNames()
    private var tokens = TokenNames()

    /// The largest number of colors for which used keys are kept. In a larger palette, every key ends with a number.
    private static let mostNames = 10_000

    init(_ outlines: [PaletteOutline]) {}

    mutating func begin(_ palette: PaletteOutline, in file: inout [UInt8]) {
        tokens = TokenNames(isCounted: palette.count > Self.mostNames)
        file += ",\n  \(quoted(groups.name(for: palette.name, or: "palette"))): {\n    \"$type\": \"color\",\n".utf8
        let columns = palette.columns > 0 ? ", \"columns\": \(palette.columns)" : ""
        let own = TokenDetails.written(palette.details, own: "{\"palette\": \(quoted(palette.name))\(columns)}")
        file += "    \(own.dropFirst(2))".utf8
    }

    mutating func add(_ entry: ColorPalette.Entry, to file: inout [UInt8]) {
        let key = tokens.name(for: entry.name, or: "color")
        let (color, shown) = (entry.color, entry.color.displayColor)
        let components = [color.red, color.green, color.blue].map { channel in
            let text = "\(channel)"
            return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
        }
        file += ",\n    \(quoted(key)): {\"$value\": {\"colorSpace\": \"srgb\"".utf8
        file += ", \"components\": [\(components.joined(separator: ", "))], \"hex\": \"\(shown.hex)\"}".utf8
        // Writes the name if it differs from the key, or if the key has no letter. A reader would put the group's name
        // before a key without letters.
        let isNamed = !key.utf8.elementsEqual(entry.name.utf8) || !key.hasLetter
        let own = isNamed ? "{\"name\": \(quoted(entry.name))}" : ""
        file += "\(TokenDetails.written(entry.details, own: own))}".utf8
    }

    mutating func end(in file: inout [UInt8]) { file += "\n  }".utf8 }
}

/// Makes the keys of a group: each is valid in the format of design tokens, and no two are equal.
private struct TokenNames {
    /// True if each key ends with a number. Then no keys are kept, which saves memory.
    var isCounted = false
    private var uses: [String: Int] = [:]
    private var count = 0

    init(isCounted: Bool = false) { self.isCounted = isCounted }

    mutating func name(for name: String, or other: String) -> String {
        var base = String(
            String.UnicodeScalarView(name.unicodeScalars.map { ".{}".unicodeScalars.contains($0) ? "-" : $0 }))
        if base.utf8.first == UInt8(ascii: "$") { base = "-" + base.dropFirst() }
        if base.isEmpty { base = other }
        count += 1
        if isCounted { return "\(base)-\(count)" }
        var key = base
        while uses[key] != nil {
            let number = (uses[base] ?? 1) + 1
            uses[base] = number
            key = "\(base)-\(number)"
        }
        uses[key] = 1
        return key
    }
}

extension String {
    /// True if the text has a letter.
    var hasLetter: Bool { unicodeScalars.contains { $0.properties.isAlphabetic } }
}
