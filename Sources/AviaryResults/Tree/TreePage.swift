import AviarySQLite

/// A page of a tree: a header, and what the kind of page has behind it (`TreePage+Entries`, `TreePage+Words`).
///
/// How long the memory stays is for `TreePages` to say, and what is free is marked with version 0.
///
/// `@unchecked Sendable`: a page is written by the tree that made it, and only while nobody else has that tree.
struct TreePage: @unchecked Sendable {
    static let size = 1024

    private struct Header {
        var version: UInt64
        var count: UInt32
        var level: UInt16
        var idSize: UInt16
    }

    /// Where what is in the page begins.
    static let content = MemoryLayout<Header>.stride

    let address: UnsafeMutableRawPointer

    /// Has the processor load the whole page ahead. A search in a page that is in no cache would wait for one part of it
    /// after the other.
    @inline(__always)
    func prefetch() { aviary_prefetch(address, Self.size) }

    /// Makes an empty page of memory that holds none, or of a free page.
    ///
    /// - Parameter idSize: How many bytes a rowid takes; 0 where the page holds none.
    func setUp(level: Int, idSize: Int, version: UInt64) {
        let header = Header(version: version, count: 0, level: UInt16(level), idSize: UInt16(idSize))
        address.bindMemory(to: Header.self, capacity: 1).initialize(to: header)
    }

    /// Makes a copy of a page for a version.
    func copy(_ page: TreePage, for version: UInt64) {
        address.copyMemory(from: page.address, byteCount: Self.size)
        self.version = version
    }

    // MARK: Header

    private var header: UnsafeMutablePointer<Header> { address.assumingMemoryBound(to: Header.self) }

    /// Of the tree that made the page.
    var version: UInt64 {
        get { header.pointee.version }
        nonmutating set { header.pointee.version = newValue }
    }

    /// How many entries, words or children the page has.
    var count: Int {
        get { Int(header.pointee.count) }
        nonmutating set { header.pointee.count = UInt32(newValue) }
    }

    /// How far above the leaves.
    var level: Int { Int(header.pointee.level) }
    var isLeaf: Bool { level == 0 }
    var idSize: Int { Int(header.pointee.idSize) }
}
