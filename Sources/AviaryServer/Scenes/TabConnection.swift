/// The way back to a browser tab.
package struct TabConnection: Sendable {
    /// The visitor's address, where it tells visitors apart: that of this machine does not.
    let address: PeerAddress?
    /// Hands a packet to the tab; suspends while the tab is behind. Throws when it is gone, and never for another reason.
    let send: @Sendable (String) async throws(ServerError) -> Void
    /// Ends the messages of the tab.
    let close: @Sendable (CloseCode) -> Void

    init(
        from address: PeerAddress?, send: @escaping @Sendable (String) async throws(ServerError) -> Void,
        close: @escaping @Sendable (CloseCode) -> Void
    ) {
        (self.address, self.send, self.close) = (address, send, close)
    }

    /// That of a tab in this process.
    package init(
        send: @escaping @Sendable (String) async throws(ServerError) -> Void,
        close: @escaping @Sendable (CloseCode) -> Void = { _ in }
    ) {
        self.init(from: nil, send: send, close: close)
    }

    init(_ socket: LiveSocket) {
        self.init(
            from: socket.address, send: { packet throws(ServerError) in try await socket.send(packet) },
            close: { socket.close($0) })
    }
}
