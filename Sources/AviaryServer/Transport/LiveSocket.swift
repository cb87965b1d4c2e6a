package import NIOCore

/// One browser window's connection: text messages, both ways.
package struct LiveSocket: Sendable {
    /// What the peer sends, in order. For one reader.
    ///
    /// Ends when the peer is gone, when the socket is closed, and when the server stops: whoever reads it should then
    /// send what is left to say and return. A reader that lags makes the peer wait.
    package let messages: Messages
    /// The visitor's address, where it tells visitors apart: that of this machine does not.
    let address: PeerAddress?
    private let outbox: Outbox

    /// Sends one message, which has to be UTF-8; suspends while the peer is behind.
    ///
    /// Messages of one task arrive in the order they were sent. That a message was sent does not mean it arrived.
    ///
    /// - Throws: `connectionClosed`, also when the peer stays behind for `ServerLimits.stalledSend`. Never
    ///   `CancellationError`: a message that a cancelled task sends goes out like every other.
    package func send(_ text: ByteBuffer) async throws(ServerError) { try await outbox.send(text) }

    package func send(_ text: String) async throws(ServerError) { try await outbox.send(ByteBuffer(string: text)) }

    /// Says goodbye behind everything sent so far. Further sends throw, and the messages end.
    package func close(_ code: CloseCode) { outbox.end(.close(code)) }
}

extension LiveSocket {
    /// Runs `body` with a socket on `channel`, then closes it: 1000, 1001 when the server stops, 1011 when `body`
    /// throws. Returns when the connection is gone.
    static func run(
        on channel: any Channel, _ inbox: Inbox, _ outbox: Outbox, from address: PeerAddress?,
        _ body: (LiveSocket) async throws -> Void
    ) async throws {
        var failure: (any Error)?
        do {
            try await body(LiveSocket(messages: Messages(inbox: inbox), address: address, outbox: outbox))
            outbox.end(.finish)
        } catch is CancellationError {
            outbox.end(.finish)
        } catch ServerError.connectionClosed {
            outbox.end(.finish)
        } catch {
            failure = error
            outbox.end(.close(.internalError))
        }
        // Bounded by the linger.
        try? await channel.closeFuture.get()
        if let failure { throw failure }
    }

    /// The messages of a socket, as text.
    package struct Messages: AsyncSequence, Sendable {
        package typealias Element = String
        package typealias Failure = Never
        let inbox: Inbox

        package func makeAsyncIterator() -> Iterator { Iterator(inbox: inbox) }

        package struct Iterator: AsyncIteratorProtocol {
            let inbox: Inbox

            package mutating func next() async -> String? { await next(isolation: #isolation) }

            package mutating func next(isolation actor: isolated (any Actor)?) async -> String? {
                await inbox.next().map { String(buffer: $0) }
            }
        }
    }
}
