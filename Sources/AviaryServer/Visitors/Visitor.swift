import AviaryDigest

/// A person who uses the app, as the app's `VisitorCheck` knows them.
///
/// Controllers read `page.visitor`, and the app's own routes `context.visitor`.
public struct Visitor: Sendable, Identifiable {
    /// Identifies the person among all of the app. It never changes, and is not shown to anybody.
    public let id: String
    /// The name for people.
    public let name: String
    /// Anything else that the app needs to know of the person, such as a role.
    ///
    /// A tab that reconnects gets its scene back only if this is equal. So a person whose role has changed gets new
    /// controllers.
    public let info: (any Hashable & Sendable)?

    /// A visitor.
    ///
    /// - Parameters:
    ///   - id: Identifies the person. An empty text is a mistake of the app, and nobody is let in by it.
    ///   - name: The name for people; the `id` by default.
    ///   - info: Anything else that the app needs to know.
    public init(id: String, name: String? = nil, info: (any Hashable & Sendable)? = nil) {
        self.id = id
        self.name = name ?? id
        self.info = info
    }

    /// A hash of the `id`, for pages, receipts and files on their way. It is the same on every server.
    var mark: String { Self.mark(ofID: id) }

    static func mark(ofID id: String) -> String {
        Digest.sha256(Array(id.utf8)).prefix(12).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
            .joined()
    }
}

extension Visitor: Hashable {
    /// Compares all properties, byte by byte: two spellings of one name are different people.
    public static func == (one: Visitor, other: Visitor) -> Bool {
        one.id.utf8.elementsEqual(other.id.utf8) && one.name.utf8.elementsEqual(other.name.utf8)
            && one.info.map { AnyHashable($0) } == other.info.map { AnyHashable($0) }
    }

    /// Hashes the `id`.
    public func hash(into hasher: inout Hasher) { for byte in id.utf8 { hasher.combine(byte) } }
}
