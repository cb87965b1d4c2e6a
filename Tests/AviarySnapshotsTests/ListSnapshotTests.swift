import AviarySnapshots
import AviaryTesting
import Testing

struct ListSnapshotTests {
    @Test func positionsAndPathsAgree() throws {
        let list = try Sections(["A": [1, 2], "B": [], "C": [3]]).list
        #expect(list.sectionCounts == [2, 0, 1])
        #expect((0..<3).map(list.indexPath(at:)).map(\.description) == ["[0, 0]", "[0, 1]", "[2, 0]"])
        #expect((0..<3).allSatisfy { list.position(of: list.item(at: $0)) == $0 })
        #expect(list.item(at: ItemIndexPath(section: 1, item: 0)) == nil)
        #expect(list.item(at: ItemIndexPath(section: 3, item: 0)) == nil)
        #expect(list.indexPath(of: 4) == nil)
    }

    @Test(arguments: [["A": [1, 2], "B": [], "C": [3]], [:], ["A": []], ["A": [5, 4, 3, 2, 1]]] as [Sections])
    func keepsTheContract(sections: Sections) throws {
        #expect(contractViolations(of: try sections.list) == [])
    }

    @Test func editsKeepSectionsApart() throws {
        var list = try Sections(["A": [1, 2], "B": [3]]).list
        try list.insertItems([8], beforeItem: 1)
        try list.insertItems([9], afterItem: 2)
        try list.appendItems([7], toSection: "A")
        #expect(Sections(list) == Sections(["A": [8, 1, 2, 9, 7], "B": [3]]))
        list.deleteItems([1, 3, 99])
        #expect(Sections(list) == Sections(["A": [8, 2, 9, 7], "B": []]))
        try list.appendItems([4], toSection: "B")
        list.deleteSections(["A", "Z"])
        #expect(Sections(list) == Sections(["B": [4]]))
    }

    @Test func anIdentifierThereTwiceIsRefusedAndNothingHappens() throws {
        var list = try Sections(["A": [1, 2]]).list
        let before = list
        #expect(throws: SnapshotError.duplicateIdentifiers("item", ["2", "5"])) {
            try list.appendItems([2, 5, 5], toSection: "A")
        }
        #expect(throws: SnapshotError.duplicateIdentifiers("section", ["A"])) { try list.appendSections(["B", "A"]) }
        #expect(throws: SnapshotError.unknownIdentifier("section", "Q")) { try list.appendItems([3], toSection: "Q") }
        #expect(throws: SnapshotError.unknownIdentifier("item", "6")) { try list.insertItems([3], beforeItem: 6) }
        #expect(list == before)
    }
}
