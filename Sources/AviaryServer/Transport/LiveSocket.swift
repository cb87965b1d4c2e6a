package import NIOCore

/// The connection of one browser window, with text messages in both directions.
package struct LiveSocket: Sendable {
    /// The received messages, in order, for one reader.
    ///
    /// They end when the peer disconnects, when the socket is closed, and when the server stops. The reader should
    /// then send its last messages and return. A slow reader holds up the peer.
    package let messages: Messages
    /// The visitor's address; `nil` if it does not distinguish visitors, such as an address of this machine.
    let address: PeerAddress?
    /// The visitor, and when the check of the app began that has recognized them.
    let entry: VisitorEntry
    private let outbox: Outbox

    /// Sends one message in UTF-8. It suspends while the peer reads too slowly.
    ///
    /// Messages of one task arrive in the order of sending. A message that was sent may still be lost with the
    /// connection.
    ///
    /// - Throws: Only `connectionClosed`. This is also thrown when the peer reads too slowly for
    ///   `ServerLimits.stalledSend`. A cancelled task sends its message, too.
    package func send(_ text: ByteBuffer) async throws(ServerError) { try await outbox.send(text) }

    package func send(_ text: String) async throws(ServerError) { try await outbox.send(ByteBuffer(string: text)) }

    /// Sends a close frame after all messages so far. Later calls of `send` throw, and the received messages end.
    package func close(_ code: CloseCode) { outbox.end(.close(code)) }
}

extension LiveSocket {
    /// Runs `body` with a socket on `channel`, if the window is admitted, and then closes the socket with code 1000.
    ///
    /// The code is 1001 when the server stops. It is 1011 when `body` throws, except a `CancellationError` or
    /// `connectionClosed`. Returns when the connection is gone.
    static func run(
        on channel: any Channel, _ inbox: Inbox, _ outbox: Outbox, from address: PeerAddress?,
        _ admission: WindowAdmission,
        _ body: (LiveSocket) async throws -> Void
    ) async throws {
        var failure: (any Error)?
        do {
            switch admission {
            case .open(let entry):
                try await body(
                    LiveSocket(messages: Messages(inbox: inbox), address: address, entry: entry, outbox: outbox))
                outbox.end(.finish)
            case .close(let code): outbox.end(.close(code))
            }
        } catch is CancellationError {
            outbox.end(.finish)
        } catch ServerError.connectionClosed {
            outbox.end(.finish)
        } catch {
            failure = error
            outbox.end(.close(.internalError))
        }
        // `ServerLimits.closeLinger` limits this wait.
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
