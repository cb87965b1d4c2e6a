/// The connection on which the server sends packets to a browser tab.
package struct TabConnection: Sendable {
    /// The visitor's address; `nil` if it does not distinguish visitors, such as an address of this machine.
    let address: PeerAddress?
    /// The visitor, as the check of the app has recognized them.
    let visitor: Visitor?
    /// The language of the page; `nil` if the page says it.
    let language: String?
    /// Sends a packet, and suspends while the tab reads too slowly. It throws only when the connection is lost.
    let send: @Sendable (String) async throws(ServerError) -> Void
    /// Closes the connection, which ends the tab's messages.
    let close: @Sendable (CloseCode) -> Void

    init(
        from address: PeerAddress?, of visitor: Visitor?, in language: String? = nil,
        send: @escaping @Sendable (String) async throws(ServerError) -> Void,
        close: @escaping @Sendable (CloseCode) -> Void
    ) {
        (self.address, self.visitor, self.language) = (address, visitor, language)
        (self.send, self.close) = (send, close)
    }

    /// The connection of a simulated tab in this process.
    package init(
        of visitor: Visitor? = nil, in language: String? = nil,
        send: @escaping @Sendable (String) async throws(ServerError) -> Void,
        close: @escaping @Sendable (CloseCode) -> Void = { _ in }
    ) {
        self.init(from: nil, of: visitor, in: language, send: send, close: close)
    }

    init(_ socket: LiveSocket) {
        self.init(
            from: socket.address, of: socket.entry.visitor,
            send: { packet throws(ServerError) in try await socket.send(packet) },
            close: { socket.close($0) })
    }
}
