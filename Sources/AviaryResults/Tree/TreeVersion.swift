/// One version of a tree. The version keeps its pages alive as long as it has readers.
final class TreeVersion: Sendable {
    let pages: TreePages
    let number: UInt64

    init(pages: TreePages, number: UInt64 = 1) { (self.pages, self.number) = (pages, number) }

    deinit { pages.end(number) }

    /// Replaces a version by one that no other tree reads, so that its pages can be written.
    ///
    /// - Returns: `false` when that is impossible. Then the tree has to be rebuilt.
    static func beginEdit(of version: inout TreeVersion) -> Bool {
        if isKnownUniquelyReferenced(&version), version.pages.isNewest(version.number) { return true }
        guard let next = version.pages.successor(of: version.number) else { return false }
        version = TreeVersion(pages: version.pages, number: next)
        return true
    }

    /// Returns memory for a page of this version, which has to be set up.
    func page() -> TreePage { pages.page() }

    func discard(_ page: TreePage) { pages.discard(page) }

    /// Returns the page itself if it belongs to this version, otherwise a copy.
    func writable(_ page: TreePage) -> TreePage {
        if page.version == number { return page }
        let copy = self.page()
        copy.copy(page, for: number)
        discard(page)
        return copy
    }
}
