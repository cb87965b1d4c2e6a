/// A pattern of addresses, for a route, a download or a link. Examples are `/colors` and `/photos/photo/:id`, where
/// `:id` matches any component.
struct AddressPattern: Hashable, Sendable {
    enum Component: Hashable, Sendable {
        case fixed(String)
        case parameter(String)

        var isParameter: Bool { if case .parameter = self { true } else { false } }
    }

    /// The pattern as it was written.
    let text: String
    let components: [Component]

    init(_ text: String) {
        self.text = text
        components = text.split(separator: "/").map { part in
            part.hasPrefix(":")
                ? .parameter(String(part.dropFirst())) : .fixed(PercentCoding.decode(part.utf8) ?? String(part))
        }
    }

    /// A key that is equal for patterns that match the same addresses.
    var shape: [String?] {
        components.map { if case .fixed(let name) = $0 { name } else { nil } }
    }

    var parameters: [String] {
        components.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
    }

    func matches(_ address: Address) -> Bool {
        address.path.count == components.count
            && zip(components, address.path).allSatisfy { $0.isParameter || $0 == .fixed($1) }
    }

    /// Returns whether this pattern matches every address that a link of a storyboard can have.
    func covers(_ link: AddressPattern) -> Bool {
        link.components.count == components.count
            && zip(components, link.components).allSatisfy { $0.isParameter || $0 == $1 }
    }

    /// Returns whether this pattern has precedence over another one that matches the same address. At the first
    /// component that is fixed in one pattern and a parameter in the other, the fixed one has precedence.
    func precedes(_ other: AddressPattern) -> Bool {
        if components.count != other.components.count { return components.count < other.components.count }
        for (own, theirs) in zip(components, other.components) where own.isParameter != theirs.isParameter {
            return theirs.isParameter
        }
        return false
    }

    /// The component of an address at the first parameter; `nil` if the address does not match, or the pattern has no
    /// parameter.
    func parameter(of address: Address) -> String? {
        matches(address) ? zip(components, address.path).first { $0.0.isParameter }?.1 : nil
    }

    /// - Parameter value: The text that replaces each parameter.
    func address(_ value: String) -> Address {
        Address(path: components.map { if case .fixed(let name) = $0 { name } else { value } })
    }

    /// The fault of a pattern, as the end of a sentence that begins with the pattern; `nil` if it is valid.
    ///
    /// - Parameter count: The number of parameters that the pattern must have.
    func fault(parameters count: Int) -> String? {
        if !text.hasPrefix("/") { return "has to begin with /" }
        if text.contains(where: { "?#".contains($0) }) { return "has a ? or a #, which no path has" }
        if shape.contains(where: { $0 == "." || $0 == ".." }) { return "has a . or .., which no address keeps" }
        if parameters.contains("") { return "has a : without a name" }
        if parameters.count == count { return nil }
        return count == 0
            ? "has the parameter :\(parameters[0]); give the route a Destination, which knows its type"
            : "has \(parameters.count) parameters instead of one, such as :id"
    }
}
