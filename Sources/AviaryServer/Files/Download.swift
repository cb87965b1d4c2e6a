import Foundation

/// Files, or bytes made as they are sent, at addresses of their own, behind the same access check as pages.
///
///     Download("/photos/file/:name") { request in
///         .file(at: "\(folder)/\(request["name"])", isImmutable: true)
///     }
public struct Download: Sendable {
    let pattern: AddressPattern
    let answer: @Sendable (DownloadRequest) async throws -> DownloadAnswer?

    /// A download at a path.
    ///
    /// - Parameters:
    ///   - path: Begins with `/`; a component `:name` stands for any one component. Checked when the app starts.
    ///   - answer: Returns what to send; `nil`, or `NotFound` thrown, when there is nothing at this address. Called for
    ///     `GET` and `HEAD`, again for each range of a file that is asked for.
    public init(_ path: String, answer: @escaping @Sendable (DownloadRequest) async throws -> DownloadAnswer?) {
        pattern = AddressPattern(path)
        self.answer = answer
    }
}

/// The address by which a download was asked for.
public struct DownloadRequest: Sendable {
    private let parameters: [String: String]
    /// The query of the URL, decoded.
    public let query: [String: String]
    /// The server as the browser names it, for addresses in what is sent: `http://127.0.0.1:8080`; empty when that is
    /// not known.
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

    /// The component that stands for `:name` in the path; empty for a name that the path does not have.
    ///
    /// It is decoded, and safe to append to a folder: it is neither `.` nor `..`, and has no slash, backslash or NUL.
    public subscript(_ name: String) -> String { parameters[name] ?? "" }
}

/// The content that a download sends: a file, bytes, a stream, or a refusal.
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

    /// A file of the server's, also in ranges. A browser that has it already is not sent it again.
    ///
    /// - Parameters:
    ///   - path: The file's path on the server. A missing file is answered as `nil` is: nothing is at this address.
    ///   - type: The media type; by default that of the file's extension.
    ///   - name: Makes browsers save the file under this name, instead of showing it.
    ///   - tag: Names this content among all that were ever at this address, for example by its hash; by default made
    ///     of size and dates of the file.
    ///   - isImmutable: Whether there is never any other content at this address: then browsers do not ask again.
    public static func file(
        at path: String, type: String? = nil, savedAs name: String? = nil, tag: String? = nil, isImmutable: Bool = false
    ) -> DownloadAnswer {
        DownloadAnswer(
            content: .file(path: path, tag: tag), type: type ?? ContentType.ofFile(path), name: name,
            isImmutable: isImmutable)
    }

    /// Bytes that are in memory, for example a small picture from a cache.
    ///
    /// - Parameters:
    ///   - bytes: The whole content.
    ///   - type: The media type.
    ///   - name: Makes browsers save the bytes under this name, instead of showing them.
    ///   - tag: Names this content among all that were ever at this address.
    ///   - isImmutable: Whether there is never any other content at this address: then browsers do not ask again.
    public static func bytes(
        _ bytes: [UInt8], type: String, savedAs name: String? = nil, tag: String, isImmutable: Bool = false
    ) -> DownloadAnswer {
        DownloadAnswer(content: .bytes(bytes, tag: tag), type: type, name: name, isImmutable: isImmutable)
    }

    /// Bytes that are sent as they are made, for example a zip of many files.
    ///
    /// - Parameters:
    ///   - type: The media type.
    ///   - name: Makes browsers save the bytes under this name, instead of showing them.
    ///   - write: Called once for a `GET`. It is suspended while the reader is slow. An error that it throws ends the
    ///     connection, so that no browser takes a part for the whole.
    public static func stream(
        type: String, savedAs name: String? = nil,
        _ write: @escaping @Sendable @concurrent (inout DownloadWriter) async throws -> Void
    ) -> DownloadAnswer {
        DownloadAnswer(content: .stream(write), type: type, name: name)
    }

    /// A sentence instead of a file, for example that a service is busy. For a file that is not there, return `nil` or
    /// throw `NotFound`.
    ///
    /// - Parameters:
    ///   - status: Of HTTP, from 400 to 599; any other is 500.
    ///   - sentence: For the person, in the language of the app; sent as plain text.
    ///   - retryAfter: How long nobody should ask again; told in whole seconds, rounded up.
    public static func refusal(_ status: Int, _ sentence: String, retryAfter: Duration? = nil) -> DownloadAnswer {
        let content = Content.refusal(
            status: (400...599).contains(status) ? status : 500, sentence: sentence, retryAfter: retryAfter)
        return DownloadAnswer(content: content, type: "text/plain; charset=utf-8")
    }
}
