import AviaryServerTesting
import AviaryTesting

/// Draws packets of the declared messages (`WireVocabulary`): valid ones, nearly valid ones, and what no client would
/// write.
struct DrawnPacket {
    var random: SeededGenerator
    /// The knowledge of the windows: names of actions and open sheets, and identifiers of present and former items.
    var actions: [String] = []
    var sheets: [String] = []
    var items: [String] = []
    private var number = 0

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func packet() -> String {
        switch Int.random(in: 0..<1_000, using: &random) {
        case 0..<20: return cut(messages(upTo: 4))
        case 20..<40: return changed(messages(upTo: 4))
        case 40..<44: return nested(Int.random(in: 1...15_000, using: &random))
        case 44..<48:
            return list(
                of: pick(["[]", "0", "null", "{}", "\"\"", "[\(quoted(drawn().name))]", message()]), bytes: 32_000)
        case 48..<50: return "[\(part(of: parts(of: drawn(having: "identifiers"), manyItems: true), 0))]"
        case 50..<90: return messages(upTo: 80)
        default: return messages(upTo: 3)
        }
    }

    mutating func hello(path: String, tab: String) -> String {
        var runs: [String] = []
        for _ in 0..<random.skewed(upTo: 1_200) { runs.append("[\\\"\(item())\\\",\\\"\(item())\\\",\(small())]") }
        let keepsake = pick([
            "{\\\"grid\\\":[\(runs.joined(separator: ","))]}", "{\\\"\\\":\\\"1 1e999 x -1\\\"}",
            "{\\\"\\\":{\\\"picker\\\":\\\"1 1e999 x\\\",\\\"\\\":\\\"7\\\",\\\"nowhere\\\":[]}}",
        ])
        let scrolled = ["grid", "list", "colors"].map { "\"\($0)\":\(scrollPosition())" }.joined(separator: ",")
        let given = [
            "address": quoted(path), "scrollPositions": "{\(scrolled)}", "tab": quoted(tab),
            "keepsake": quoted(String(keepsake.prefix(20_000))),
        ]
        return part(of: parts(of: drawn(having: "scrollPositions"), given: given), 5)
    }

    // MARK: Messages

    private mutating func messages(upTo limit: Int) -> String {
        let count = random.skewed(upTo: limit)
        return "[" + (0..<count).map { _ in message() }.joined(separator: ",") + "]"
    }

    private mutating func message() -> String {
        if random.chance(1) { return part(of: [quoted(text()), hostile()], 20) }
        return part(of: parts(of: drawn()), 20)
    }

    /// A message of the vocabulary, by its weight; or one that has a field of a type.
    private mutating func drawn(having type: String? = nil) -> WireVocabulary.Message {
        let messages = WireVocabulary.messages.filter { message in
            type.map { message.fields.map(\.type).contains($0) } ?? true
        }
        var left = Int.random(in: 0..<messages.reduce(0) { $0 + $1.drawn }, using: &random)
        for message in messages {
            left -= message.drawn
            if left < 0 { return message }
        }
        return messages[0]
    }

    /// - Parameters:
    ///   - given: The parts that are not drawn, by the names of their fields.
    ///   - manyItems: Whether a list of identifiers is as long as a packet allows.
    private mutating func parts(
        of message: WireVocabulary.Message, given: [String: String] = [:], manyItems: Bool = false
    ) -> [String] {
        var parts = [quoted(message.name)]
        for field in message.fields {
            if let part = given[field.name] {
                parts.append(part)
            } else if field.isOptional, random.chance(70) {
                break
            } else if field.isNullable || field.isOptional, random.chance(30) {
                parts.append("null")
            } else if manyItems, field.type == "identifiers" {
                parts.append(list(of: "\"1\"", bytes: 20_000))
            } else {
                parts.append(value(of: field))
            }
        }
        return parts
    }

    /// A part that fits the type of its field.
    private mutating func value(of field: WireVocabulary.Field) -> String {
        if !field.choices.isEmpty { return quoted(pick(field.choices)) }
        switch field.type {
        case "action": return action()
        case "address": return quoted(pick(Self.addresses))
        case "call": return countOrReceipt()
        case "cellHeights":
            return
                "{\((0..<random.skewed(upTo: 300)).map { _ in "\(quoted(item())):\(count())" }.joined(separator: ","))}"
        case "collection": return name()
        case "count", "position", "request": return count()
        case "fields": return fields()
        case "flag": return flag()
        case "heights": return "[\((0..<random.skewed(upTo: 80)).map { _ in count() }.joined(separator: ","))]"
        case "identifier": return quoted(item())
        case "identifiers":
            return "[\((0..<random.skewed(upTo: 20)).map { _ in quoted(item()) }.joined(separator: ","))]"
        case "rangeEnd": return end()
        case "rect": return rect()
        case "scrollPositions": return "{\(name()):\(scrollPosition())}"
        case "sheet": return sheet()
        case "shortcut": return quoted(pick(Self.shortcuts))
        case "shownSheets": return shownSheets()
        case "string": return quoted(text())
        case "tab": return quoted("tab-\(Int.random(in: 0..<8, using: &random))")
        case "uploads": return files()
        default: preconditionFailure("A new type of the wire is drawn here, too: \(field.type).")
        }
    }

    private mutating func action() -> String {
        quoted(random.chance(95) ? pick(actions) : random.chance(90) ? "launch" : "@present")
    }

    private mutating func sheet() -> String {
        quoted(pick(random.chance(70) && !sheets.isEmpty ? sheets : Self.sheetNames))
    }

    /// The sheets that a tab shows: names alone, or names with an address.
    private mutating func shownSheets() -> String {
        let name = sheet()
        if random.chance(50) { return "[\(name),\(name)]" }
        let shown = "[\(name),\(quoted(pick(Self.addresses))),\"\"]"
        return "[\(shown),\(shown)]"
    }

    /// A message with faulty parts in the given percentage of cases.
    private mutating func part(of parts: [String], _ percent: Double) -> String {
        var parts = parts
        if random.chance(percent) {
            let index = Int.random(in: 0..<parts.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: parts.remove(at: index)
            case 1: parts.insert(hostile(), at: index)
            case 2: parts.append(hostile())
            default: parts[index] = hostile()
            }
        }
        return "[\(parts.joined(separator: ","))]"
    }

    // MARK: Parts

    private static let numbers = [
        "0", "-0", "1", "-1", "0.5", "128", "4294967296", "9007199254740991", "9007199254740992",
        "9223372036854775807", "-9223372036854775808", "1e15", "1e300", "-1e300", "1e-400", "1e999", "01", "1.", "NaN",
    ]
    private static let texts = [
        "", "1", "-1", "1e3", "#f80", "#12", "rgb(1e400 0 0)", "oklch(50% 1e300 1e308)", "hsl(1e308 0% -1%)", "255",
        "1e308",
        "nan", "inf", "0x1p3", "\\u0000", "a\\u0000b", "\\ud800", "\\uD83D\\uDE00", "\\u202e", "💥", "<b>&", "__proto__",
        "#f80\\n#08f\\nred", "all", "selection", "1/2", "9223372036854775808", "\\n\\rforged: line",
        "true", "date", "name", "manual", "month", "rows", "squares", "four", "horizontal", "favorites", "recent",
    ]
    private static let addresses = [
        "/", "/photos/photo/1", "/photos/photo/2", "/photos", "/photorama/photo/1",
    ]
    private static let sheetNames = ["sheet1", "sheet9223372036854775807", "sheet", ""]
    private static let files = [
        "photos/0123456789abcdef0123456789abcdef", "photos/../../gallery.sqlite", "nowhere/0", "/", "", "\\u0000",
    ]
    private static let receipts = [
        "tab/1", "a/0", "a/-1", "a/01", "a/9223372036854775808", "/1", "a b/1", "a/1/2", "", "\\u0000/1",
    ]
    private static let shortcuts = ["Mod+X", "Mod+C", "Mod+V", "Mod+D", "Delete", "Mod+A", "", "\\u0000"]
    private static let fieldNames = [
        "hex", "red", "blue", "hue", "saturation", "lightness", "perceived", "chroma", "tone", "name", "name.was",
        "text", "what", "order", "sections", "layout", "shown", "show", "tag", "album", "names", "isTicked", "steps",
        "ratio", "address", "",
        "nowhere",
    ]

    private mutating func hostile() -> String {
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1: pick(Self.numbers)
        case 2, 3: quoted(text())
        case 4: pick(["null", "true", "false", "{}", "[]", "[[]]", "{\"a\":{\"b\":[1]}}"])
        case 5: quoted(String(repeating: "x", count: random.skewed(upTo: 8_000)))
        case 6: rect()
        default: fields()
        }
    }

    private mutating func name() -> String {
        if random.chance(70) { return quoted("grid") }
        let inSheets = sheets.map { "\($0)/list" }
        return quoted(pick(["list", "picker/presets", "colors", "swatches", "nowhere", ""] + inSheets))
    }

    private mutating func item() -> String {
        switch Int.random(in: 0..<10, using: &random) {
        case 0: text()
        case 1: "\(Int.random(in: 0..<8, using: &random))"
        default: items.isEmpty ? "1" : items[Int.random(in: 0..<items.count, using: &random)]
        }
    }

    private mutating func end() -> String { random.chance(50) ? quoted(item()) : small() }
    private mutating func flag() -> String { random.chance(70) ? "true" : "false" }
    private mutating func small() -> String {
        random.chance(85) ? "\(random.skewed(upTo: 1_000))" : pick(Self.numbers)
    }

    /// The number of an action: the next, one of before, or none that there is.
    private mutating func count() -> String {
        if random.chance(8) { return pick(Self.numbers) }
        if random.chance(90) { number += 1 }
        return "\(max(1, number - (random.chance(10) ? 100 : 0)))"
    }

    /// Now and then that of another page, too.
    private mutating func countOrReceipt() -> String {
        random.chance(90) ? count() : "[\(count()),\(quoted(pick(Self.receipts)))]"
    }

    /// The files for an action.
    private mutating func files() -> String {
        let names = (0..<Int.random(in: 0...3, using: &random)).map { _ in quoted(pick(Self.files)) }
        return "[\(names.joined(separator: ","))]"
    }

    private mutating func rect() -> String {
        let numbers = (0..<4).map { _ in random.chance(90) ? "\(random.skewed(upTo: 3_000))" : pick(Self.numbers) }
        return "[\(numbers.joined(separator: ","))]"
    }

    private mutating func scrollPosition() -> String {
        random.chance(50) ? rect() : "[0,\(random.skewed(upTo: 3_000)),390,700,\(quoted(item())),\(pick(Self.numbers))]"
    }

    private mutating func fields() -> String {
        let fields = (0..<Int.random(in: 0...3, using: &random)).map { _ in
            "\(quoted(pick(Self.fieldNames))):\(quoted(text()))"
        }
        return "{\(fields.joined(separator: ","))}"
    }

    private mutating func text() -> String { pick(Self.texts) }
    private func quoted(_ text: String) -> String { "\"\(text)\"" }
    private mutating func pick(_ choices: [String]) -> String { choices.randomElement(using: &random) ?? "" }

    // MARK: What is no packet

    private mutating func cut(_ packet: String) -> String {
        String(packet.prefix(Int.random(in: 0...packet.count, using: &random)))
    }

    private mutating func changed(_ packet: String) -> String {
        var scalars = Array(packet.unicodeScalars)
        for _ in 0..<random.skewed(upTo: 4) where !scalars.isEmpty {
            let other: Unicode.Scalar = [
                "[", "]", "{", "}", "\"", "\\", ",", ":", "0", "-", "e", "\u{0}", "\u{7f}", "é",
            ]
            .randomElement(using: &random)!
            scalars[Int.random(in: 0..<scalars.count, using: &random)] = other
        }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }

    private func nested(_ depth: Int) -> String {
        String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }

    private func list(of element: String, bytes: Int) -> String {
        "[" + Array(repeating: element, count: max(1, bytes / (element.utf8.count + 1))).joined(separator: ",") + "]"
    }
}
