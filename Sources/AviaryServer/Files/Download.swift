import Foundation

/// Files, or bytes made as they are sent, at addresses of their own: behind the same gate as pages.
///
///     Download("/photos/file/:name") { request in
///         .file(at: "\(folder)/\(request["name"])", isImmutable: true)
///     }
public struct Download: Sendable {
    let pattern: AddressPattern
    let answer: @Sendable (DownloadRequest) async throws -> DownloadAnswer?

    /// - Parameters:
    ///   - path: Begins with `/`; `:name` stands for any one component.
    ///   - answer: What to send; `nil`, or `NotFound` thrown, when there is nothing at this address. Called for `GET` and for
    ///     `HEAD`, and for each part of a file that is asked for in parts.
    public init(_ path: String, answer: @escaping @Sendable (DownloadRequest) async throws -> DownloadAnswer?) {
        pattern = AddressPattern(path)
        self.answer = answer
    }
}

/// The address that a download was asked for by.
public struct DownloadRequest: Sendable {
    private let parameters: [String: String]
    /// What stands behind the question mark, decoded.
    public let query: [String: String]
    /// The server as it was asked, for addresses in what is sent: `http://127.0.0.1:8080`; empty when that is not known.
    public let origin: String

    /// Fails when a component could lead out of a folder that an app appends it to: it holds a slash or a NUL, or is `..`.
    init?(
        parameters: some Sequence<(key: Substring, value: Substring)>, query: [String: String] = [:],
        origin: String = ""
    ) {
        var decoded: [String: String] = [:]
        for (name, text) in parameters {
            guard let value = text.removingPercentEncoding, value != ".", value != "..",
                !value.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") || $0 == 0 })
            else { return nil }
            decoded[String(name)] = value
        }
        self.parameters = decoded
        self.query = query
        self.origin = origin
    }

    /// What stands for `:name` in the address: one component, that can lead out of no folder; empty for a name that the
    /// path does not have.
    public subscript(_ name: String) -> String { parameters[name] ?? "" }
}

/// What a download sends.
public struct DownloadAnswer: Sendable {
    enum Content: Sendable {
        case file(path: String, tag: String?)
        case bytes([UInt8], tag: String)
        case stream(@Sendable @concurrent (inout DownloadWriter) async throws -> Void)
        case refusal(status: Int, sentence: String, retryAfter: Duration?)
    }

    let content: Content
    let type: String
    var name: String?
    var isImmutable = false

    /// A file of the server's, in ranges too. Somebody who has it already is not sent it again.
    ///
    /// - Parameters:
    ///   - type: As of the file's extension, unless it is said.
    ///   - name: Makes browsers save the file under this name, instead of showing it.
    ///   - tag: What names this content among all that were at this address, its hash for one; else made of what the file
    ///     system says.
    ///   - isImmutable: Whether there is never any other content at this address: then browsers do not ask again.
    public static func file(
        at path: String, type: String? = nil, savedAs name: String? = nil, tag: String? = nil, isImmutable: Bool = false
    ) -> DownloadAnswer {
        DownloadAnswer(
            content: .file(path: path, tag: tag), type: type ?? ContentType.ofFile(path), name: name,
            isImmutable: isImmutable)
    }

    /// Bytes that are at hand: a small picture from a cache, for one.
    ///
    /// - Parameters:
    ///   - name: Makes browsers save them under this name, instead of showing them.
    ///   - tag: What names this content among all that were at this address.
    ///   - isImmutable: Whether there is never any other content at this address: then browsers do not ask again.
    public static func bytes(
        _ bytes: [UInt8], type: String, savedAs name: String? = nil, tag: String, isImmutable: Bool = false
    ) -> DownloadAnswer {
        DownloadAnswer(content: .bytes(bytes, tag: tag), type: type, name: name, isImmutable: isImmutable)
    }

    /// Bytes as they are made: a zip of many files, for one. The writer waits for a slow reader.
    ///
    /// An error that `write` throws ends the connection, so that no browser takes a part for the whole.
    public static func stream(
        type: String, savedAs name: String? = nil,
        _ write: @escaping @Sendable @concurrent (inout DownloadWriter) async throws -> Void
    ) -> DownloadAnswer {
        DownloadAnswer(content: .stream(write), type: type, name: name)
    }

    /// A sentence in the place of a file: that a service is busy, for one. What is not there is `nil`, or `NotFound`.
    ///
    /// - Parameters:
    ///   - status: Of HTTP, from 400 to 599; any other is 500.
    ///   - retryAfter: How long nobody should ask again, in whole seconds.
    public static func refusal(_ status: Int, _ sentence: String, retryAfter: Duration? = nil) -> DownloadAnswer {
        let content = Content.refusal(
            status: (400...599).contains(status) ? status : 500, sentence: sentence, retryAfter: retryAfter)
        return DownloadAnswer(content: content, type: "text/plain; charset=utf-8")
    }
}
