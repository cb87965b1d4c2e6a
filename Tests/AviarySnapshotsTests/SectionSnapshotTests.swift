import AviarySnapshots
import AviaryTesting
import Testing

struct SectionSnapshotTests {
    /// 1 (2 (3, 4), 5), 6 (7)
    private func outline() throws -> SectionSnapshot<Int> {
        var outline = SectionSnapshot<Int>()
        try outline.append([1, 6])
        try outline.append([2, 5], to: 1)
        try outline.append([3, 4], to: 2)
        try outline.append([7], to: 6)
        return outline
    }

    @Test func itemsAreVisibleBelowExpandedParents() throws {
        var outline = try outline()
        #expect(outline.visibleItems == [1, 6] && outline.items == [1, 2, 3, 4, 5, 6, 7])
        outline.expand([2])
        #expect(outline.visibleItems == [1, 6] && !outline.isVisible(3))
        outline.expand([1, 99])
        #expect(outline.visibleItems == [1, 2, 3, 4, 5, 6] && outline.isVisible(3))
        #expect(outline.level(of: 3) == 2 && outline.level(of: 6) == 0 && outline.level(of: 99) == nil)
        #expect(outline.parent(of: 3) == 2 && outline.parent(of: 1) == nil && outline.index(of: 5) == 1)
        outline.collapse([1])
        #expect(outline.visibleItems == [1, 6] && outline.isExpanded(2))
    }

    @Test func editsKeepParents() throws {
        var outline = try outline()
        try outline.insert([8], before: 3)
        try outline.insert([9], after: 2)
        try outline.insert([10], before: 1)
        #expect(outline.items == [10, 1, 2, 8, 3, 4, 9, 5, 6, 7])
        outline.delete([2, 3, 99])
        #expect(outline.items == [10, 1, 9, 5, 6, 7])
        try outline.replace(childrenOf: 1, using: self.outline().snapshot(of: 2, includingParent: true))
        #expect(outline.items == [10, 1, 2, 3, 4, 6, 7] && outline.level(of: 3) == 2)
        #expect(outline.snapshot(of: 1).rootItems == [2] && outline.snapshot(of: 99).items == [])
        outline.deleteAll()
        #expect(outline.items == [] && !outline.contains(1))
    }

    @Test func whatCannotBeDoneChangesNothing() throws {
        var outline = try outline()
        let before = outline
        #expect(throws: SnapshotError.duplicateIdentifiers("item", ["7", "8"])) {
            try outline.append([7, 8, 8], to: 1)
        }
        #expect(throws: SnapshotError.unknownIdentifier("item", "99")) { try outline.append([8], to: 99) }
        #expect(throws: SnapshotError.unknownIdentifier("item", "99")) { try outline.insert([8], before: 99) }
        #expect(throws: SnapshotError.unknownIdentifier("item", "99")) { try outline.insert([8], after: 99) }
        #expect(throws: SnapshotError.duplicateIdentifiers("item", ["6", "7"])) {
            try outline.replace(childrenOf: 1, using: before.snapshot(of: 6, includingParent: true))
        }
        #expect(outline == before)
    }

    @Test func aListShowsTheVisibleItemsOfItsSections() throws {
        var outline = try outline()
        outline.expand([1])
        var list = ListSnapshot<String, Int>()
        try list.appendSections(["A", "B", "C"])
        try list.appendItems([20], toSection: "A")
        try list.appendItems([30], toSection: "B")
        #expect(!list.hasLevels)
        try list.apply(outline, to: "B")
        #expect(list.items(in: 0..<list.numberOfItems) == [20, 1, 2, 5, 6] && list.sectionCounts == [1, 4, 0])
        #expect(list.level(of: 5) == 1 && list.level(of: 20) == 0 && list.level(of: 3) == nil)
        #expect(list.hasChildren(2) && !list.hasChildren(5) && !list.hasChildren(20) && list.parent(of: 5) == 1)
        let more = try #require(list.settingExpanded(true, 2))
        #expect(more.items(in: 0..<more.numberOfItems) == [20, 1, 2, 3, 4, 5, 6] && more.isExpanded(2))
        #expect(list.settingExpanded(true, 1) == nil && list.settingExpanded(true, 20) == nil)
        let changes = Changeset(from: list, to: more)
        #expect(changes.inserted.map(\.id) == [3, 4] && changes.moved.isEmpty)
        #expect(throws: SnapshotError.unknownIdentifier("section", "Z")) { try list.apply(outline, to: "Z") }
        #expect(throws: SnapshotError.duplicateIdentifiers("item", ["1", "2", "5", "6"])) {
            try list.apply(outline, to: "C")
        }
        try list.appendItems([3], toSection: "C")
        #expect(list.settingExpanded(true, 2) == nil, "another section has the item")
        #expect(list.outline(of: "B") == outline && list.outline(of: "A") == nil)
        list.deleteSections(["B"])
        #expect(!list.hasLevels)
        #expect(contractViolations(of: more) == [])
    }

    @Test func anOutlineMayBeDeeperThanAStack() throws {
        var outline = SectionSnapshot<Int>()
        try outline.append([0])
        for item in 1..<100_000 { try outline.append([item], to: item - 1) }
        outline.expand(Array(0..<100_000))
        #expect(outline.visibleItems.count == 100_000 && outline.level(of: 99_999) == 99_999)
        outline.delete([1])
        #expect(outline.items == [0])
    }

    /// An item with its children.
    private struct Branch {
        var id: Int
        var isExpanded = false
        var children: [Branch] = []

        func items(onlyVisible: Bool) -> [Int] {
            [id] + (onlyVisible && !isExpanded ? [] : children.flatMap { $0.items(onlyVisible: onlyVisible) })
        }

        /// Edits the children of the branch that has an item.
        mutating func edit(_ item: Int, _ body: (inout Branch, Int) -> Void) {
            if let index = children.firstIndex(where: { $0.id == item }) { return body(&self, index) }
            for index in children.indices { children[index].edit(item, body) }
        }

        func level(of item: Int, _ level: Int = -1) -> Int? {
            id == item ? level : children.lazy.compactMap { $0.level(of: item, level + 1) }.first
        }
    }

    @Test(arguments: 0..<UInt64(4))
    func randomEditsAreThoseOfATree(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var outline = SectionSnapshot<Int>()
        var tree = Branch(id: -1, isExpanded: true)
        var list = ListSnapshot<Int, Int>()
        try list.appendSections([0])
        for step in 0..<draws(1_000, long: 130_000) {
            let known = outline.items
            let item = known.randomElement(using: &generator) ?? -1
            let new = known.count > 60 ? [] : (0..<generator.skewed(upTo: 3)).map { step * 10 + $0 }
            let branches = new.map { Branch(id: $0) }
            switch Int.random(in: 0..<7, using: &generator) {
            case 0 where item >= 0:
                try outline.append(new, to: item)
                tree.edit(item) { $0.children[$1].children += branches }
            case 1 where item >= 0:
                try outline.insert(new, before: item)
                tree.edit(item) { $0.children.insert(contentsOf: branches, at: $1) }
            case 2 where item >= 0:
                try outline.insert(new, after: item)
                tree.edit(item) { $0.children.insert(contentsOf: branches, at: $1 + 1) }
            case 3:
                let gone = [item, known.randomElement(using: &generator) ?? -1]
                outline.delete(gone)
                for item in gone { tree.edit(item) { $0.children.remove(at: $1) } }
            case 4:
                outline.expand([item])
                tree.edit(item) { $0.children[$1].isExpanded = true }
            case 5:
                outline.collapse([item])
                tree.edit(item) { $0.children[$1].isExpanded = false }
            default:
                try outline.append(new)
                tree.children += branches
            }
            #expect(outline.items == Array(tree.items(onlyVisible: false).dropFirst()), "seed \(seed), step \(step)")
            let before = list
            try list.apply(outline, to: 0)
            let visible = Array(tree.items(onlyVisible: true).dropFirst())
            #expect(list.items(in: 0..<list.numberOfItems) == visible, "seed \(seed), step \(step)")
            #expect(visible.allSatisfy { list.level(of: $0) == tree.level(of: $0) }, "seed \(seed), step \(step)")
            let changes = Changeset(from: before, to: list)
            let items = before.items(in: 0..<before.numberOfItems)
            #expect(try replay(changes, on: [items]) == [visible], "seed \(seed), step \(step)")
        }
    }
}
