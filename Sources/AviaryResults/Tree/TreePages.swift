import AviarySnapshots
import Synchronization

/// The memory of a tree and of the versions made from it, one after the other.
///
/// A version shares most of its pages with the versions before and after it. Pages are not reference-counted. A page
/// belongs to the version that created it, and to all later versions before the one that replaced it. It is freed when
/// all these versions are gone.
///
///     version   1   2   3   4        2 made a, and 4 made b instead:
///     page          a   a   b        a is free when 2 and 3 are gone
///
/// So an edit touches only the pages on its path, and rarely asks the system for memory.
final class TreePages: Sendable {
    private let state = Mutex(State())

    deinit { state.withLock { $0.deallocate() } }

    /// How many pages are not free.
    var numberInUse: Int { state.withLock { $0.numberInUse } }

    /// Returns memory for a page, which has to be set up.
    func page() -> TreePage { state.withLock { $0.take() } }

    /// Notes that the newest version does not need a page any more. The page is freed when no earlier version needs it.
    func discard(_ page: TreePage) { state.withLock { $0.discard(page, before: $0.versions.count - 1) } }

    // MARK: Versions

    /// Begins the version that follows another one.
    ///
    /// - Returns: `nil` when there is a later version already, or when most of the memory is free, so that the tree
    ///   should be rebuilt.
    func successor(of version: UInt64) -> UInt64? {
        state.withLock { state in
            guard state.versions.last?.number == version, !state.isSpacious else { return nil }
            state.newest += 1
            state.versions.append(Version(number: state.newest))
            return state.newest
        }
    }

    func isNewest(_ version: UInt64) -> Bool { state.withLock { $0.versions.last?.number == version } }

    /// Ends a version that has no more readers.
    func end(_ version: UInt64) { state.withLock { $0.end(version) } }
}

extension TreePages {
    private struct Version {
        let number: UInt64
        /// The pages that no later version contains.
        var last: [TreePage] = []
    }

    /// Memory for some pages. The first ones have been used, and the others were never touched.
    private struct Chunk {
        let memory: UnsafeMutableRawPointer
        let capacity: Int
        var used = 0

        init(capacity: Int) {
            memory = .allocate(byteCount: capacity * TreePage.size, alignment: 64)
            self.capacity = capacity
        }

        subscript(number: Int) -> TreePage { TreePage(address: memory + number * TreePage.size) }
    }

    private struct State {
        private var chunks: [Chunk] = []
        private var used = 0
        private var free: [TreePage] = []
        var newest: UInt64 = 1
        /// The live versions.
        var versions = [Version(number: 1)]

        var numberInUse: Int { used - free.count }
        var isSpacious: Bool { free.count > 256 && free.count > used / 4 * 3 }

        /// Returns an unused page. New chunks grow with the used memory, so that a small list uses little memory.
        mutating func take() -> TreePage {
            if let page = free.popLast() { return page }
            if chunks.last.map({ $0.used == $0.capacity }) ?? true {
                chunks.append(Chunk(capacity: min(max(used, 4), 256)))
            }
            let last = chunks.count - 1
            chunks[last].used += 1
            used += 1
            return chunks[last][chunks[last].used - 1]
        }

        private mutating func release(_ page: TreePage) {
            page.version = 0
            free.append(page)
        }

        /// - Parameter index: The index of the first version that does not need the page. Later versions do not need it
        ///   either.
        mutating func discard(_ page: TreePage, before index: Int) {
            if index > 0, versions[index - 1].number >= page.version {
                versions[index - 1].last.append(page)
            } else {
                release(page)
            }
        }

        mutating func end(_ version: UInt64) {
            let index = partitionPoint(versions.count) { versions[$0].number < version }
            let ended = versions.remove(at: index)
            if index < versions.count || versions.isEmpty {
                for page in ended.last { discard(page, before: index) }
            } else {
                // The newest version ends while the version before it lives. The pages that the newest version made are
                // released. The pages that it replaced stay in use.
                versions[index - 1].last = []
                let newest = versions[index - 1].number
                for chunk in chunks {
                    for number in 0..<chunk.used where chunk[number].version > newest { release(chunk[number]) }
                }
            }
        }

        func deallocate() {
            for chunk in chunks { chunk.memory.deallocate() }
        }
    }
}
