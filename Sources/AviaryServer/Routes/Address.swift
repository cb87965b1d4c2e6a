/// An address of an app: the path and the query of a URL, both decoded.
///
///     let address: Address = "/tags/R%26B?sort=hue"
///     address.path       // ["tags", "R&B"]
///     address["sort"]    // "hue"
///
/// A slash within a component stays within it, and no component is `.` or `..`. A component still comes from outside:
/// use it as a name to look up, never as a part of a file's path.
public struct Address: Hashable, Sendable {
    /// One `name=value` of a query.
    public struct QueryItem: Hashable, Sendable {
        /// Decoded.
        public var name: String
        /// Decoded; empty when the item has no `=`.
        public var value: String

        /// An item of a name and a value, neither of them percent-encoded.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The components between the slashes; none for `/`.
    public let path: [String]
    /// The items of the query, in order. A name may occur several times.
    public let query: [QueryItem]

    /// An address of components and query items, none of them percent-encoded.
    ///
    /// - Parameters:
    ///   - path: Empty components are left out, since an address cannot have them.
    ///   - query: The items in order. A name may occur several times.
    public init(path: [String], query: [QueryItem] = []) {
        self.path = path.filter { !$0.isEmpty }
        self.query = query
    }

    /// The first value of a name in the query; `nil` when the query does not have the name.
    ///
    /// - Complexity: O(*q*) for *q* items of the query.
    public subscript(name: String) -> String? { query.first { $0.name == name }?.value }
}

extension Address: LosslessStringConvertible {
    /// Reads the path and the query of a URL, percent-encoded; a fragment is left out.
    ///
    /// - Returns: `nil` when `text` does not begin with `/`, is longer than 2,048 bytes, or has a component that is `.`
    ///   or `..`, is not UTF-8 or has a control character. Such items of the query are only left out, because links
    ///   from elsewhere add their own.
    public init?(_ text: String) {
        guard text.utf8.count <= maximumLength, text.utf8.first == UInt8(ascii: "/") else { return nil }
        let parts = text.utf8.prefix { $0 != UInt8(ascii: "#") }
            .split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        var path: [String] = []
        for part in parts[0].split(separator: UInt8(ascii: "/")) {
            guard let component = PercentCoding.decode(part), component != ".", component != ".." else { return nil }
            path.append(component)
        }
        let items = parts.count == 1 ? [] : parts[1].split(separator: UInt8(ascii: "&"))
        self.init(path: path, query: items.compactMap(QueryItem.init(encoded:)))
    }

    /// The address as a link has it, percent-encoded.
    public var description: String {
        let path = "/" + path.map(PercentCoding.encode).joined(separator: "/")
        if query.isEmpty { return path }
        let items = query.map { "\(PercentCoding.encode($0.name))=\(PercentCoding.encode($0.value))" }
        return path + "?" + items.joined(separator: "&")
    }
}

extension Address: ExpressibleByStringLiteral {
    /// An address in the program's text. A literal that cannot be read becomes an address that no route has.
    public init(stringLiteral text: String) {
        self = Address(text) ?? Address(path: [text])
    }
}

extension Address.QueryItem {
    fileprivate init?(encoded item: Substring.UTF8View) {
        let parts = item.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = PercentCoding.decode(parts[0], isForm: true), !name.isEmpty,
            let value = parts.count == 1 ? "" : PercentCoding.decode(parts[1], isForm: true)
        else { return nil }
        self.init(name, value)
    }
}

/// In bytes.
private let maximumLength = 2_048
