import Foundation

/// The media types that an answer may have.
public struct MediaTypes: Hashable, Sendable, ExpressibleByArrayLiteral {
    /// The allowed types: `image/jpeg`, or `image/*` for all types of a kind.
    private let patterns: [String]
    private let allowsNone: Bool

    /// A set of media types.
    ///
    /// - Parameters:
    ///   - patterns: Types such as `image/jpeg`, or `image/*` for all types of a kind. An empty list allows every
    ///     type, and answers without one.
    ///   - allowsNone: True if an answer may have no type.
    public init(_ patterns: [String], orNone allowsNone: Bool = false) {
        self.patterns = patterns.map { $0.lowercased() }
        self.allowsNone = allowsNone
    }

    /// Media types as a literal: `["image/jpeg", "image/png"]`.
    public init(arrayLiteral patterns: String...) { self.init(patterns) }

    /// The type of JSON, and the types of JavaScript with which some servers send JSON.
    public static let json: MediaTypes = [
        "application/json", "text/json", "text/javascript", "application/javascript",
    ]
    /// Pictures of every format, SVG included.
    public static let pictures: MediaTypes = ["image/*"]
    /// Every type, and answers without one.
    public static let any = MediaTypes([])

    /// - Parameter type: The type in lower case, without parameters; nil if there is none.
    func allow(_ type: String?) -> Bool {
        if patterns.isEmpty { return true }
        guard let type else { return allowsNone }
        return patterns.contains { pattern in
            pattern.hasSuffix("/*") ? type.hasPrefix(pattern.dropLast()) : pattern == type
        }
    }

    /// Returns the media type of the header `Content-Type`, in lower case and without parameters; nil if the header
    /// is missing or invalid (RFC 9110, 8.3.1), or the type is longer than 100 bytes.
    static func type(of header: String?) -> String? {
        guard let header else { return nil }
        let essence = header.utf8.prefix { $0 != UInt8(ascii: ";") }
        let text = String(decoding: essence, as: UTF8.self).trimmingCharacters(in: .whitespaces).lowercased()
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count == 2, text.utf8.count <= 100,
            parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isTokenByte) })
        else { return nil }
        return text
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        byte.isDigit || byte.isLetter || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }

    /// The value of the header `Accept`.
    var header: String { patterns.isEmpty ? "*/*" : patterns.joined(separator: ", ") }
}
