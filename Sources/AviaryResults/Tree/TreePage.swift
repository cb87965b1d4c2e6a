import AviarySQLite

/// A page of a tree: a header, followed by the content of its kind (`TreePage+Entries`, `TreePage+Words`).
///
/// `TreePages` owns the memory. Free pages are marked with version 0.
///
/// `@unchecked Sendable`: only the version of the tree that made a page writes it, and only while that version has a
/// single owner.
struct TreePage: @unchecked Sendable {
    static let size = 1024

    private struct Header {
        var version: UInt64
        var count: UInt32
        var level: UInt16
        var idSize: UInt16
    }

    /// The offset of the content.
    static let content = MemoryLayout<Header>.stride

    let address: UnsafeMutableRawPointer

    /// Asks the processor to prefetch the whole page into its cache. Otherwise a search in an uncached page waits for
    /// one cache line after the other.
    @inline(__always)
    func prefetch() { aviary_prefetch(address, Self.size) }

    /// Makes this an empty page. Its memory is unused, or that of a free page.
    ///
    /// - Parameter idSize: How many bytes a rowid takes; 0 in pages without rowids.
    func setUp(level: Int, idSize: Int, version: UInt64) {
        let header = Header(version: version, count: 0, level: UInt16(level), idSize: UInt16(idSize))
        address.bindMemory(to: Header.self, capacity: 1).initialize(to: header)
    }

    /// Copies another page into this one, and sets the version.
    func copy(_ page: TreePage, for version: UInt64) {
        address.copyMemory(from: page.address, byteCount: Self.size)
        self.version = version
    }

    // MARK: Header

    private var header: UnsafeMutablePointer<Header> { address.assumingMemoryBound(to: Header.self) }

    /// The version of the tree that made the page.
    var version: UInt64 {
        get { header.pointee.version }
        nonmutating set { header.pointee.version = newValue }
    }

    /// How many entries, words or children the page has.
    var count: Int {
        get { Int(header.pointee.count) }
        nonmutating set { header.pointee.count = UInt32(newValue) }
    }

    /// The height above the leaves.
    var level: Int { Int(header.pointee.level) }
    var isLeaf: Bool { level == 0 }
    var idSize: Int { Int(header.pointee.idSize) }
}
