import Synchronization

/// What people have asked to get as one zip: a selection may be too long for an address.
final class ZipOffers: Sendable {
    struct Offer: Hashable, Sendable {
        var ids: Set<Photo.ID>
        /// Whether the files are sent as they came, the place where a photograph was taken among what they tell.
        var asOriginals: Bool
    }

    /// How many are kept; the oldest goes first.
    private static let limit = 64

    private let offers = Mutex<[(name: String, offer: Offer)]>([])

    /// - Returns: A name that nobody can guess.
    func add(_ offer: Offer) -> String {
        let name = String(UInt64.random(in: 0 ... .max), radix: 36) + String(UInt64.random(in: 0 ... .max), radix: 36)
        offers.withLock { offers in
            offers.append((name, offer))
            if offers.count > Self.limit { offers.removeFirst() }
        }
        return name
    }

    func offer(_ name: String) -> Offer? { offers.withLock { $0.first { $0.name == name }?.offer } }
}
