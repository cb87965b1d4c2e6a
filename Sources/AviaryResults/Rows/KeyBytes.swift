import Foundation
import Synchronization

/// Memory for the keys of rows. A stored key never changes or moves while the object lives.
///
///     prefix   8 bytes     length   4 bytes     key   as many bytes
///
/// `@unchecked Sendable`: under a lock, each piece of memory is given to one caller only. The caller writes the key
/// before other code gets the key's address.
final class KeyBytes: @unchecked Sendable {
    private struct State {
        var chunks: [UnsafeMutableRawBufferPointer] = []
        /// The unused end of the last chunk.
        var free: UnsafeMutableRawBufferPointer.SubSequence = UnsafeMutableRawBufferPointer(start: nil, count: 0)[...]
        var used = 0
    }

    private let state = Mutex(State())

    deinit { state.withLock { for chunk in $0.chunks { chunk.deallocate() } } }

    /// How many bytes are in use.
    var used: Int { state.withLock { $0.used } }

    /// Writes a key, and returns its location.
    func store(_ prefix: UInt64, _ key: FullKey) -> StoredKey {
        let size = StoredKey.size(of: key)
        let place = state.withLock { state -> UnsafeMutableRawPointer? in
            if state.free.count < size {
                // The size of a new chunk grows with the total size, so that a small list uses little memory.
                let chunk = UnsafeMutableRawBufferPointer.allocate(
                    byteCount: max(min(max(state.used, 1024), 1 << 18), size), alignment: 8)
                state.chunks.append(chunk)
                state.free = chunk[...]
            }
            defer { state.free = state.free.dropFirst(size) }
            state.used += size
            return UnsafeMutableRawBufferPointer(rebasing: state.free).baseAddress
        }
        guard let place else { preconditionFailure("A chunk has memory") }
        return StoredKey(prefix, key, at: place)
    }
}

/// A key in the memory of a `KeyBytes`. The `KeyBytes` must live longer.
struct StoredKey {
    private static let headerSize = MemoryLayout<UInt64>.size + MemoryLayout<UInt32>.size

    private let address: UnsafeRawPointer

    /// - Parameter word: The `word` of a stored key.
    init?(word: UInt64) {
        guard let address = UnsafeRawPointer(bitPattern: UInt(truncatingIfNeeded: word)) else { return nil }
        self.address = address
    }

    fileprivate init(_ prefix: UInt64, _ key: FullKey, at place: UnsafeMutableRawPointer) {
        place.storeBytes(of: prefix, as: UInt64.self)
        let bytes = Self.stored(key)
        place.storeBytes(of: UInt32(bytes.count), toByteOffset: MemoryLayout<UInt64>.size, as: UInt32.self)
        bytes.withUnsafeBytes {
            UnsafeMutableRawBufferPointer(start: place + Self.headerSize, count: $0.count).copyMemory(from: $0)
        }
        address = UnsafeRawPointer(place)
    }

    static func size(of key: FullKey) -> Int { headerSize + stored(key).count }

    /// Returns the stored bytes. Only the first four gigabytes of a key are stored. So two stored keys count as equal
    /// if they differ only in later bytes.
    private static func stored(_ key: FullKey) -> ArraySlice<UInt8> { key.bytes.prefix(Int(UInt32.max)) }

    var word: UInt64 { UInt64(UInt(bitPattern: address)) }
    var prefix: UInt64 { address.loadUnaligned(as: UInt64.self) }
    var size: Int { Self.headerSize + count }

    private var count: Int { Int(address.loadUnaligned(fromByteOffset: 8, as: UInt32.self)) }

    private var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: address + Self.headerSize, count: count)
    }

    /// A copy of the key that owns its bytes.
    var full: FullKey { FullKey(Array(bytes)[...]) }

    /// Returns a negative number when this key comes before the other one, 0 when both are equal, otherwise a positive
    /// one.
    func compare(to key: FullKey) -> Int { key.bytes.withUnsafeBytes { compare($0) } }

    func compare(to other: StoredKey) -> Int { compare(other.bytes) }

    private func compare(_ other: UnsafeRawBufferPointer) -> Int {
        guard let one = bytes.baseAddress, let two = other.baseAddress else { return bytes.count - other.count }
        let order = memcmp(one, two, min(bytes.count, other.count))
        return order == 0 ? bytes.count - other.count : Int(order)
    }
}
