import Synchronization

/// The account for which turns are counted: an address. Where addresses do not distinguish people, it is a single
/// browser tab or request.
enum Account: Hashable, Sendable {
    case address(PeerAddress)
    case alone(ObjectIdentifier)
}

/// The browser tab or the HTTP request for which work is done, while its connection lasts.
///
/// It has an account: each connection may ask for some work at once, and for more as time passes. A person who scrolls
/// as fast as possible on a large screen asks for a few thousand units a second.
final class Asker: Sendable {
    /// The asker of the current task; `nil` for the server's own work.
    @TaskLocal static var current: Asker?

    private struct State {
        var address: PeerAddress?
        var isGone = false
        var last = 0
        var departures: [Int: @Sendable () -> Void] = [:]
        /// The work that the connection may ask for now, in units; negative for a debt.
        var credit = capacity
        var lastCharge: ContinuousClock.Instant?
    }

    private let state: Mutex<State>
    /// Whether this is an HTTP request. If so, all work for the request ends with its connection, because nobody would
    /// see the response. Work for a tab is completed, unless the work says otherwise.
    let isRequest: Bool

    /// - Parameter address: The visitor's address; `nil` if it does not distinguish visitors.
    init(address: PeerAddress? = nil, isRequest: Bool = false) {
        state = Mutex(State(address: address))
        self.isRequest = isRequest
    }

    var account: Account { state.withLock { $0.address }.map { .address($0) } ?? .alone(ObjectIdentifier(self)) }

    /// Records that the tab has connected, perhaps again.
    func arrive(from address: PeerAddress?) {
        state.withLock { state in
            state.address = address
            state.isGone = false
            (state.credit, state.lastCharge) = (capacity, nil)
        }
    }

    /// Takes a price from the account. A negative price counts as 0. The price of work is negative when a sheet was
    /// closed meanwhile, because the work of its collections is not in the sum any more.
    ///
    /// - Returns: The price, and the debt of the account.
    @discardableResult
    func charge(_ price: Price, at now: ContinuousClock.Instant = .now) -> Price {
        state.withLock { state in
            if let last = state.lastCharge {
                state.credit = min(capacity, state.credit + last.duration(to: now) / .seconds(1) * rate)
            }
            state.lastCharge = now
            state.credit = max(-capacity, state.credit - max(0, price.units))
            return Price(units: price.units + max(0, -state.credit))
        }
    }

    /// Records that the connection is lost.
    func leave() {
        let departures = state.withLock { state in
            state.isGone = true
            defer { state.departures = [:] }
            return state.departures.values
        }
        for departure in departures { departure() }
    }

    /// Calls `body` when the asker leaves, or at once if the asker has already left.
    ///
    /// - Returns: The number for `forget(_:)`; 0 if the asker has already left.
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

/// The visitor who has sent a request, as far as the server can tell.
struct Sender: Hashable, Sendable {
    /// The key of the browser's session; "token" for a script that sends the token itself; `nil` where no token is
    /// needed.
    var session: String?
    var address: String
    /// The address; `nil` if it does not distinguish visitors, such as an address of this machine.
    var peer: PeerAddress?

    /// The account for limits per visitor.
    var account: String { session ?? address }
}

/// The most work that can be saved up, in units, and how fast it is saved up, in units per second.
private let capacity = 5_000.0
private let rate = 5_000.0
