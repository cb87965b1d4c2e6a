import NIOCore
import Synchronization

/// The open connections of a server. This class keeps their number within the limits, and closes connections to make
/// room.
final class Connections: Sendable {
    private struct State {
        var ledger: ConnectionLedger<ObjectIdentifier>
        var channels: [ObjectIdentifier: any Channel] = [:]
        /// The asker of the request that is being answered, by connection.
        var askers: [ObjectIdentifier: Asker] = [:]
    }

    private let state: Mutex<State>
    private let proxies: TrustedProxies
    private let countsLoopback: Bool

    init(limits: ServerLimits, proxies: TrustedProxies) {
        state = Mutex(State(ledger: ConnectionLedger(limits: limits)))
        self.proxies = proxies
        countsLoopback = limits.countsLoopback
    }

    /// Registers a connection that was just accepted.
    ///
    /// - Returns: Its seat, which is released when the connection closes.
    func open(_ channel: any Channel) -> Seat {
        let id = ObjectIdentifier(channel)
        let peer = peer(of: channel.remoteAddress)
        let (admission, closing) = state.withLock { state in
            let admission = state.ledger.open(id, from: peer)
            state.channels[id] = channel
            return (admission, admission.closing.flatMap { state.channels.removeValue(forKey: $0) })
        }
        closing?.closeAtOnce()
        channel.closeFuture.whenComplete { [self] _ in
            let asker = state.withLock { state in
                state.ledger.close(id)
                state.channels[id] = nil
                return state.askers.removeValue(forKey: id)
            }
            asker?.leave()
        }
        return Seat(connections: self, id: id, isServed: admission.isServed)
    }

    /// Records that the policy has allowed a request of this connection.
    func letIn(_ channel: any Channel) { change { $0.letIn(ObjectIdentifier(channel)) } }

    /// Makes the asker for the request that is being answered. The asker leaves when the connection closes.
    ///
    /// - Parameter address: The visitor's address.
    func asker(on channel: any Channel, from address: PeerAddress?) -> Asker {
        let asker = Asker(address: counted(address), isRequest: true)
        state.withLock { $0.askers[ObjectIdentifier(channel)] = asker }
        // If the connection closed before the asker was registered, nobody else makes the asker leave.
        if !channel.isActive {
            state.withLock { $0.askers[ObjectIdentifier(channel)] = nil }
            asker.leave()
        }
        return asker
    }

    /// Closes the windows of a session, or of all sessions. End the session first, because a window that opens
    /// meanwhile checks whether its session is open.
    func signOut(_ session: String? = nil) {
        let channels = state.withLock { state in
            state.ledger.windows(of: session).compactMap { state.channels[$0] }
        }
        for channel in channels { channel.writeAndFlush(SocketCommand.close(.signedOut), promise: nil) }
    }

    /// The address whose connections are counted; `nil` for this machine and for proxies.
    private func peer(of address: SocketAddress?) -> PeerAddress? {
        guard let peer = PeerAddress(address), !proxies.contains(address) else { return nil }
        return counted(peer)
    }

    /// The address; `nil` if it does not distinguish visitors.
    fileprivate func counted(_ address: PeerAddress?) -> PeerAddress? {
        address.flatMap { $0.isLoopback && !countsLoopback ? nil : $0 }
    }

    fileprivate func change<Result: Sendable>(
        _ body: (inout ConnectionLedger<ObjectIdentifier>) -> Result
    ) -> Result {
        state.withLock { body(&$0.ledger) }
    }

    /// One registered connection.
    struct Seat: Sendable {
        fileprivate let connections: Connections
        fileprivate let id: ObjectIdentifier
        /// Whether the connection is served. Otherwise it is turned away.
        let isServed: Bool

        func letIn() { connections.change { $0.letIn(id) } }
        func beginRequest() { connections.change { $0.beginRequest(id) } }
        func endRequest() { connections.change { $0.endRequest(id) } }

        /// - Returns: `true` if the connection is a window now; `false` if its owner has too many windows, or the
        ///   connection is closed or turned away.
        func openWindow(for owner: WindowOwner) -> Bool {
            let address = connections.counted(owner.address)
            var session: String?
            if case .open(let key) = owner.session { session = key }
            return connections.change { [session] in $0.openWindow(id, for: address, session: session) }
        }
    }
}

extension Channel {
    fileprivate func closeAtOnce() { eventLoop.execute { self.closeWithoutGoodbye() } }
}
