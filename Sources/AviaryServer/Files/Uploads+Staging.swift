import NIOCore
import NIOPosix

extension Uploads {
    /// Stages a whole file without a connection, as the requests of a browser would do; for tests of apps.
    ///
    /// - Parameter upload: The name in `data-upload`.
    /// - Returns: The name by which an action claims the file.
    /// - Throws: `UploadError`, `ServerError`, or an error of the file system.
    package func stage(
        _ content: [UInt8], named name: String, type: String, in upload: String
    ) async throws -> String {
        guard let store = self[upload] else { throw UploadError.unknown }
        guard store.upload.takes(type) else { throw UploadError.wrongType }
        let sender = Sender(address: "127.0.0.1")
        let id = try await store.begin(name: name, type: type, length: Int64(content.count), by: sender)
        let file = try await store.find(id, by: sender)
        let end = try await NIOThreadPool.singleton.runIfActive {
            try file.append(ByteBuffer(bytes: content), in: file.takeTurn())
        }
        store.touch(id, received: end)
        return "\(upload)/\(id)"
    }
}
