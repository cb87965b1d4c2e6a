/// A page of an `EntryTree`: a leaf with entries, or a node above other pages.
///
///     leaf   version, count, 0       e0 e1 e2 …                                          up to 63 entries
///     node   version, count, level   where each child ends, the children, their firsts   up to 36 children
///
/// Where a child ends is counted from the first entry below the node. How long the memory stays is for `TreePages` to
/// say, and what is free is marked with version 0.
///
/// `@unchecked Sendable`: a page is written by the tree that made it, and only while nobody else has that tree.
struct TreePage: @unchecked Sendable {
    static let size = 1024
    static let leafCapacity = (size - content) / MemoryLayout<Entry>.stride
    static let nodeCapacity =
        (size - content)
        / (MemoryLayout<UInt32>.stride + MemoryLayout<TreePage>.stride + MemoryLayout<Entry>.stride)

    private struct Header {
        var version: UInt64
        var count: UInt32
        var level: UInt32
    }

    /// Where what is in the page begins, and the other two parts of a node.
    private static let content = MemoryLayout<Header>.stride
    private static let childrenOffset = content + nodeCapacity * MemoryLayout<UInt32>.stride
    private static let firstsOffset = childrenOffset + nodeCapacity * MemoryLayout<TreePage>.stride

    let address: UnsafeMutableRawPointer

    /// Makes an empty page of memory that holds none, or of a free page.
    func setUp(level: Int, version: UInt64) {
        let header = Header(version: version, count: 0, level: UInt32(level))
        address.bindMemory(to: Header.self, capacity: 1).initialize(to: header)
        if level == 0 {
            (address + Self.content).bindMemory(to: Entry.self, capacity: Self.leafCapacity)
        } else {
            (address + Self.content).bindMemory(to: UInt32.self, capacity: Self.nodeCapacity)
            (address + Self.childrenOffset).bindMemory(to: TreePage.self, capacity: Self.nodeCapacity)
            (address + Self.firstsOffset).bindMemory(to: Entry.self, capacity: Self.nodeCapacity)
        }
    }

    // MARK: Header

    private var header: UnsafeMutablePointer<Header> { address.assumingMemoryBound(to: Header.self) }

    /// Of the tree that made the page.
    var version: UInt64 {
        get { header.pointee.version }
        nonmutating set { header.pointee.version = newValue }
    }

    /// How many entries a leaf has, or how many children a node.
    private(set) var count: Int {
        get { Int(header.pointee.count) }
        nonmutating set { header.pointee.count = UInt32(newValue) }
    }

    /// How far above the leaves.
    var level: Int { Int(header.pointee.level) }
    var isLeaf: Bool { level == 0 }
    var capacity: Int { isLeaf ? Self.leafCapacity : Self.nodeCapacity }
    var isFull: Bool { count == capacity }

    // MARK: Content

    /// Of a leaf.
    var entries: UnsafeMutablePointer<Entry> { (address + Self.content).assumingMemoryBound(to: Entry.self) }

    /// Of a node, as are the other two.
    var ends: UnsafeMutablePointer<UInt32> { (address + Self.content).assumingMemoryBound(to: UInt32.self) }

    var children: UnsafeMutablePointer<TreePage> {
        (address + Self.childrenOffset).assumingMemoryBound(to: TreePage.self)
    }

    var firsts: UnsafeMutablePointer<Entry> { (address + Self.firstsOffset).assumingMemoryBound(to: Entry.self) }

    /// Of a page that is not empty.
    var first: Entry { isLeaf ? entries[0] : firsts[0] }

    /// How many entries there are in the page and below it.
    var total: Int { isLeaf ? count : start(of: count) }

    /// How many entries stand before a child; after the last child, all.
    func start(of child: Int) -> Int { child == 0 ? 0 : Int(ends[child - 1]) }

    /// The child that holds a position.
    func child(at position: Int) -> Int { partitionPoint(count) { ends[$0] <= position } }

    /// The child that takes an entry at a position: between two, the first.
    func child(endingAtOrAfter position: Int) -> Int { partitionPoint(count) { ends[$0] < position } }

    // MARK: Writing

    /// Moves what stands from an index on by one, so that there is room, or what stood before it is gone.
    func shift(from index: Int, by distance: Int) {
        func shift<T>(_ list: UnsafeMutablePointer<T>) {
            (list + index + distance).update(from: list + index, count: count - index)
        }
        if isLeaf {
            shift(entries)
        } else {
            shift(ends)
            shift(children)
            shift(firsts)
        }
        count += distance
    }

    /// Adds what a page of the same level has from an index on.
    func append(_ other: TreePage, from index: Int = 0) {
        let more = other.count - index
        if isLeaf {
            (entries + count).update(from: other.entries + index, count: more)
        } else {
            let before = UInt32(total)
            let start = UInt32(other.start(of: index))
            for child in 0..<more { ends[count + child] = other.ends[index + child] - start + before }
            (children + count).update(from: other.children + index, count: more)
            (firsts + count).update(from: other.firsts + index, count: more)
        }
        count += more
    }

    /// Adds entries to a leaf.
    func append(_ more: ArraySlice<Entry>) {
        for (index, entry) in more.enumerated() { entries[count + index] = entry }
        count += more.count
    }

    /// Adds a child to a node.
    func append(child: TreePage) {
        ends[count] = UInt32(total + child.total)
        children[count] = child
        firsts[count] = child.first
        count += 1
    }

    func removeLast(_ dropped: Int) { count -= dropped }
}

/// How many indexes at the beginning satisfy a predicate that no index after them does.
@inline(__always)
func partitionPoint(_ count: Int, _ predicate: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
        let middle = (low + high) / 2
        if predicate(middle) { low = middle + 1 } else { high = middle }
    }
    return low
}
