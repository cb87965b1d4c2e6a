import AviaryText
import Foundation
import HTTPTypes
package import Hummingbird
import NIOCore
import NIOPosix

extension Download {
    /// Adds the route of this download to a router.
    ///
    /// - Parameters:
    ///   - prefix: The path before each address, as browsers see it.
    ///   - isChecked: Whether the app recognizes visitors. Then browsers ask about each use of a file, because somebody
    ///     else may have signed in meanwhile.
    ///   - notFound: Makes the response when there is nothing at the address.
    package func addRoute(
        to router: Router<LiveRequestContext>, under prefix: String = "", isChecked: Bool = false,
        notFound: @escaping @Sendable (NotFound, LiveRequestContext) -> Response = { error, context in
            .sentence(error.sentence(in: context.language.words), status: .notFound, in: context.language)
        }
    ) {
        router.get(RouterPath(pattern.text)) { request, context in
            do {
                return try await Asker.$current.withValue(context.asker) {
                    try await response(
                        to: request, context.parameters, of: context.visitor, under: prefix, isChecked: isChecked,
                        on: context.channel.eventLoop)
                } ?? notFound(NotFound(), context)
            } catch let error as NotFound {
                return notFound(error, context)
            } catch let error as HeavyWorkError {
                var response = Response.sentence(
                    error.sentence(in: context.language.words), status: .tooManyRequests, in: context.language)
                response.headers[.retryAfter] = "1"
                return response
            }
        }
    }

    /// - Returns: `nil` when there is nothing at this address.
    func response(
        to request: Request, _ parameters: Parameters, of visitor: Visitor? = nil, under prefix: String = "",
        isChecked: Bool = false, on loop: any EventLoop
    ) async throws -> Response? {
        let query = Dictionary(request.uri.queryParameters.map { (String($0.key), String($0.value)) }) { first, _ in
            first
        }
        let origin = request.head.authority.map { "\(request.head.scheme ?? "http")://\($0)\(prefix)" } ?? ""
        guard
            let asked = DownloadRequest(
                parameters: parameters.map { ($0.key, $0.value) }, query: query, origin: origin,
                visitor: visitor),
            var answer = try await answer(asked)
        else { return nil }
        if isChecked { answer.isImmutable = false }
        switch answer.content {
        case .file(let path, let tag):
            guard let file = try await NIOThreadPool.singleton.runIfActive({ try OpenedFile(path) }) else { return nil }
            return try await answer.response(
                to: request, file, tag: Self.quoted(tag ?? file.tag), on: loop)
        case .bytes(let bytes, let tag):
            let fields = answer.fields(tag: Self.quoted(tag))
            return DownloadAnswer.isKnown(Self.quoted(tag), to: request)
                ? Response(status: .notModified, headers: fields)
                : Response(status: .ok, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
        case .stream(let write):
            // Another task sends the body, so the asker is passed on to it.
            let body = ResponseBody { [asker = Asker.current] writer in
                try await Asker.$current.withValue(asker) {
                    var taker = DownloadWriter(writer, on: loop)
                    try await write(&taker)
                    try await taker.finish()
                }
            }
            return Response(status: .ok, headers: answer.fields, body: body)
        case .refusal(let status, let sentence, let wait):
            var response = Response.sentence(sentence, status: HTTPResponse.Status(code: status))
            response.headers[.retryAfter] = wait.map { "\($0.secondsToWait)" }
            return response
        }
    }

    private static func quoted(_ tag: String) -> String { "\"\(tag.filter(isTagCharacter))\"" }
}

extension Duration {
    /// In whole seconds, rounded up; 0 for a negative duration.
    var secondsToWait: Int64 {
        let (seconds, rest) = components
        return rest > 0 && seconds < .max ? seconds + 1 : max(0, seconds)
    }
}

/// Whether an ETag may contain a character. Quotation marks are excluded.
private let isTagCharacter = { @Sendable (character: Character) in character.isASCII && ("#"..."~").contains(character)
}

extension DownloadAnswer {
    fileprivate var fields: HTTPFields {
        var fields: HTTPFields = [
            .contentType: type,
            // An uploaded file may be a page. This policy lets it run no script, and gives it no origin.
            .contentSecurityPolicy:
                "default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'; sandbox",
        ]
        if let name { fields[.contentDisposition] = ContentDisposition.attachment(name) }
        return fields
    }

    fileprivate func fields(tag: String) -> HTTPFields {
        var fields = fields
        fields[.eTag] = tag
        fields[.cacheControl] = isImmutable ? "private, max-age=31536000, immutable" : "private, no-cache"
        return fields
    }

    /// Returns whether the browser already has this content.
    fileprivate static func isKnown(_ tag: String, to request: Request) -> Bool {
        request.headers[values: .ifNoneMatch].contains { names(tag, in: $0) }
    }

    fileprivate func response(
        to request: Request, _ file: OpenedFile, tag: String, on loop: any EventLoop
    ) async throws -> Response {
        var fields = fields(tag: tag)
        fields[.acceptRanges] = "bytes"
        if Self.isKnown(tag, to: request) { return Response(status: .notModified, headers: fields) }
        var range = ByteRange.whole
        // The header `If-Range` names the content of which the browser already has a part. If it is not this content,
        // the browser gets the whole file.
        if request.method == .get, request.headers[.ifRange] ?? tag == tag {
            range = ByteRange(request.headers[.range], of: file.size)
        }
        switch range {
        case .unsatisfiable:
            var response = Response.sentence(
                "This file has \(file.size) bytes, and the part that was asked for begins behind them.",
                status: .rangeNotSatisfiable)
            response.headers[.contentRange] = "bytes */\(file.size)"
            return response
        case .whole:
            return Response(status: .ok, headers: fields, body: try await body(of: file, 0..<file.size, on: loop))
        case .part(let range):
            fields[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(file.size)"
            return Response(status: .partialContent, headers: fields, body: try await body(of: file, range, on: loop))
        }
    }

    /// Returns whether a value of `If-None-Match` contains the tag. The comparison ignores the prefix `W/`, which
    /// compressing proxies add.
    private static func names(_ tag: String, in field: String) -> Bool {
        field.split(separator: ",").contains { text in
            let text = text.drop { $0 == " " }
            let other = (text.hasPrefix("W/") ? text.dropFirst(2) : text).prefix { $0 != " " }
            return other == tag || other == "*"
        }
    }

    /// The body with a part of a file. A small part is read at once. A large part is read piece by piece, each piece
    /// after the previous one was sent.
    private func body(
        of file: OpenedFile, _ range: Range<Int64>, on loop: any EventLoop
    ) async throws -> ResponseBody {
        let read = { @Sendable (range: Range<Int64>) in
            try await NIOThreadPool.singleton.runIfActive { try file.read(range) }
        }
        if range.count <= piece { return ResponseBody(byteBuffer: try await read(range)) }
        return ResponseBody(contentLength: range.count) { writer in
            var writer = DownloadWriter(writer, on: loop)
            var offset = range.lowerBound
            while offset < range.upperBound {
                let end = min(range.upperBound, offset + Int64(piece))
                try await writer.write(try await read(offset..<end))
                offset = end
            }
            try await writer.finish()
        }
    }
}

/// The bytes that are read from a file at a time.
private let piece = 64 << 10
