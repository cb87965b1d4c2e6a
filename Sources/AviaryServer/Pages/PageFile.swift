import HTTPTypes
import Hummingbird
import NIOCore

/// A file that pages load. The client's scripts are compressed in advance, other files when the program starts.
struct PageFile: Sendable {
    let path: String
    private let contentType: String
    private let fingerprint: String
    private let plain: ByteBuffer
    /// The compressed forms, the smallest one first.
    private let compressed: [(coding: ContentCoding, bytes: ByteBuffer)]

    /// A file under its own name. Browsers revalidate it at each use.
    init(_ asset: Asset, in folder: String) {
        self.init(compressing: asset, path: "\(folder)/\(asset.name)")
    }

    /// A file with a hash of its content in its name: `style.css` as `style-1xk2.css`.
    init(namedByContent asset: Asset, in folder: String) {
        self.init(compressing: asset, path: Self.path(namedByContent: asset, in: folder))
    }

    /// A script of the client, which `scripts/client` has compressed.
    ///
    /// - Parameter version: The part of its name that changes with the client.
    init(clientScript name: String, version: String, brotli: [UInt8], gzip: [UInt8]) {
        self.init(
            Asset("\(name).js", Gzip.decompress(gzip)), path: "\(ServerPaths.client)/\(name)-\(version).js",
            compressed: [(.brotli, ByteBuffer(bytes: brotli)), (.gzip, ByteBuffer(bytes: gzip))])
    }

    static func path(namedByContent asset: Asset, in folder: String) -> String {
        let parts = asset.name.split(separator: ".", maxSplits: 1)
        return "\(folder)/\(parts[0])-\(asset.fingerprint).\(parts.last ?? "")"
    }

    /// Returns whether an address is the name of this file, now or with other content.
    func isNamed(by address: String) -> Bool {
        guard let hash = path.lastIndex(of: "-") else { return false }
        let stem = path[...hash]
        return address.hasPrefix(stem) && !address.dropFirst(stem.count).contains("-")
    }

    /// The number of bytes sent to a browser that accepts compression.
    var size: Int { (compressed.first?.bytes ?? plain).readableBytes }

    private init(compressing asset: Asset, path: String) {
        self.init(asset, path: path, compressed: Gzip.compress(asset.bytes, .most).map { [(.gzip, $0)] } ?? [])
    }

    private init(_ asset: Asset, path: String, compressed: [(ContentCoding, ByteBuffer)]) {
        self.path = path
        contentType = asset.contentType
        fingerprint = asset.fingerprint
        plain = ByteBuffer(bytes: asset.bytes)
        self.compressed = compressed
    }

    /// - Parameter isImmutable: Whether browsers may store the file forever. Other content would have another name.
    func answer(to request: Request, isImmutable: Bool = false) -> Response {
        let form = compressed.first { request.accepts($0.coding) }
        let tag = "\"\(fingerprint)\(form.map { "-\($0.coding.rawValue)" } ?? "")\""
        var headers: HTTPFields = [
            .contentType: contentType, .eTag: tag, .vary: "Accept-Encoding",
            .cacheControl: isImmutable ? "public, max-age=31536000, immutable" : "no-cache",
        ]
        if request.headers[.ifNoneMatch]?.contains(tag) == true {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentEncoding] = form?.coding.rawValue
        let body = form?.bytes ?? plain
        headers[.contentLength] = "\(body.readableBytes)"
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: body))
    }
}
