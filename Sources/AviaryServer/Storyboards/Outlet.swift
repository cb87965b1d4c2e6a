import AviaryViews

/// An outlet as markup declares it: `name`, `name:kind` or `name:kind(target)`.
struct Outlet: Hashable, Sendable {
    var name: String
    var kind: OutletKind
    /// The attribute that the outlet sets, or `text` for the element's text; `nil` if the markup names no target.
    var target: String?

    /// Reads one word of a `data-outlet`.
    init(_ word: Substring, line: Int) throws(StoryboardError.Fault) {
        let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        name = String(parts[0])
        guard !name.isEmpty, name.utf8.allSatisfy(Self.isNameByte) else {
            throw .init(line: line, what: "\(word) is no name for an outlet: letters, digits and - are")
        }
        let rest = parts.count == 2 ? parts[1] : "text"
        let kindName = rest.prefix { $0 != "(" }
        guard let kind = OutletKind(rawValue: String(kindName)) else {
            throw .init(
                line: line, what: "\(kindName) is no kind of outlet: text, color, number, url, flag and date are")
        }
        self.kind = kind
        let tail = rest.dropFirst(kindName.count)
        guard !tail.isEmpty else { return }
        let target = String(tail.dropFirst().dropLast())
        guard tail.hasSuffix(")"), Self.targets[kind]?.contains(target) == true else {
            throw .init(line: line, what: "a \(kind) outlet cannot set \(tail)")
        }
        self.target = target
    }

    /// Whether the outlet sets the content of an element.
    var setsText: Bool {
        switch kind {
        case .date: true
        case .text: target == nil
        case .color, .number, .url, .flag: target == "text"
        }
    }

    static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    private static let targets: [OutletKind: Set<String>] = [
        .text: ["aria-label", "title", "alt", "placeholder", "value", "data-action"],
        .number: ["text", "value"],
        .color: ["value"],
        .url: ["text", "title", "aria-label"],
        .flag: ["hidden", "disabled", "checked", "aria-pressed", "aria-checked", "aria-expanded", "aria-invalid"],
        .date: ["time", "datetime"],
    ]
}

extension MarkupElement {
    /// The outlets that this element declares.
    func outlets() throws(StoryboardError.Fault) -> [Outlet] {
        var outlets: [Outlet] = []
        for word in (self["data-outlet"] ?? "").split(whereSeparator: \.isWhitespace) {
            let outlet = try Outlet(word, line: line)
            guard !outlets.contains(outlet) else { throw .init(line: line, what: "\(word) is there twice") }
            if outlet.kind == .date, name != "time" || self["datetime"] != nil {
                throw .init(line: line, what: "the date \(outlet.name) needs a <time> without a datetime of its own")
            }
            outlets.append(outlet)
        }
        return outlets
    }
}

/// An address that comes from data and is shown on a page.
///
/// Only its text is examined, so that the first paint and the client decide the same, however a browser reads the
/// address.
struct DataAddress {
    let text: String

    /// - Parameter isLink: Whether it is the target of a link, which may lead to the web. Other addresses must be
    ///   local.
    init?(_ text: String, isLink: Bool) {
        // Browsers drop some control characters and spaces, and read a backslash as a slash. So none of these
        // characters is allowed.
        guard !text.isEmpty, text.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0 != "\\" }) else { return nil }
        let lowercased = text.lowercased()
        let isOfTheWeb = lowercased.hasPrefix("https://") || lowercased.hasPrefix("http://")
        guard isOfTheWeb ? isLink : !text.hasPrefix("//") && !Self.hasScheme(text) else { return nil }
        self.text = text
    }

    /// The address with its scheme in lower case, if it leads to the web; otherwise `nil`.
    var ofTheWeb: String? {
        for scheme in ["https://", "http://"] where text.prefix(scheme.count).lowercased() == scheme {
            let rest = text.dropFirst(scheme.count)
            return rest.first.map { "/?#".contains($0) } == false ? scheme + rest : nil
        }
        return nil
    }

    private static func hasScheme(_ text: String) -> Bool {
        let scheme = text.utf8.prefix { $0 != UInt8(ascii: ":") }
        return scheme.count < text.utf8.count
            && scheme.first.map { Character(Unicode.Scalar($0)).isLetter } == true
            && scheme.allSatisfy { schemeBytes.contains($0) }
    }

    private static let schemeBytes = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.".utf8)
}
