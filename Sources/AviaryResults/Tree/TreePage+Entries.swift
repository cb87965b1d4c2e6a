import AviarySnapshots

/// The pages of an `EntryTree`.
///
///     leaf   prefixes p0 p1 …, rowids r0 r1 …                            up to 84 entries, or 63
///     node   where each child ends, the children, their first entries    up to 36 children
///
/// Rowids take four bytes if all rowids of the tree are below 2^32. The end of a child is counted from the first entry
/// below the node.
extension TreePage {
    static let narrow = MemoryLayout<UInt32>.stride
    static let wide = MemoryLayout<Int64>.stride

    static func leafCapacity(idSize: Int) -> Int { (size - content) / (MemoryLayout<UInt64>.stride + idSize) }

    static let nodeCapacity =
        (size - content)
        / (MemoryLayout<UInt32>.stride + MemoryLayout<TreePage>.stride + MemoryLayout<Entry>.stride)

    private static let childrenOffset = content + nodeCapacity * MemoryLayout<UInt32>.stride
    private static let firstsOffset = childrenOffset + nodeCapacity * MemoryLayout<TreePage>.stride
    private static let narrowOffset = content + leafCapacity(idSize: narrow) * MemoryLayout<UInt64>.stride
    private static let wideOffset = content + leafCapacity(idSize: wide) * MemoryLayout<UInt64>.stride

    /// Makes an empty page of entries.
    func setUpEntries(level: Int, idSize: Int, version: UInt64) {
        setUp(level: level, idSize: idSize, version: version)
        if level == 0 {
            (address + Self.content).bindMemory(to: UInt64.self, capacity: capacity)
            if isNarrow {
                (address + Self.narrowOffset).bindMemory(to: UInt32.self, capacity: capacity)
            } else {
                (address + Self.wideOffset).bindMemory(to: Int64.self, capacity: capacity)
            }
        } else {
            (address + Self.content).bindMemory(to: UInt32.self, capacity: Self.nodeCapacity)
            (address + Self.childrenOffset).bindMemory(to: TreePage.self, capacity: Self.nodeCapacity)
            (address + Self.firstsOffset).bindMemory(to: Entry.self, capacity: Self.nodeCapacity)
        }
    }

    private var isNarrow: Bool { idSize == Self.narrow }
    var capacity: Int { isLeaf ? Self.leafCapacity(idSize: idSize) : Self.nodeCapacity }
    var isFull: Bool { count == capacity }

    // MARK: Content

    /// The prefixes of a leaf. A leaf also has one of the two lists of rowids below.
    private var prefixes: UnsafeMutablePointer<UInt64> {
        (address + Self.content).assumingMemoryBound(to: UInt64.self)
    }

    private var narrowIDs: UnsafeMutablePointer<UInt32> {
        (address + Self.narrowOffset).assumingMemoryBound(to: UInt32.self)
    }

    private var wideIDs: UnsafeMutablePointer<Int64> {
        (address + Self.wideOffset).assumingMemoryBound(to: Int64.self)
    }

    /// An entry of a leaf.
    @inline(__always)
    func entry(_ index: Int) -> Entry {
        Entry(prefix: prefixes[index], id: isNarrow ? Int64(narrowIDs[index]) : wideIDs[index])
    }

    private func setEntry(_ index: Int, to entry: Entry) {
        prefixes[index] = entry.prefix
        if isNarrow { narrowIDs[index] = UInt32(truncatingIfNeeded: entry.id) } else { wideIDs[index] = entry.id }
    }

    /// The ends of the children of a node. A node also has the next two lists.
    var ends: UnsafeMutablePointer<UInt32> { (address + Self.content).assumingMemoryBound(to: UInt32.self) }

    var children: UnsafeMutablePointer<TreePage> {
        (address + Self.childrenOffset).assumingMemoryBound(to: TreePage.self)
    }

    var firsts: UnsafeMutablePointer<Entry> { (address + Self.firstsOffset).assumingMemoryBound(to: Entry.self) }

    /// The first entry. The page must not be empty.
    var first: Entry { isLeaf ? entry(0) : firsts[0] }

    /// How many entries the page and the pages below it have.
    var total: Int { isLeaf ? count : start(of: count) }

    /// Returns how many entries come before a child. For the index after the last child, these are all entries.
    func start(of child: Int) -> Int { child == 0 ? 0 : Int(ends[child - 1]) }

    /// Returns the index of the child that contains a position.
    func child(at position: Int) -> Int { partitionPoint(count) { ends[$0] <= position } }

    /// Returns the index of the child that receives an entry at a position. Between two children this is the first one.
    func child(endingAtOrAfter position: Int) -> Int { partitionPoint(count) { ends[$0] < position } }

    // MARK: Writing

    /// Inserts an entry into a leaf that is not full.
    func insert(_ entry: Entry, at index: Int) {
        shift(from: index, by: 1)
        setEntry(index, to: entry)
    }

    /// Moves all elements from an index on by one position, to make room or to close a gap.
    func shift(from index: Int, by distance: Int) {
        func shift<T>(_ list: UnsafeMutablePointer<T>) {
            (list + index + distance).update(from: list + index, count: count - index)
        }
        if isLeaf {
            shift(prefixes)
            if isNarrow { shift(narrowIDs) } else { shift(wideIDs) }
        } else {
            shift(ends)
            shift(children)
            shift(firsts)
        }
        count += distance
    }

    /// Appends the elements of another page, from an index on. Both pages have the same level and belong to the same
    /// tree.
    func append(_ other: TreePage, from index: Int = 0) {
        let more = other.count - index
        if isLeaf {
            (prefixes + count).update(from: other.prefixes + index, count: more)
            if isNarrow {
                (narrowIDs + count).update(from: other.narrowIDs + index, count: more)
            } else {
                (wideIDs + count).update(from: other.wideIDs + index, count: more)
            }
        } else {
            let before = UInt32(total)
            let start = UInt32(other.start(of: index))
            for child in 0..<more { ends[count + child] = other.ends[index + child] - start + before }
            (children + count).update(from: other.children + index, count: more)
            (firsts + count).update(from: other.firsts + index, count: more)
        }
        count += more
    }

    /// Appends entries to a leaf.
    func append(_ more: ArraySlice<Entry>) {
        for (index, entry) in more.enumerated() { setEntry(count + index, to: entry) }
        count += more.count
    }

    /// Appends a child to a node.
    func append(child: TreePage) {
        ends[count] = UInt32(total + child.total)
        children[count] = child
        firsts[count] = child.first
        count += 1
    }

    func removeLast(_ dropped: Int) { count -= dropped }
}
