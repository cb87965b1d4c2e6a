import AviaryBatches
import AviarySnapshots
import AviaryTesting
import Foundation
import Testing

/// Changesets applied to views by the names that Apple's have, as strict as those.
@MainActor struct BatchUpdatingTests {
    typealias View = StrictCollectionView<Entry>

    struct Entry: Identifiable, Equatable {
        let id: Int
        var content = 0
    }

    /// Which of Apple's views it is by its names.
    enum Shape: CaseIterable { case collectionView, itemSets, rows }

    /// Together 24,000 steps.
    @Test(arguments: Shape.allCases, [UInt64(1), 2])
    func everyBatchIsAccepted(shape: Shape, seed: UInt64) throws {
        var walk = RandomWalk(seed: seed)
        var data = walk.entries
        let view = View { data }
        for step in 0..<4000 {
            let (changeset, next) = try walk.step()
            view.apply(changeset, as: shape) { data = next }
            view.checkCells()
            guard view.faults.isEmpty else {
                Issue.record("seed \(seed), step \(step): \(view.faults)")
                return
            }
        }
        #expect(walk.movesAcrossChangedSections > 500 && view.cellsReconfigured > 500 || shape == .itemSets)
    }

    /// Faults to inject into a changeset. Each returns whether it changed anything.
    nonisolated static let faults: [(name: String, break: @Sendable (inout Changeset<Int>) -> Bool)] = [
        ("a delete is forgotten", { $0.changesSections ? false : $0.deleted.popLast() != nil }),
        ("an insert is forgotten", { $0.changesSections ? false : $0.inserted.popLast() != nil }),
        ("a move is forgotten", { $0.changesSections ? false : $0.moved.popLast() != nil }),
        ("an update is forgotten", { $0.changesSections ? false : $0.updated.popLast() != nil }),
        ("a deleted section is forgotten", { $0.deletedSections.popLast() != nil }),
        ("an inserted section is forgotten", { $0.insertedSections.popLast() != nil }),
        (
            "an item is deleted twice",
            { changeset in
                guard !changeset.changesSections, let item = changeset.deleted.last else { return false }
                changeset.deleted.append(item)
                return true
            }
        ),
        (
            "an item is inserted beyond its index path",
            { changeset in
                guard !changeset.changesSections, let last = changeset.inserted.indices.last else { return false }
                changeset.inserted[last].path.item += 1
                return true
            }
        ),
        (
            "two moved items are exchanged",
            { changeset in
                guard !changeset.changesSections, changeset.moved.count >= 2 else { return false }
                (changeset.moved[0].to, changeset.moved[1].to) = (changeset.moved[1].to, changeset.moved[0].to)
                return true
            }
        ),
    ]

    @Test(arguments: faults.indices)
    func everyFaultIsRefused(_ fault: Int) throws {
        var walk = RandomWalk(seed: 9)
        var broken = 0
        while broken < 200 {
            var data = walk.entries
            let view = View { data }
            var (changeset, next) = try walk.step()
            guard Self.faults[fault].break(&changeset) else { continue }
            broken += 1
            view.apply(changeset) { data = next }
            view.checkCells()
            guard view.faults.isEmpty else { continue }
            Issue.record("\(Self.faults[fault].name): nobody noticed at \(broken)")
            return
        }
    }

    @Test func aMoveOutOfADeletedSectionIsRefusedWhenToldAsAMove() {
        var data = [[Entry(id: 1)], [Entry(id: 2)]]
        let view = View { data }
        view.performBatchUpdates(
            {
                data = [[Entry(id: 1), Entry(id: 2)]]
                view.deleteSections([1])
                view.moveItem(at: [1, 0], to: [0, 1])
            }, completion: nil)
        #expect(view.faults == ["cannot move an item from a deleted section (1)"])
    }

    @Test func aReloadOfAMovedItemIsRefused() {
        var data = [[Entry(id: 1), Entry(id: 2)]]
        let view = View { data }
        view.performBatchUpdates(
            {
                data = [[Entry(id: 2), Entry(id: 1)]]
                view.moveItem(at: [0, 1], to: [0, 0])
                view.reloadItems(at: [[0, 1]])
            }, completion: nil)
        #expect(view.faults.count == 1)
    }

    @Test func aMovedAndUpdatedItemKeepsItsCell() throws {
        var data = [[Entry(id: 1), Entry(id: 2), Entry(id: 3)]]
        let view = View { data }
        let (old, new) = (try Sections(["A": [1, 2, 3]]).list, try Sections(["A": [3, 1, 2]]).list)
        var isDone = false
        view.apply(Changeset(from: old, to: new, updated: [3: .all]), completion: { isDone = $0 }) {
            data = [[Entry(id: 3, content: 1), Entry(id: 1), Entry(id: 2)]]
        }
        view.checkCells()
        #expect(view.faults.isEmpty && view.cellsMade == 0 && view.cellsReconfigured == 1 && isDone)
    }

    @Test func indexPathsAreFoundations() {
        let path = ItemIndexPath(section: 2, item: 7)
        #expect(IndexPath(path) == [2, 7] && ItemIndexPath(IndexPath(path)) == path)
    }
}

extension Changeset {
    /// An item that is deleted or inserted with its section is not listed by itself, so removing it is no fault.
    fileprivate var changesSections: Bool { !deletedSections.isEmpty || !insertedSections.isEmpty }
}
