/// An address of an app: the decoded path and the decoded query of a URL.
///
///     let address: Address = "/tags/R%26B?sort=hue"
///     address.path       // ["tags", "R&B"]
///     address["sort"]    // "hue"
///
/// An encoded slash stays within its component, and no component is `.` or `..`. Components come from outside, so use
/// them to look something up, never as a part of a file's path.
public struct Address: Hashable, Sendable {
    /// One `name=value` pair of a query.
    public struct QueryItem: Hashable, Sendable {
        /// The decoded name.
        public var name: String
        /// The decoded value; empty when the item has no `=`.
        public var value: String

        /// An item with a name and a value, both without percent-encoding.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The components between the slashes; empty for `/`.
    public let path: [String]
    /// The items of the query, in order. A name may occur several times.
    public let query: [QueryItem]

    /// An address with components and query items, all without percent-encoding.
    ///
    /// - Parameters:
    ///   - path: The components. Empty ones are dropped, because an address cannot contain them.
    ///   - query: The items in order. A name may occur several times.
    public init(path: [String], query: [QueryItem] = []) {
        self.path = path.filter { !$0.isEmpty }
        self.query = query
    }

    /// The first value of a name in the query; `nil` for an unknown name.
    ///
    /// - Complexity: O(*q*) for *q* items of the query.
    public subscript(name: String) -> String? { query.first { $0.name == name }?.value }
}

extension Address: LosslessStringConvertible {
    /// Parses the path and the query of a URL, both percent-encoded. A fragment is dropped.
    ///
    /// - Returns: `nil` when `text` does not begin with `/`, is longer than 2,048 bytes, or has an invalid component.
    ///   Components are invalid when they are `.` or `..`, are not UTF-8, or contain a control character or a `%`
    ///   without two hexadecimal digits. Invalid query items are dropped, because other sites add their own to links.
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

    /// The percent-encoded address, as in a link.
    public var description: String {
        let path = "/" + path.map(PercentCoding.encode).joined(separator: "/")
        if query.isEmpty { return path }
        let items = query.map { "\(PercentCoding.encode($0.name))=\(PercentCoding.encode($0.value))" }
        return path + "?" + items.joined(separator: "&")
    }
}

extension Address: ExpressibleByStringLiteral {
    /// An address in the source code. An unreadable literal becomes an address without a route.
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

/// The longest address, in bytes.
private let maximumLength = 2_048
