import AviarySnapshots
import Synchronization

/// The memory of a tree and of those made from it, one after the other.
///
/// A version shares most of its pages with those before and behind it. Nothing counts who holds a page: versions follow
/// each other in one line, and a page is in those from the one that made it to the last before the one that replaced it.
/// When none of these is left, it is free.
///
///     version   1   2   3   4        2 made a, and 4 made b instead:
///     page          a   a   b        a is free when 2 and 3 are gone
///
/// So an edit touches the pages on its way alone, and asks the system for no memory.
final class TreePages: Sendable {
    private let state = Mutex(State())

    deinit { state.withLock { $0.deallocate() } }

    /// How many pages are not free.
    var numberInUse: Int { state.withLock { $0.numberInUse } }

    /// Memory for a page, which has to be set up.
    func page() -> TreePage { state.withLock { $0.take() } }

    /// The newest version does not need a page any more.
    func discard(_ page: TreePage) { state.withLock { $0.discard(page, before: $0.versions.count - 1) } }

    // MARK: Versions

    /// Begins the version behind another.
    ///
    /// - Returns: `nil` when there is one already, or when so much of the memory is free that it is better left.
    func successor(of version: UInt64) -> UInt64? {
        state.withLock { state in
            guard state.versions.last?.number == version, !state.isSpacious else { return nil }
            state.newest += 1
            state.versions.append(Version(number: state.newest))
            return state.newest
        }
    }

    func isNewest(_ version: UInt64) -> Bool { state.withLock { $0.versions.last?.number == version } }

    /// Nobody has a version any more.
    func end(_ version: UInt64) { state.withLock { $0.end(version) } }
}

extension TreePages {
    private struct Version {
        let number: UInt64
        /// The pages that are in none of the later versions.
        var last: [TreePage] = []
    }

    /// Memory for some pages, of which the first ones have been used. What nobody needed yet is not touched either.
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
        /// Those that somebody has.
        var versions = [Version(number: 1)]

        var numberInUse: Int { used - free.count }
        var isSpacious: Bool { free.count > 256 && free.count > used / 4 * 3 }

        /// A page that nobody uses. Chunks grow with the memory, so that a small list has little.
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

        /// - Parameter index: Of the first version that does not need the page, nor does any behind it.
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
                // The newest was made in vain: what it made is of no use, and what it replaced is in its place.
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
