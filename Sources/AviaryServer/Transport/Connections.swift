import NIOCore
import Synchronization

/// The open connections of a server: keeps their number within the limits, and closes those that make room.
final class Connections: Sendable {
    private struct State {
        var ledger: ConnectionLedger<ObjectIdentifier>
        var channels: [ObjectIdentifier: any Channel] = [:]
        /// Who has asked by a connection, until the answer is sent.
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

    /// Enters a connection that was just accepted.
    ///
    /// - Returns: Its seat, which is given up when the connection closes.
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

    /// A request of this connection was let in by the policy.
    func letIn(_ channel: any Channel) { change { $0.letIn(ObjectIdentifier(channel)) } }

    /// The one who asks by a connection for the request that is being answered. It leaves when the connection closes.
    ///
    /// - Parameter address: The visitor's.
    func asker(on channel: any Channel, from address: PeerAddress?) -> Asker {
        let asker = Asker(address: counted(address), isRequest: true)
        state.withLock { $0.askers[ObjectIdentifier(channel)] = asker }
        // It may have closed before.
        if !channel.isActive {
            state.withLock { $0.askers[ObjectIdentifier(channel)] = nil }
            asker.leave()
        }
        return asker
    }

    /// Closes the windows of a session, or of all. End the session first: a window that opens meanwhile looks it up.
    func signOut(_ session: String? = nil) {
        let channels = state.withLock { state in
            state.ledger.windows(of: session).compactMap { state.channels[$0] }
        }
        for channel in channels { channel.writeAndFlush(SocketCommand.close(.signedOut), promise: nil) }
    }

    /// The address whose connections are counted; `nil` for this machine's and for proxies'.
    private func peer(of address: SocketAddress?) -> PeerAddress? {
        guard let peer = PeerAddress(address), !proxies.contains(address) else { return nil }
        return counted(peer)
    }

    /// An address, unless it does not tell visitors apart.
    fileprivate func counted(_ address: PeerAddress?) -> PeerAddress? {
        address.flatMap { $0.isLoopback && !countsLoopback ? nil : $0 }
    }

    fileprivate func change<Result: Sendable>(
        _ body: (inout ConnectionLedger<ObjectIdentifier>) -> Result
    ) -> Result {
        state.withLock { body(&$0.ledger) }
    }

    /// One connection among all.
    struct Seat: Sendable {
        fileprivate let connections: Connections
        fileprivate let id: ObjectIdentifier
        /// Whether the connection is served, as opposed to turned away.
        let isServed: Bool

        func letIn() { connections.change { $0.letIn(id) } }
        func beginRequest() { connections.change { $0.beginRequest(id) } }
        func endRequest() { connections.change { $0.endRequest(id) } }

        /// - Returns: Whether there is room for another window of its owner.
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
