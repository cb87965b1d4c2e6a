/// A word for each of many nearby rowids, as a persistent tree. Copies share all pages, and an edit copies at most one
/// path of pages.
///
/// Rowids are not stored. The digits of a rowid to the base 124 lead to its word. So a word costs little more than its
/// eight bytes while most rowids between the least and the greatest exist.
///
/// If a tree was edited after a copy was made, the first edit of the copy rebuilds the copy in O(*n*).
struct WordTree: Sendable {
    private var version: TreeVersion
    private var root: TreePage
    private(set) var count = 0
    private(set) var leaves = 1

    init() {
        version = TreeVersion(pages: TreePages())
        root = version.page()
        root.setUpWords(level: 0, version: version.number)
    }

    /// Creates a tree of words.
    ///
    /// - Parameter rows: Each rowid once, in any order, none negative. The prefixes are the words.
    /// - Complexity: O(*n*).
    init(_ rows: [Entry]) {
        self.init()
        for row in rows { put(row.prefix, for: row.id) }
    }

    /// The powers of 124, by level.
    private static let powers: [UInt64] = {
        var powers: [UInt64] = [1]
        while case let (next, isTooGreat) = powers[powers.count - 1].multipliedReportingOverflow(
            by: UInt64(TreePage.fanOut)), !isTooGreat
        {
            powers.append(next)
        }
        return powers
    }()

    /// The level of a root that covers all rowids.
    private static var topLevel: Int { powers.count - 1 }

    private func reaches(_ id: UInt64) -> Bool {
        root.level >= Self.topLevel || id < Self.powers[root.level + 1]
    }

    // MARK: Reading

    /// - Parameter id: A rowid that is not negative.
    /// - Complexity: O(log *n*).
    subscript(id: Int64) -> UInt64? {
        withExtendedLifetime(version) {
            var (page, rest) = (root, UInt64(bitPattern: id))
            guard reaches(rest) else { return nil }
            while !page.isLeaf {
                let (digit, below) = rest.quotientAndRemainder(dividingBy: Self.powers[page.level])
                guard let child = page[child: Int(digit)] else { return nil }
                (page, rest) = (child, below)
            }
            return page[word: Int(rest)]
        }
    }

    /// Calls `body` with each rowid and its word, in order.
    ///
    /// - Complexity: O(*n*).
    func forEach(_ body: (Int64, UInt64) -> Void) {
        func walk(_ page: TreePage, _ start: UInt64) {
            for digit in 0..<TreePage.fanOut {
                if page.isLeaf {
                    if let word = page[word: digit] { body(Int64(bitPattern: start + UInt64(digit)), word) }
                } else if let child = page[child: digit] {
                    walk(child, start + UInt64(digit) * Self.powers[page.level])
                }
            }
        }
        withExtendedLifetime(version) { walk(root, 0) }
    }

    // MARK: Editing

    /// Sets the word of a rowid that is not negative.
    ///
    /// - Complexity: O(log *n*).
    mutating func set(_ word: UInt64, for id: Int64) {
        beginEdit()
        put(word, for: id)
    }

    private mutating func put(_ word: UInt64, for id: Int64) {
        let number = UInt64(bitPattern: id)
        while !reaches(number) {
            let above = newPage(level: root.level + 1)
            above[child: 0] = root
            root = above
        }
        var (page, rest) = (root, number)
        while !page.isLeaf {
            let (digit, below) = rest.quotientAndRemainder(dividingBy: Self.powers[page.level])
            let child: TreePage
            if let there = page[child: Int(digit)] {
                child = version.writable(there)
            } else {
                child = newPage(level: page.level - 1)
                leaves += child.isLeaf ? 1 : 0
            }
            page[child: Int(digit)] = child
            (page, rest) = (child, below)
        }
        count += page[word: Int(rest)] == nil ? 1 : 0
        page[word: Int(rest)] = word
    }

    /// Removes the word of a rowid that has one.
    ///
    /// - Complexity: O(log *n*).
    mutating func remove(_ id: Int64) {
        guard self[id] != nil else { return }
        beginEdit()
        remove(UInt64(bitPattern: id), from: root)
        count -= 1
        if root.count == 0, !root.isLeaf {
            version.discard(root)
            root = newPage(level: 0)
            leaves = 1
        }
    }

    /// - Parameter page: A writable page.
    private mutating func remove(_ rest: UInt64, from page: TreePage) {
        if page.isLeaf { return page[word: Int(rest)] = nil }
        let (digit, rest) = rest.quotientAndRemainder(dividingBy: Self.powers[page.level])
        guard let there = page[child: Int(digit)] else { return }
        let child = version.writable(there)
        page[child: Int(digit)] = child
        remove(rest, from: child)
        guard child.count == 0 else { return }
        leaves -= child.isLeaf ? 1 : 0
        version.discard(child)
        page[child: Int(digit)] = nil
    }

    private func newPage(level: Int) -> TreePage {
        let page = version.page()
        page.setUpWords(level: level, version: version.number)
        return page
    }

    /// Makes the root writable. The edit then writes only pages of this tree's version.
    private mutating func beginEdit() {
        if TreeVersion.beginEdit(of: &version) {
            root = version.writable(root)
        } else {
            var copy = WordTree()
            forEach { copy.put($1, for: $0) }
            self = copy
        }
    }

    /// How many pages this tree and its copies use. For tests.
    var numberOfPages: Int { version.pages.numberInUse }
}
