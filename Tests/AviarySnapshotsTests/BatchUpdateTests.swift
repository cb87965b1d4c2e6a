import AviarySnapshots
import Testing

/// The rules of batch updates, one in each row: counts before, counts after, the batch, and its fault.
struct BatchUpdateTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var before: [Int]
        var after: [Int]
        var batch: BatchUpdate
        var error: BatchUpdateError?

        init(
            _ name: String, _ before: [Int], _ after: [Int], error: BatchUpdateError? = nil,
            _ fill: (inout BatchUpdate) -> Void
        ) {
            testDescription = name
            (self.before, self.after, self.error) = (before, after, error)
            batch = BatchUpdate()
            fill(&batch)
        }
    }

    static func path(_ section: Int, _ item: Int) -> ItemIndexPath { ItemIndexPath(section: section, item: item) }

    static let rows: [Row] = [
        Row("nothing", [3], [3]) { _ in },
        Row("nothing at all", [], []) { _ in },
        Row("an insert", [3], [4]) { $0.insertedItems = [path(0, 3)] },
        Row("the first insert", [0], [1]) { $0.insertedItems = [path(0, 0)] },
        Row("the last delete", [1], [0]) { $0.deletedItems = [path(0, 0)] },
        Row("delete counts in the old list, insert in the new", [3], [3]) {
            $0.deletedItems = [path(0, 2)]
            $0.insertedItems = [path(0, 2)]
        },
        Row("a move", [3], [3]) { $0.movedItems = [.init(from: path(0, 0), to: path(0, 2))] },
        Row("a move that carries an update", [3], [3]) {
            $0.movedItems = [.init(from: path(0, 0), to: path(0, 2))]
            $0.reconfiguredItems = [path(0, 0)]
        },
        Row("a move across sections", [2, 1], [1, 2]) { $0.movedItems = [.init(from: path(0, 1), to: path(1, 0))] },
        Row("into an inserted section", [2], [1, 1]) {
            $0.insertedSections = [1]
            $0.movedItems = [.init(from: path(0, 1), to: path(1, 0))]
        },
        Row("out of a deleted section", [1, 1], [2]) {
            $0.deletedSections = [1]
            $0.movedItems = [.init(from: path(1, 0), to: path(0, 1))]
        },
        Row("the only one moves across: its section goes, another comes", [1], [1]) {
            $0.deletedSections = [0]
            $0.insertedSections = [0]
            $0.movedItems = [.init(from: path(0, 0), to: path(0, 0))]
        },
        Row("items of a deleted section may be deleted too", [2, 1], [1]) {
            $0.deletedSections = [0]
            $0.deletedItems = [path(0, 0), path(0, 1)]
        },
        Row("a section that moves keeps its items", [2, 1, 0], [0, 2, 1]) {
            $0.movedSections = [.init(from: 2, to: 0)]
        },
        Row("everything at once", [4, 2], [4, 1, 2]) {
            $0.insertedSections = [1]
            $0.insertedItems = [path(0, 0), path(1, 0)]
            $0.deletedItems = [path(0, 3)]
            $0.movedItems = [.init(from: path(0, 0), to: path(0, 3))]
            $0.reloadedItems = [path(1, 1)]
        },
        Row("one too few", [3], [3], error: itemCount(before: 3, after: 3, inserted: 1)) {
            $0.insertedItems = [path(0, 0)]
        },
        Row("an unannounced delete", [3], [2], error: itemCount(before: 3, after: 2)) { _ in },
        Row("moved in but not counted", [1, 1], [1, 1], error: itemCount(before: 1, after: 1, movedOut: 1)) {
            $0.movedItems = [.init(from: path(0, 0), to: path(1, 0))]
        },
        Row("sections do not add up", [1], [1, 1], error: .sectionCount(before: 1, after: 2, inserted: 0, deleted: 0)) {
            _ in
        },
        Row("delete of what is not there", [2], [1], error: .noSuchItem("delete", path(0, 2), count: 2)) {
            $0.deletedItems = [path(0, 2)]
        },
        Row("delete at a new index path", [1], [1], error: .noSuchItem("delete", path(0, 1), count: 1)) {
            $0.insertedItems = [path(0, 0)]
            $0.deletedItems = [path(0, 1)]
        },
        Row("insert beyond the end", [1], [2], error: .noSuchItem("insert", path(0, 2), count: 2)) {
            $0.insertedItems = [path(0, 2)]
        },
        Row("negative", [1], [2], error: .noSuchItem("insert", path(0, -1), count: 2)) {
            $0.insertedItems = [path(0, -1)]
        },
        Row("in no section", [1], [1], error: .noSuchSection("reload item [3, 0] in", 3, count: 1)) {
            $0.reloadedItems = [path(3, 0)]
        },
        Row("delete of no section", [1], [], error: .noSuchSection("delete", 1, count: 1)) { $0.deletedSections = [1] },
        Row("delete and move of one item", [2], [1], error: .itemChangedTwice(path(0, 0))) {
            $0.deletedItems = [path(0, 0)]
            $0.movedItems = [.init(from: path(0, 0), to: path(0, 0))]
        },
        Row("deleted twice", [2], [0], error: .itemChangedTwice(path(0, 0))) {
            $0.deletedItems = [path(0, 0), path(0, 0)]
        },
        Row("reload of a moved item", [2], [2], error: .itemChangedTwice(path(0, 1))) {
            $0.movedItems = [.init(from: path(0, 1), to: path(0, 0))]
            $0.reloadedItems = [path(0, 1)]
        },
        Row("reconfigure of a deleted item", [2], [1], error: .itemChangedTwice(path(0, 1))) {
            $0.deletedItems = [path(0, 1)]
            $0.reconfiguredItems = [path(0, 1)]
        },
        Row("insert and move to one index path", [2], [3], error: .pathFilledTwice(path(0, 0))) {
            $0.insertedItems = [path(0, 0)]
            $0.movedItems = [.init(from: path(0, 1), to: path(0, 0))]
        },
        Row("a section deleted and moved", [1, 1], [1], error: .sectionChangedTwice(0)) {
            $0.deletedSections = [0]
            $0.movedSections = [.init(from: 0, to: 0)]
        },
        Row("two sections at one index", [1], [1, 1], error: .sectionFilledTwice(1)) {
            $0.movedSections = [.init(from: 0, to: 1)]
            $0.insertedSections = [1]
        },
    ]

    static func itemCount(before: Int, after: Int, inserted: Int = 0, movedOut: Int = 0) -> BatchUpdateError {
        .itemCount(
            section: 0, before: before, after: after, inserted: inserted, deleted: 0, movedIn: 0, movedOut: movedOut)
    }

    @Test func theMethodsOfUICollectionViewFillABatch() throws {
        var (before, after) = (ListSnapshot<String, Int>(), ListSnapshot<String, Int>())
        try before.appendSections(["a", "b", "c", "d"])
        try before.appendItems([1, 2, 3], toSection: "a")
        try before.appendItems([4], toSection: "b")
        try before.appendItems([5], toSection: "d")
        try after.appendSections(["d", "e", "a"])
        try after.appendItems([5], toSection: "d")
        try after.appendItems([2, 3, 1, 6], toSection: "a")
        var batch = BatchUpdate()
        batch.deleteSections([1, 2])
        batch.insertSections([1])
        batch.moveSection(3, toSection: 0)
        batch.moveItem(at: Self.path(0, 0), to: Self.path(2, 2))
        batch.insertItems(at: [Self.path(2, 3)])
        batch.deleteItems(at: [Self.path(1, 0)])
        batch.reloadItems(at: [Self.path(0, 1)])
        batch.reconfigureItems(at: [Self.path(0, 2)])
        #expect(batch.movedSections.map(\.from) == [3] && batch.movedSections.map(\.to) == [0])
        #expect(batch.movedItems.map(\.from) == [Self.path(0, 0)] && batch.movedItems.map(\.to) == [Self.path(2, 2)])
        #expect(batch.reloadedItems == [Self.path(0, 1)] && batch.reconfiguredItems == [Self.path(0, 2)])
        let counts = [before, after].map { list in (0..<list.numberOfSections).map(list.numberOfItems(inSection:)) }
        try batch.validate(from: counts[0], to: counts[1])
        // Without the insert of the section the counts do not fit.
        batch.insertedSections = []
        #expect(throws: BatchUpdateError.self) { try batch.validate(from: counts[0], to: counts[1]) }
    }

    @Test(arguments: rows) func aBatchIsValidOrSaysWhatIsWrong(_ row: Row) {
        #expect(row.failure == row.error)
    }

    @Test func theSentenceNamesSectionAndCounts() {
        let error = Self.itemCount(before: 3, after: 3, inserted: 1)
        #expect(
            error.description
                == "The number of items in section 0 after the batch (3) must be the number before it (3), plus 1 "
                + "inserted, minus 0 deleted, plus 0 moved in, minus 0 moved out.")
    }
}

extension BatchUpdateTests.Row {
    fileprivate var failure: BatchUpdateError? {
        do throws(BatchUpdateError) {
            try batch.validate(from: before, to: after)
            return nil
        } catch {
            return error
        }
    }
}
