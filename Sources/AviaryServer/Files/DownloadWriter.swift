import Hummingbird
import NIOCore

/// Sends the bytes of a download as they are made, no faster than the reader takes them.
public struct DownloadWriter {
    private var writer: any ResponseBodyWriter
    /// That of the connection.
    private let loop: any EventLoop

    init(_ writer: any ResponseBodyWriter, on loop: any EventLoop) {
        self.writer = writer
        self.loop = loop
    }

    /// Sends bytes, and suspends while the reader is behind.
    ///
    /// - Throws: An error when the reader is gone.
    /// - Complexity: O(*b*) for *b* bytes, which are copied, and a wait for the connection's event loop: send some
    ///   kilobytes at a time.
    @concurrent
    public mutating func write(_ bytes: some Sequence<UInt8>) async throws {
        try await write(ByteBuffer(bytes: bytes))
    }

    /// A write only puts the bytes into the queue of the event loop. Until the loop has reached them, the writer does not
    /// know that the peer is behind, and would take any number of bytes from an app that is faster than the loop. So each
    /// write waits for the loop.
    @concurrent
    mutating func write(_ bytes: ByteBuffer) async throws {
        try await writer.write(bytes)
        try await loop.submit {}.get()
    }

    @concurrent
    mutating func finish() async throws { try await writer.finish(nil) }
}
