package import Logging
import NIOCore
import NIOPosix

/// All uploads of an app.
package struct Uploads: Sendable {
    private let stores: [String: UploadStore]

    package init(_ uploads: [Upload], logger: Logger) {
        self.init(stores: uploads.map { UploadStore($0, logger: logger) })
    }

    init(stores: [UploadStore]) {
        self.stores = Dictionary(stores.map { ($0.upload.name, $0) }) { first, _ in first }
        precondition(self.stores.count == stores.count, "two uploads have one name")
        precondition(Set(stores.map(\.upload.folder)).count == stores.count, "two uploads share a folder")
    }

    var names: Set<String> { Set(stores.keys) }

    subscript(_ name: String) -> UploadStore? { stores[name] }

    var all: [UploadStore] { stores.keys.sorted().compactMap { stores[$0] } }

    package func open() async throws { for store in all { try await store.open() } }

    /// Hands files to an action: all of them, or none if one cannot be claimed.
    ///
    /// - Parameters:
    ///   - names: The addresses of the uploads, such as `photos/0f3a…`. Only their sender knows these addresses.
    ///   - visitor: The visitor who has sent the files. Nobody else gets them.
    func claim(_ names: [String], by visitor: Visitor? = nil) async throws -> [UploadedFile] {
        var files: [UploadedFile] = []
        for (count, name) in names.enumerated() {
            do {
                guard let (store, id) = find(name) else { throw UploadError.unknown }
                files.append(try await store.claim(id, by: visitor))
            } catch {
                await release(Array(names.prefix(count)))
                throw error
            }
        }
        return files
    }

    /// Releases claimed files.
    private func release(_ names: [String]) async {
        for name in names { if let (store, id) = find(name) { store.release(id) } }
    }

    /// Removes the files of an action that is done, as far as they are those of its visitor.
    func discard(_ names: [String], by visitor: Visitor? = nil) async {
        for name in names {
            guard let (store, id) = find(name), store.hasFile(id, of: visitor) else { continue }
            await store.discard(id)
        }
    }

    private func find(_ name: String) -> (UploadStore, id: String)? {
        let parts = name.split(separator: "/")
        guard parts.count == 2, let store = stores[String(parts[0])] else { return nil }
        return (store, String(parts[1]))
    }
}

extension Uploads {
    /// Stages a whole file without a connection, as the requests of a browser would do; for tests of apps.
    ///
    /// - Parameters:
    ///   - upload: The name in `data-upload`.
    ///   - visitor: The visitor who sends the file.
    /// - Returns: The name by which an action claims the file.
    /// - Throws: `UploadError`, `ServerError`, or an error of the file system.
    package func stage(
        _ content: [UInt8], named name: String, type: String, in upload: String, by visitor: Visitor? = nil
    ) async throws -> String {
        guard let store = self[upload] else { throw UploadError.unknown }
        guard store.upload.takes(type) else { throw UploadError.wrongType }
        let sender = Sender(session: visitor.map(Sender.session), address: "127.0.0.1")
        let id = try await store.begin(name: name, type: type, length: Int64(content.count), by: sender)
        let file = try await store.find(id, by: sender)
        let end = try await NIOThreadPool.singleton.runIfActive {
            try file.append(ByteBuffer(bytes: content), in: file.takeTurn())
        }
        store.touch(id, received: end)
        return "\(upload)/\(id)"
    }
}
