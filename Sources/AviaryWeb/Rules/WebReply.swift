import Foundation

/// The result of reading the head of an answer.
enum WebReply: Hashable, Sendable {
    /// The body follows.
    case body(Coding, type: String?, length: Int?)
    case redirect(to: String)

    enum Coding: Hashable, Sendable { case plain, gzip }

    /// - Parameters:
    ///   - header: Returns the first value of the header with a name; nil if there is none.
    ///   - limit: The largest number of bytes of the body.
    init(
        status: Int, accepting types: MediaTypes, limit: Int, now: Date, header: (String) -> String?
    ) throws(WebError) {
        switch status {
        case 200: break
        case 301, 302, 303, 307, 308:
            guard let location = header("location") else { throw .brokenRedirect }
            self = .redirect(to: location)
            return
        default:
            throw .status(status, retryAfter: header("retry-after").flatMap { RetryAfter.wait($0, now: now) })
        }
        let type = MediaTypes.type(of: header("content-type"))
        guard types.allow(type) else { throw .wrongType(type) }
        let coding: Coding
        switch header("content-encoding")?.trimmingCharacters(in: .whitespaces).lowercased() {
        case nil, "", "identity": coding = .plain
        case "gzip", "x-gzip": coding = .gzip
        default: throw .malformedAnswer
        }
        let length = header("content-length").flatMap { Self.length($0) }
        if let length, length > limit, coding == .plain { throw .tooLarge(limit: limit) }
        self = .body(coding, type: type, length: length)
    }

    /// Parses a length; `Int.max` if it is too large for an `Int`, and nil if it is not a number.
    private static func length(_ value: String) -> Int? {
        guard !value.isEmpty, value.utf8.allSatisfy(\.isDigit) else { return nil }
        return Int(value) ?? .max
    }
}
