import Synchronization

/// The line in which somebody waits for a turn: one for an address, or one for each window and request where addresses
/// do not tell people apart.
enum Visitor: Hashable, Sendable {
    case address(PeerAddress)
    case alone(ObjectIdentifier)
}

/// A window or a request that work is done for, as long as its connection lasts.
final class Asker: Sendable {
    /// That of the current task. Without one, work is the server's own.
    @TaskLocal static var current: Asker?

    private struct State {
        var address: PeerAddress?
        var isGone = false
        var last = 0
        var departures: [Int: @Sendable () -> Void] = [:]
    }

    private let state: Mutex<State>
    /// Whether all work for it ends with its connection: nobody else is there to see a request's answer. What a window
    /// has asked for is done to the end, unless the work says otherwise.
    let isRequest: Bool

    /// - Parameter address: The visitor's, where it tells visitors apart.
    init(address: PeerAddress? = nil, isRequest: Bool = false) {
        state = Mutex(State(address: address))
        self.isRequest = isRequest
    }

    var visitor: Visitor { state.withLock { $0.address }.map { .address($0) } ?? .alone(ObjectIdentifier(self)) }

    /// It has a connection, perhaps again.
    func arrive(from address: PeerAddress?) {
        state.withLock { state in
            state.address = address
            state.isGone = false
        }
    }

    /// It has lost its connection.
    func leave() {
        let departures = state.withLock { state in
            state.isGone = true
            defer { state.departures = [:] }
            return state.departures.values
        }
        for departure in departures { departure() }
    }

    /// Calls `body` when it leaves; at once if it has left.
    ///
    /// - Returns: The number under which that is taken back.
    func whenGone(_ body: @escaping @Sendable () -> Void) -> Int {
        let number: Int? = state.withLock { state in
            guard !state.isGone else { return nil }
            state.last += 1
            state.departures[state.last] = body
            return state.last
        }
        if number == nil { body() }
        return number ?? 0
    }

    func forget(_ departure: Int) { state.withLock { $0.departures[departure] = nil } }
}
