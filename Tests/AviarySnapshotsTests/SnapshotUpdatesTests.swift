import AviarySnapshots
import Testing

struct SnapshotUpdatesTests {
    private func list(_ count: Int) -> ListSnapshot<Int, Int> { ListSnapshot(uniqueSections: [(0, Array(0..<count))]) }

    private func update(_ old: Int, _ new: Int) -> SnapshotUpdate<ListSnapshot<Int, Int>> {
        let (old, new) = (list(old), list(new))
        return SnapshotUpdate(from: old, to: new, changeset: Changeset(from: old, to: new))
    }

    @Test func aReaderThatIsCancelledEndsAndAnotherGoesOn() async {
        let updates = SnapshotUpdates(initial: list(0))
        let first = Task { await updates.first { _ in true } }
        first.cancel()
        #expect(await first.value == nil)
        updates.send(update(0, 1))
        updates.send(update(1, 3))
        let next = await updates.first { _ in true }
        #expect(next?.new.numberOfItems == 3 && next?.changeset.inserted.count == 3, "what was missed comes as one")
        updates.finish()
        #expect(await updates.first { _ in true } == nil)
    }

    @Test func aReaderThatIsInterruptedEndsAndMayComeBack() async {
        let updates = SnapshotUpdates(initial: list(0))
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
        updates.send(update(0, 1))
        #expect(await updates.first { _ in true }?.new.numberOfItems == 1)
    }

    @Test func noUpdateIsLostWhenReadersAreCancelledInMidFlight() async {
        let updates = SnapshotUpdates(initial: list(0))
        let writer = Task {
            for count in 0..<2_000 {
                updates.send(update(count, count + 1))
                await Task.yield()
            }
            updates.finish()
        }
        var count = 0
        while count < 2_000 {
            let reader = Task { () -> [Range<Int>] in
                var seen: [Range<Int>] = []
                for await update in updates { seen.append(update.old.numberOfItems..<update.new.numberOfItems) }
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
