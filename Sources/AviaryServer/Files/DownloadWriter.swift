import Hummingbird
import NIOCore

/// Takes the bytes of a download as they are made.
public struct DownloadWriter {
    private var writer: any ResponseBodyWriter

    init(_ writer: any ResponseBodyWriter) { self.writer = writer }

    /// Sends bytes; suspends while the peer is behind.
    ///
    /// - Throws: When the peer is gone.
    @concurrent
    public mutating func write(_ bytes: some Sequence<UInt8>) async throws {
        try await writer.write(ByteBuffer(bytes: bytes))
    }
}
