import AviaryImages
import AviaryServer
import Foundation

extension EmbeddedEndpoint {
    /// The same service over HTTP, for another program whose option `--flickr-endpoint` names this server. Requests
    /// need the same access token as the pages. Answers have the same delay and faults as inside the program.
    var downloads: [Download] {
        [
            Download("/services/rest") { request in
                try await self.answer(at: "/services/rest", request, .list)
            },
            Download("/services/pictures/:name") { request in
                try await self.answer(at: "/services/pictures/\(request["name"])", request, .picture)
            },
        ]
    }

    @concurrent
    private func answer(
        at path: String, _ request: DownloadRequest, _ kind: FetchedKind
    ) async throws -> DownloadAnswer? {
        var address = URLComponents()
        address.path = path
        address.queryItems = request.query.sorted { $0.key < $1.key }.map {
            URLQueryItem(name: $0.key, value: $0.value)
        }
        do {
            let fault = try await begin(kind)
            guard let url = address.url, let answer = try await answer(to: url, base: request.origin) else {
                return nil
            }
            return fault.map { $0.spoil(answer) } ?? answer.download
        } catch {
            switch error {
            case .cancelled: throw CancellationError()
            case .tooManyRequests(let wait):
                return .refusal(429, HeavyWorkError.tooMuch.description, retryAfter: wait)
            default: throw error
            }
        }
    }
}

extension EmbeddedAnswer {
    fileprivate var download: DownloadAnswer { .bytes(bytes, type: type, tag: ContentID(of: bytes).short) }

    fileprivate var half: EmbeddedAnswer { EmbeddedAnswer(bytes: Array(bytes.prefix(bytes.count / 2)), type: type) }
}

extension EmbeddedEndpoint.Fault {
    /// The answer that is sent because of this fault.
    fileprivate func spoil(_ answer: EmbeddedAnswer) -> DownloadAnswer {
        switch self {
        case .delay: answer.download
        case .truncated: answer.half.download
        case .wrongType: EmbeddedAnswer(bytes: Array("<html>Sign in</html>".utf8), type: "text/html").download
        case .tooMany: .refusal(429, "This service has been asked too often.", retryAfter: .seconds(1))
        case .status: .refusal(500, "This service has a fault.")
        case .reset:
            .stream(type: answer.type) { writer in
                try await writer.write(answer.half.bytes)
                // This error closes the connection in the middle of the body.
                throw CancellationError()
            }
        }
    }
}
