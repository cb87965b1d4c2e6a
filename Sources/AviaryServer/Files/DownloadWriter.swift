import Hummingbird
import NIOCore

/// Sends the bytes of a download while they are generated, no faster than the reader takes them.
public struct DownloadWriter {
    private var writer: any ResponseBodyWriter
    /// The event loop of the connection.
    private let loop: any EventLoop

    init(_ writer: any ResponseBodyWriter, on loop: any EventLoop) {
        self.writer = writer
        self.loop = loop
    }

    /// Sends bytes, and suspends while the reader is slow.
    ///
    /// - Parameter bytes: The next bytes of the content.
    /// - Throws: An error when the reader has disconnected.
    /// - Complexity: O(*b*) for *b* bytes, which are copied. Each call also waits for the connection's event loop, so
    ///   send some kilobytes at a time.
    @concurrent
    public mutating func write(_ bytes: some Sequence<UInt8>) async throws {
        try await write(ByteBuffer(bytes: bytes))
    }

    /// Sends bytes, and waits for the event loop. `ResponseBodyWriter.write` only adds the bytes to the queue of the
    /// event loop. Until the loop has handled the bytes, the writer does not notice that the peer reads slowly. It
    /// would then accept any number of bytes from an app that is faster than the loop.
    @concurrent
    mutating func write(_ bytes: ByteBuffer) async throws {
        try await writer.write(bytes)
        try await loop.submit {}.get()
    }

    @concurrent
    mutating func finish() async throws { try await writer.finish(nil) }
}
