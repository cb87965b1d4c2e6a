import AviarySnapshots
import Testing

struct SnapshotUpdatesTests {
    private func list(_ count: Int) -> ListSnapshot<Int, Int> { ListSnapshot(uniqueSections: [(0, Array(0..<count))]) }

    private func update(_ old: Int, _ new: Int) -> SnapshotUpdate<ListSnapshot<Int, Int>> {
        let (old, new) = (list(old), list(new))
        return SnapshotUpdate(from: old, to: new, changeset: Changeset(from: old, to: new))
    }

    @Test func aReaderThatIsCancelledEndsAndAnotherGoesOn() async {
        let (updates, list) = SnapshotUpdates.makeUpdates(from: list(0))
        let first = Task { await updates.first { _ in true } }
        first.cancel()
        #expect(await first.value == nil)
        list.yield(update(0, 1))
        list.yield(update(1, 3))
        let next = await updates.first { _ in true }?.change
        #expect(next?.new.numberOfItems == 3 && next?.changeset.inserted.count == 3, "what was missed comes as one")
        list.finish()
        #expect(await updates.first { _ in true } == nil)
    }

    @Test func aReaderThatIsInterruptedEndsAndMayComeBack() async {
        let (updates, list) = SnapshotUpdates.makeUpdates(from: list(0))
        // Interrupted again and again, since nobody tells when it has begun to wait.
        let interrupting = Task {
            while !Task.isCancelled {
                updates.interrupt()
                await Task.yield()
            }
        }
        #expect(await updates.first { _ in true } == nil)
        interrupting.cancel()
        await interrupting.value
        list.yield(update(0, 1))
        #expect(await updates.first { _ in true }?.change?.new.numberOfItems == 1)
    }

    @Test func aFailureIsToldBehindTheChangesBeforeItUntilTheNextOne() async {
        struct Unreadable: Error {}
        let (updates, list) = SnapshotUpdates.makeUpdates(from: list(0))
        list.yield(update(0, 1))
        list.fail(Unreadable())
        #expect(await updates.next()?.change?.new.numberOfItems == 1)
        guard case .failure(let error) = await updates.next() else {
            Issue.record("The failure is lost.")
            return
        }
        #expect(error is Unreadable)

        list.fail(Unreadable())
        list.yield(update(1, 2))
        list.finish()
        #expect(await updates.next()?.change?.new.numberOfItems == 2, "a change says that the list can be read again")
        #expect(await updates.next() == nil)
    }

    @Test func noUpdateIsLostWhenReadersAreCancelledInMidFlight() async {
        let (updates, list) = SnapshotUpdates.makeUpdates(from: list(0))
        let writer = Task {
            for count in 0..<2_000 {
                list.yield(update(count, count + 1))
                await Task.yield()
            }
            list.finish()
        }
        var count = 0
        while count < 2_000 {
            let reader = Task { () -> [Range<Int>] in
                var seen: [Range<Int>] = []
                for await update in updates {
                    guard let change = update.change else { continue }
                    seen.append(change.old.numberOfItems..<change.new.numberOfItems)
                }
                return seen
            }
            await Task.yield()
            reader.cancel()
            for step in await reader.value {
                #expect(step.lowerBound == count)
                count = step.upperBound
            }
        }
        await writer.value
        #expect(count == 2_000)
    }
}
