import AviaryGzip

/// Assembles a body from its parts, and fails when it becomes too large, compressed or not.
struct BodyReader: ~Copyable {
    private let limit: Int
    private let inflater: Inflater?
    private var bytes: [UInt8] = []
    private var received = 0
    private var isComplete = false

    /// - Parameter length: The length that the server states. It only determines the initial capacity.
    init(_ coding: WebReply.Coding, limit: Int, length: Int?) throws(WebError) {
        self.limit = limit
        inflater = coding == .gzip ? try Inflater() : nil
        bytes.reserveCapacity(min(length ?? 0, limit, Self.room))
    }

    private static let room = 1 << 20

    mutating func add(_ part: UnsafeRawBufferPointer) throws(WebError) {
        received += part.count
        guard let inflater else {
            guard received <= limit else { throw .tooLarge(limit: limit) }
            bytes.append(contentsOf: part)
            return
        }
        // A gzip file may have endless empty blocks without content, so the compressed size is limited, too. A
        // normal gzip file is hardly larger than its content.
        guard received <= limit + limit / 8 + Self.envelope else { throw .tooLarge(limit: limit) }
        isComplete = try inflater.read(part, appendingTo: &bytes, limit: limit)
    }

    private static let envelope = 1 << 16

    consuming func finish() throws(WebError) -> [UInt8] {
        guard inflater == nil || isComplete else { throw .malformedAnswer }
        return bytes
    }
}

private final class Inflater {
    private let inflater: OpaquePointer
    private var isAtEnd = false

    init() throws(WebError) {
        guard let inflater = aviary_inflater_new() else { throw .malformedAnswer }
        self.inflater = inflater
    }

    deinit { aviary_inflater_free(inflater) }

    /// Decompresses a part. Returns true at the end of the gzip file.
    func read(_ part: UnsafeRawBufferPointer, appendingTo bytes: inout [UInt8], limit: Int) throws(WebError) -> Bool {
        var rest = part[...]
        while true {
            // No bytes may follow the end.
            if isAtEnd, !rest.isEmpty { throw .malformedAnswer }
            if isAtEnd { return true }
            var (read, written, result) = (0, 0, Int32(0))
            // One byte beyond the limit shows that the body is too large.
            let room = min(Self.step, limit - bytes.count + 1)
            bytes += [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                result = aviary_inflate(
                    inflater, rest.isEmpty ? nil : UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count,
                    buffer.baseAddress, room, &read, &written)
                count = written
            }
            guard result >= 0 else { throw .malformedAnswer }
            guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
            rest = rest.dropFirst(read)
            isAtEnd = result == 1
            if read == 0, written == 0, !isAtEnd { return false }
        }
    }

    private static let step = 1 << 16
}
