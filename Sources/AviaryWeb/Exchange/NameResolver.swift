import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A resolver that finds the addresses of hosts.
protocol NameResolver: Sendable {
    /// Returns the addresses, to be tried in this order; none if the name is unknown or the task is cancelled.
    func addresses(of name: String) async -> [IPAddress]
}

/// The system's own resolver. It blocks, so it runs on a few threads of its own. A cancelled task does not wait for
/// it.
final class SystemResolver: NameResolver {
    private let queue = OperationQueue()

    init() { queue.maxConcurrentOperationCount = 4 }

    func addresses(of name: String) async -> [IPAddress] {
        let question = Question()
        let operation = BlockOperation { question.answer(Self.lookUp(name)) }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard question.wait(continuation) else { return }
                queue.addOperation(operation)
            }
        } onCancel: {
            operation.cancel()
            question.answer([])
        }
    }

    private static func lookUp(_ name: String) -> [IPAddress] {
        var hints = addrinfo()
        #if canImport(Glibc)
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #else
            hints.ai_socktype = SOCK_STREAM
        #endif
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(name, nil, &hints, &list) == 0, let list else { return [] }
        defer { freeaddrinfo(list) }
        return sequence(first: list, next: \.pointee.ai_next).compactMap { entry in
            entry.pointee.ai_addr.flatMap { IPAddress($0, length: Int(entry.pointee.ai_addrlen)) }
        }
    }

    /// Waits for one lookup. Only the first answer counts: the result or the cancellation.
    private final class Question: Sendable {
        private enum State {
            case open
            case asked(CheckedContinuation<[IPAddress], Never>)
            case answered
        }

        private let state = Mutex(State.open)

        /// Returns true if the lookup has to run.
        func wait(_ continuation: CheckedContinuation<[IPAddress], Never>) -> Bool {
            let isOpen = state.withLock { state in
                guard case .open = state else { return false }
                state = .asked(continuation)
                return true
            }
            if !isOpen { continuation.resume(returning: []) }
            return isOpen
        }

        func answer(_ addresses: [IPAddress]) {
            let asked: CheckedContinuation<[IPAddress], Never>? = state.withLock { state in
                defer { state = .answered }
                guard case .asked(let continuation) = state else { return nil }
                return continuation
            }
            asked?.resume(returning: addresses)
        }
    }
}

/// A cache of resolved addresses. One address of each host stays in use, so that connections can be reused.
struct KnownAddresses {
    private var known: [String: (addresses: [IPAddress], until: Duration)] = [:]

    /// The lifetime of an entry.
    static let lifetime = Duration.seconds(60)
    static let limit = 64

    func addresses(of name: String, now: Duration) -> [IPAddress]? {
        known[name].flatMap { now < $0.until ? $0.addresses : nil }
    }

    /// Stores addresses. Returns them with the address in use first, if it is still among them.
    @discardableResult
    mutating func set(_ addresses: [IPAddress], of name: String, now: Duration) -> [IPAddress] {
        let inUse = known[name]?.addresses.first
        var sorted = addresses
        if let inUse, let index = sorted.firstIndex(of: inUse) { sorted.swapAt(0, index) }
        known[name] = (sorted, now + Self.lifetime)
        if known.count > Self.limit, let oldest = known.min(by: { $0.value.until < $1.value.until }) {
            known[oldest.key] = nil
        }
        return sorted
    }

    /// Moves an address to the front, because it could be reached.
    mutating func reached(_ address: IPAddress, of name: String) {
        guard let index = known[name]?.addresses.firstIndex(of: address) else { return }
        known[name]?.addresses.swapAt(0, index)
    }

    mutating func forget(_ name: String) { known[name] = nil }

    var count: Int { known.count }
}
