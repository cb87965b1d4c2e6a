import Synchronization

/// Stores selections that people download as a zip, because a selection may be too long for an address.
final class ZipOffers: Sendable {
    /// The largest number of stored selections. When there are more, the oldest is removed.
    private static let limit = 64

    private let offers = Mutex<[(name: String, ids: Set<Photo.ID>)]>([])

    /// Stores a selection.
    ///
    /// - Returns: A random name that cannot be guessed.
    func add(_ ids: Set<Photo.ID>) -> String {
        let name = String(UInt64.random(in: 0 ... .max), radix: 36) + String(UInt64.random(in: 0 ... .max), radix: 36)
        offers.withLock { offers in
            offers.append((name, ids))
            if offers.count > Self.limit { offers.removeFirst() }
        }
        return name
    }

    func photos(_ name: String) -> Set<Photo.ID>? { offers.withLock { $0.first { $0.name == name }?.ids } }
}
