import AviaryServer
import AviaryText
import Foundation
import Synchronization

/// A photo service inside the program. It answers like Flickr's API, and needs no network. Its photographs are
/// generated, and the same at each start, or come from the Photos room.
///
/// The service can be slow and faulty, so that people and tests see how the room handles this.
final class EmbeddedEndpoint: Fetching {
    struct Options: Sendable {
        /// The delay before each answer.
        var delay = Duration.zero
        /// The percentage of answers that have a fault.
        var faults = 0
        /// The number of new photos at each request for the first page of a list.
        var fresh = 0
        /// The number of generated photos at the start.
        var count = 10_000
        /// The seed for choosing faults.
        var seed: UInt64 = 1

        init() {}
    }

    /// The number of requests for lists and pictures, and of bytes of answered pictures. For tests and measurements.
    struct Counts: Hashable, Sendable {
        var lists = 0
        var pictures = 0
        var pictureBytes = 0
        /// The number of requests whose task was cancelled before the answer.
        var cancelled = 0
    }

    private struct State {
        var counts = Counts()
        var fresh = 0
        var random: SeededNumbers
    }

    /// The host in the addresses of this service. No such host exists on the network (RFC 6761).
    static let host = "embedded.invalid"

    private let options: Options
    private let pictures: any EmbeddedPictures
    private let state: Mutex<State>

    /// Makes the service.
    ///
    /// - Parameter pictures: The source of the photographs; generated ones by default.
    init(_ options: Options = Options(), pictures: (any EmbeddedPictures)? = nil) {
        self.options = options
        self.pictures = pictures ?? GeneratedPictures(count: options.count)
        state = Mutex(State(random: SeededNumbers(options.seed)))
    }

    var counts: Counts { state.withLock { $0.counts } }

    /// Adds new photos, which come before all others.
    func publish(_ count: Int) { state.withLock { $0.fresh += max(0, count) } }

    @concurrent
    func bytes(
        at address: URL, limit: Int, of kind: FetchedKind
    ) async throws(PhotoServiceError) -> [UInt8] {
        let fault = try await begin(kind)
        try fault?.fail(host: Self.host)
        guard var answer = try await answer(to: address, base: "http://\(Self.host)")?.bytes else {
            throw .status(404, host: Self.host)
        }
        if fault == .truncated { answer.removeLast(answer.count / 2) }
        guard answer.count <= limit else { throw .tooLarge(limit: limit) }
        if kind == .picture { state.withLock { $0.counts.pictureBytes += answer.count } }
        return answer
    }

    /// Counts a request, and waits for the delay.
    ///
    /// - Returns: The fault of the answer, if any.
    func begin(_ kind: FetchedKind) async throws(PhotoServiceError) -> Fault? {
        let fault = state.withLock { state in
            if kind == .list { state.counts.lists += 1 } else { state.counts.pictures += 1 }
            return Fault.draw(options.faults, &state.random)
        }
        do {
            try await Task.sleep(for: fault == .delay ? options.delay * 4 + .milliseconds(50) : options.delay)
        } catch {
            state.withLock { $0.counts.cancelled += 1 }
            throw .cancelled
        }
        return fault
    }

    /// Makes the answer at an address; `nil` if the address does not exist.
    ///
    /// - Parameter base: The beginning of the addresses of pictures.
    func answer(to address: URL, base: String) async throws(PhotoServiceError) -> EmbeddedAnswer? {
        let parts = URLComponents(url: address, resolvingAgainstBaseURL: true)
        let query = Dictionary((parts?.queryItems ?? []).map { ($0.name, $0.value ?? "") }) { first, _ in first }
        let path = address.path()
        do {
            if path == "/services/rest/" || path == "/services/rest" { return try await list(query, base: base) }
            let match = path.wholeMatch(of: /\/services\/pictures\/([a-z0-9-]{1,30})_([a-z])/)
            guard let match, let letter = match.2.first else { return nil }
            return try await pictures.picture(of: match.1, letter)
        } catch is CancellationError {
            throw .cancelled
        } catch HeavyWorkError.tooMuch {
            throw .tooManyRequests(retryAfter: .seconds(1))
        } catch {
            // The store of the Photos room cannot be read, for instance.
            throw .status(500, host: Self.host)
        }
    }

    // MARK: Lists

    private func list(_ query: [String: String], base: String) async throws -> EmbeddedAnswer {
        let size = max(1, min(Int(query["per_page"] ?? "") ?? 100, 500))
        let page = max(1, min(Int(query["page"] ?? "") ?? 1, 1_000_000))
        let feed: RemoteFeed
        switch query["method"] {
        case "flickr.interestingness.getList": feed = .interesting
        case "flickr.photos.getRecent": feed = .recent
        case "flickr.photos.search":
            let text = query["text"] ?? ""
            guard text.utf8.count <= 4 * EmbeddedSearch.maximumLength, text.count <= EmbeddedSearch.maximumLength else {
                return Self.json([
                    "stat": "fail", "code": .integer(3), "message": .string(PhotoramaWords.searchIsTooLong),
                ])
            }
            feed = .search(text)
        case let method:
            return Self.json([
                "stat": "fail", "code": .integer(112), "message": .string("Method \"\(method ?? "")\" not found"),
            ])
        }
        let fresh = fresh(isRefreshed: page == 1 && feed.isList)
        let part = try await pictures.page(
            of: feed, from: (page - 1) * size, count: size, fresh: fresh, base: base)
        let list: JSON = .object([
            "page": .integer(page), "pages": .integer((part.total + size - 1) / size), "perpage": .integer(size),
            "total": .string("\(part.total)"), "photo": .array(part.photos),
        ])
        return Self.json(["photos": list, "stat": "ok"])
    }

    private static func json(_ members: [String: JSON]) -> EmbeddedAnswer {
        EmbeddedAnswer(bytes: Array(JSON.object(members).text.utf8), type: "application/json")
    }

    private func fresh(isRefreshed: Bool) -> Int {
        state.withLock { state in
            if isRefreshed { state.fresh = min(state.fresh + options.fresh, 100_000) }
            return state.fresh
        }
    }
}

extension RemoteFeed {
    /// Whether the feed is one of the service's own lists, and not a search.
    fileprivate var isList: Bool { if case .search = self { false } else { true } }
}

extension EmbeddedEndpoint {
    /// The possible faults of an answer.
    enum Fault: CaseIterable, Sendable {
        case delay, reset, truncated, wrongType, tooMany, status

        /// Chooses a fault at random, or none.
        ///
        /// - Parameter share: The percentage of answers with a fault.
        static func draw(_ share: Int, _ random: inout SeededNumbers) -> Fault? {
            Int.random(in: 0..<100, using: &random) < share ? allCases.randomElement(using: &random) : nil
        }

        func fail(host: String) throws(PhotoServiceError) {
            switch self {
            case .delay, .truncated: break
            case .reset: throw .interrupted(host: host)
            case .wrongType: throw .wrongType("text/html")
            case .tooMany: throw .tooManyRequests(retryAfter: .seconds(1))
            case .status: throw .status(500, host: host)
            }
        }
    }
}

/// Random numbers that are reproducible from a seed (SplitMix64).
struct SeededNumbers: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var number = state
        number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
        number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
        return number ^ (number >> 31)
    }
}
