package import NIOCore

/// One browser window's connection: text messages, both ways.
package struct LiveSocket: Sendable {
    /// What the peer sends, in order. For one reader.
    ///
    /// Ends when the peer is gone, when the socket is closed, and when the server stops: whoever reads it should then
    /// send what is left to say and return. A reader that lags makes the peer wait.
    package let messages: Messages
    private let channel: any Channel
    private let outbound: NIOAsyncChannelOutboundWriter<SocketCommand>

    /// Sends one message; suspends while the peer is behind.
    ///
    /// - Throws: `ServerError.connectionClosed`, also when the peer stays behind for `ServerLimits.stalledSend`;
    ///   `CancellationError`.
    package func send(_ text: ByteBuffer) async throws {
        do {
            try await outbound.write(.text(text))
        } catch let error as CancellationError {
            throw error
        } catch {
            throw ServerError.connectionClosed
        }
    }

    package func send(_ text: String) async throws { try await send(ByteBuffer(string: text)) }

    /// Says goodbye behind everything sent so far. Further sends throw, and the messages end.
    package func close(_ code: CloseCode) {
        channel.writeAndFlush(SocketCommand.close(code), promise: nil)
    }
}

extension LiveSocket {
    /// Runs `body` with a socket on `channel`, then closes it: 1000, 1001 when the server stops, 1011 when `body`
    /// throws. Returns when the connection is gone.
    static func run(
        on channel: NIOAsyncChannel<ByteBuffer, SocketCommand>,
        _ body: @Sendable (LiveSocket) async throws -> Void
    ) async throws {
        var failure: (any Error)?
        try await channel.executeThenClose { inbound, outbound in
            let connection = channel.channel
            let socket = LiveSocket(
                messages: Messages(inbound: inbound), channel: connection, outbound: outbound)
            do {
                try await body(socket)
                connection.writeAndFlush(SocketCommand.finish, promise: nil)
            } catch is CancellationError {
                connection.writeAndFlush(SocketCommand.finish, promise: nil)
            } catch ServerError.connectionClosed {
                connection.close(promise: nil)
            } catch {
                failure = error
                connection.writeAndFlush(SocketCommand.close(.internalError), promise: nil)
            }
            // Bounded by the linger; without it the channel would close in the middle of the close handshake.
            try? await connection.closeFuture.get()
        }
        if let failure { throw failure }
    }

    /// The messages of a socket.
    package struct Messages: AsyncSequence, Sendable {
        package typealias Element = ByteBuffer
        package typealias Failure = Never
        let inbound: NIOAsyncChannelInboundStream<ByteBuffer>

        package func makeAsyncIterator() -> Iterator { Iterator(base: inbound.makeAsyncIterator()) }

        package struct Iterator: AsyncIteratorProtocol {
            var base: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator

            @concurrent package mutating func next() async -> ByteBuffer? { try? await base.next() }
        }
    }
}
