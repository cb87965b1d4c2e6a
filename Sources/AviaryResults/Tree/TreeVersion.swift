/// One version of a tree. It holds the pages as long as there is somebody to read it.
final class TreeVersion: Sendable {
    let pages: TreePages
    let number: UInt64

    init(pages: TreePages, number: UInt64 = 1) { (self.pages, self.number) = (pages, number) }

    deinit { pages.end(number) }

    /// Turns to a version whose pages nobody else reads.
    ///
    /// - Returns: `false` when there is none: then the tree has to be made anew, as a whole.
    static func beginEdit(of version: inout TreeVersion) -> Bool {
        if isKnownUniquelyReferenced(&version), version.pages.isNewest(version.number) { return true }
        guard let next = version.pages.successor(of: version.number) else { return false }
        version = TreeVersion(pages: version.pages, number: next)
        return true
    }

    /// Memory for a page of this version, which has to be set up.
    func page() -> TreePage { pages.page() }

    func discard(_ page: TreePage) { pages.discard(page) }

    /// The page, or a copy instead.
    func writable(_ page: TreePage) -> TreePage {
        if page.version == number { return page }
        let copy = self.page()
        copy.copy(page, for: number)
        discard(page)
        return copy
    }
}
