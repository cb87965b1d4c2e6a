import AviaryText

/// The variables of a style sheet, and the values that refer to them.
struct StyleVariables {
    /// The values of the variables so far, by sigil and name.
    private var known: [String: String] = [:]
    /// The number of colors in maps among these values. Each is known by the name of its variable and its keys.
    private var memberCount = 0
    /// The values of all variables, read on first use. Less and CSS may use a variable before its declaration.
    private var all: [String: String]?
    /// The resolved values of such variables; `nil` for a value that cannot be resolved.
    private var late: [String: String?] = [:]
    private let readAll: () -> [String: String]

    /// The largest number of references from one variable to the next.
    private static let longestChain = 32
    /// The largest number of colors in maps that later functions can use.
    private static let mostMembers = 10_000
    /// The largest size of a value that is resolved, in bytes.
    static let longestValue = 1_000

    /// - Parameter readAll: Reads the values of all variables, by sigil and name.
    init(readAll: @escaping () -> [String: String]) { self.readAll = readAll }

    /// Returns true if a variable of Sass has a value, so that `!default` does not change it.
    func isSet(_ key: String) -> Bool { known[key].map { $0.lowercased() != "null" } ?? false }

    /// Remembers the values of a variable for those that refer to it.
    mutating func learn(_ colors: [StyleColor], of key: String) {
        // Keeps the first of several custom properties with one name. The later ones often belong to a dark scheme.
        if key.hasPrefix("--") {
            if colors.count == 1, known[key] == nil { known[key] = colors[0].typed }
            return
        }
        if colors.count == 1, colors[0].keys.isEmpty {
            known[key] = colors[0].typed
            return
        }
        // The settings of `@use` have no name of their own. Each member of the map is a variable.
        let isVariables = key == "$"
        if !isVariables { known[key] = "()" }
        for color in colors where memberCount < Self.mostMembers && !color.keys.isEmpty {
            memberCount += 1
            known[isVariables ? key + StyleValues.plain(color.keys.joined()) : Self.member(color.keys, of: key)] =
                color.typed
        }
    }

    /// The key of a color in a map.
    private static func member(_ keys: [String], of map: String) -> String { ([map] + keys).joined(separator: "\0") }

    // MARK: References

    /// The value with the values of its variables and functions. If one of them is unknown, it is the text itself.
    mutating func resolved(_ typed: String) -> String {
        guard typed.utf8.count <= Self.longestValue, Self.mayRefer(typed) else { return typed }
        return substituted(typed, 0) ?? typed
    }

    /// Returns false for hex and for plain functions of CSS, of which a file may have 100,000.
    private static func mayRefer(_ typed: String) -> Bool {
        if typed.utf8.contains(where: { $0 == UInt8(ascii: "$") || $0 == UInt8(ascii: "@") }) { return true }
        guard let open = typed.utf8.firstIndex(of: UInt8(ascii: "(")) else { return false }
        return !ColorParser.functions.contains(typed[..<open].lowercased())
            || typed[open...].utf8.dropFirst().contains { (0x41...0x7a).contains($0 | 0x20) || "(#".utf8.contains($0) }
    }

    /// The text with values in place of its variables, and with colors in place of functions of Sass and Less.
    ///
    /// - Parameter depth: The number of variables and functions around the text.
    /// - Returns: `nil` if a variable has no value, or if the result is too long.
    private mutating func substituted(_ text: String, _ depth: Int) -> String? {
        guard depth <= Self.longestChain else { return nil }
        let bytes = Array(text.utf8)
        var (result, index) = ([UInt8](), 0)
        while index < bytes.count {
            guard result.count <= 2 * Self.longestValue else { return nil }
            let start = index
            let byte = bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                while index < bytes.count, bytes[index] != byte { index += 1 }
                index = min(index + 1, bytes.count)
                result += bytes[start..<index]
            case UInt8(ascii: "#") where index < bytes.count && bytes[index] == UInt8(ascii: "{"):
                guard let end = Self.close(index, in: bytes),
                    let value = substituted(String(decoding: bytes[(index + 1)..<end], as: UTF8.self), depth + 1)
                else { return nil }
                result += value.utf8
                index = end + 1
            case UInt8(ascii: "$"), UInt8(ascii: "@"):
                let name = Self.word(at: &index, in: bytes)
                guard !name.isEmpty else { return nil }
                var key = String(decoding: [byte], as: UTF8.self) + StyleValues.plain(name)
                if byte == UInt8(ascii: "@"), let lookup = Self.lookup(at: &index, in: bytes) {
                    key = Self.member([lookup], of: key)
                } else if bytes[index...].first(where: { $0 != 0x20 }) == UInt8(ascii: ":") {
                    // The name of an argument, as in `$lightness: 10%`.
                    result += bytes[start..<index]
                    continue
                }
                guard let value = value(of: key, depth) else { return nil }
                result += value.utf8
            case _ where Self.isWordByte(byte) && !(0x30...0x39).contains(byte):
                index = start
                var word = Self.word(at: &index, in: bytes)
                while index + 1 < bytes.count, bytes[index] == UInt8(ascii: ".") {
                    index += 1
                    let isVariable = bytes[index] == UInt8(ascii: "$")
                    if isVariable { word = "" }
                    guard !isVariable, Self.isWordByte(bytes[index]) else { break }
                    word += "." + Self.word(at: &index, in: bytes)
                }
                guard index < bytes.count, bytes[index] == UInt8(ascii: "(") else {
                    result += word.utf8
                    continue
                }
                guard let end = Self.close(index, in: bytes),
                    let value = call(word, String(decoding: bytes[(index + 1)..<end], as: UTF8.self), depth)
                else { return nil }
                result += value.utf8
                index = end + 1
            case 0x30...0x39:
                // A number with its unit.
                while index < bytes.count, Self.isWordByte(bytes[index]) || bytes[index] == UInt8(ascii: ".") {
                    index += 1
                }
                result += bytes[start..<index]
            default: result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The value of a call: a variable or a fallback for `var()`, a member of a map, or a color. The call of any other
    /// function keeps its name.
    private mutating func call(_ name: String, _ arguments: String, _ depth: Int) -> String? {
        let lowered = name.lowercased()
        if lowered == "var" {
            let parts = arguments.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
            let property = parts.first.map { String($0).onOneLine } ?? ""
            guard property.hasPrefix("--") else { return nil }
            if let value = value(of: "--" + StyleValues.plain(String(property.dropFirst(2))), depth) { return value }
            return parts.count > 1 ? substituted(String(parts[1]).onOneLine, depth + 1) : nil
        }
        if lowered == "map-get" || lowered == "nth" || lowered.hasSuffix(".get") || lowered == "list.nth" {
            let parts = Self.parts(of: arguments)
            guard let map = parts.first, let dollar = map.utf8.firstIndex(of: UInt8(ascii: "$")) else { return nil }
            var keys: [String] = []
            for part in parts.dropFirst() {
                guard let key = substituted(part, depth + 1) else { return nil }
                keys.append(key.filter { $0 != "\"" && $0 != "'" })
            }
            return known[Self.member(keys, of: "$" + StyleValues.plain(String(map[dollar...].dropFirst())))]
        }
        guard let arguments = substituted(arguments, depth + 1) else { return nil }
        return StyleFunction(name, Self.parts(of: arguments)).text ?? "\(name)(\(arguments))"
    }

    /// The resolved value of a variable; `nil` if it has none, or refers to itself.
    private mutating func value(of name: String, _ depth: Int) -> String? {
        if let value = known[name] { return value }
        // Sass declares variables before it uses them, so `known` has them all.
        if name.utf8.first == UInt8(ascii: "$") { return nil }
        if let value = late[name] { return value }
        let every = all ?? readAll()
        all = every
        guard let text = every[name] else { return nil }
        // While the value is being resolved, it counts as unknown. So circles end.
        late.updateValue(nil, forKey: name)
        let value = substituted(text, depth + 1)
        late.updateValue(value, forKey: name)
        return value
    }

    /// The arguments of a function, without white space around them.
    private static func parts(of arguments: String) -> [String] {
        let bytes = Array(arguments.utf8)
        var parts: [String] = []
        StyleValues.forEachPart(of: bytes.indices, in: bytes, UInt8(ascii: ",")) { part, _ in
            parts.append(String(decoding: bytes[StyleValues.trimmed(bytes, part)], as: UTF8.self))
        }
        return parts
    }

    /// The index of the parenthesis or brace that closes the one at an index; `nil` if there is none.
    private static func close(_ open: Int, in bytes: [UInt8]) -> Int? {
        var (depth, quote) = (0, nil as UInt8?)
        for index in open..<bytes.count {
            let byte = bytes[index]
            if let begun = quote {
                if byte == begun { quote = nil }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
            case UInt8(ascii: "("), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "}"):
                depth -= 1
                if depth == 0 { return index }
            default: break
            }
        }
        return nil
    }

    /// Reads the key in `@map[key]` of Less.
    private static func lookup(at index: inout Int, in bytes: [UInt8]) -> String? {
        guard index < bytes.count, bytes[index] == UInt8(ascii: "["),
            let end = bytes[index...].firstIndex(of: UInt8(ascii: "]"))
        else { return nil }
        let key = bytes[(index + 1)..<end].drop { "@$".utf8.contains($0) }
        index = end + 1
        return String(decoding: key, as: UTF8.self)
    }

    private static func word(at index: inout Int, in bytes: [UInt8]) -> String {
        let start = index
        while index < bytes.count, isWordByte(bytes[index]) { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x80...0xff, UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }
}
