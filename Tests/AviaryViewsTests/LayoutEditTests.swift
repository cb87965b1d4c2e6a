import AviarySnapshots
import AviaryViews
import Testing

/// Which sections a change of a list concerns.
struct LayoutEditTests {
    private func list(_ sections: [(String, [Int])]) throws -> ListSnapshot<String, Int> {
        var list = ListSnapshot<String, Int>()
        for (name, items) in sections {
            try list.appendSections([name])
            try list.appendItems(items, toSection: name)
        }
        return list
    }

    private func edit(
        _ old: [(String, [Int])], _ new: [(String, [Int])], updated: [Int: ColumnSet] = [:]
    ) throws -> LayoutEdit {
        let (old, new) = (try list(old), try list(new))
        return LayoutEdit(
            Changeset(from: old, to: new, updated: updated), sectionsBefore: old.numberOfSections)
    }

    /// As in most lists: whatever changes, changes there.
    @Test func anyChangeOfTheOnlySectionConcernsIt() throws {
        let one = LayoutEdit(changedSections: [0])
        #expect(try edit([("a", [1, 2])], [("a", [1, 2, 3])]) == one)
        #expect(try edit([("a", [1, 2])], [("a", [2])]) == one)
        #expect(try edit([("a", [1, 2, 3])], [("a", [3, 1, 2])]) == one)
        #expect(try edit([("a", [1, 2])], [("a", [1, 2])], updated: [1: .all]) == one)
        #expect(try edit([("a", [1, 2])], [("a", [1, 2])]) == LayoutEdit())
    }

    @Test func sectionsThatComeAndGoAreTold() throws {
        #expect(try edit([("a", [1])], [("a", [1]), ("b", [2])]).insertedSections == [1])
        #expect(try edit([("a", [1])], [("b", [2])]).deletedSections == [0])
        #expect(try edit([("a", [1]), ("b", [2])], [("a", [1]), ("b", [2, 3])]) == LayoutEdit(changedSections: [1]))
        #expect(try edit([("a", [1]), ("b", [2])], [("b", [2, 3]), ("a", [1])]).changedSections.contains(0))
    }
}
