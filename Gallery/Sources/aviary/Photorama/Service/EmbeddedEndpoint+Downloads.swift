import AviaryImages
import AviaryServer
import Foundation

extension EmbeddedEndpoint {
    /// The same service over HTTP, for another program whose option `--flickr-endpoint` names this server. Requests
    /// need the same access token as the pages.
    var downloads: [Download] {
        [
            Download("/services/rest") { request in try await self.answer(at: "/services/rest", request) },
            Download("/services/pictures/:name") { request in
                try await self.answer(at: "/services/pictures/\(request["name"])", request)
            },
        ]
    }

    @concurrent
    private func answer(at path: String, _ request: DownloadRequest) async throws -> DownloadAnswer? {
        var address = URLComponents()
        address.path = path
        address.queryItems = request.query.sorted { $0.key < $1.key }.map {
            URLQueryItem(name: $0.key, value: $0.value)
        }
        do {
            guard let url = address.url, let answer = try await answer(to: url, base: request.origin) else {
                return nil
            }
            return .bytes(answer.bytes, type: answer.type, tag: ContentID(of: answer.bytes).short)
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
