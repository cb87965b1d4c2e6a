import AviaryResults
import AviarySnapshots
import AviaryViews

/// The palettes with their names, which the headers of their sections show.
///
/// A header is configured at once, so that the names are read before the list is told to have changed. Palettes are few.
final class PaletteNames: CollectionViewDataSource {
    private(set) var snapshot: any Snapshot<Palette.ID>
    private(set) var names: [Palette.ID: String]
    private let palettes: FetchedResults<Palette>
    private let interrupt: () -> Void
    private let next: () async -> CollectionUpdate<Palette.ID>?

    init(_ palettes: FetchedResults<Palette>) async {
        let updates = palettes.updates()
        var iterator = updates.makeAsyncIterator()
        self.palettes = palettes
        interrupt = { updates.interrupt() }
        snapshot = updates.initial
        next = {
            await iterator.next().map { CollectionUpdate(to: $0.new, changeset: $0.changeset, failure: $0.failure) }
        }
        names = [:]
        // What cannot be read now is told of by the updates, and read when it can be.
        names = (try? await read(updates.initial)) ?? [:]
    }

    /// The palette that comes first.
    var first: Palette.ID? { snapshot.numberOfItems > 0 ? snapshot.item(at: 0) : nil }

    func nextUpdate() async -> CollectionUpdate<Palette.ID>? {
        guard let update = await next() else { return nil }
        // What cannot be read is told of by the update that failed.
        if let names = try? await read(update.new) { self.names = names }
        return update
    }

    private func read(_ snapshot: any Snapshot<Palette.ID>) async throws -> [Palette.ID: String] {
        try await palettes.elements(for: snapshot.items(in: 0..<snapshot.numberOfItems)).mapValues(\.name)
    }

    func stopWaiting() { interrupt() }
    func didShow(_ snapshot: any Snapshot<Palette.ID>) { self.snapshot = snapshot }
    func prepare(_ items: [Palette.ID]) async throws {}
    func reuseIdentifier(for item: Palette.ID) -> String? { nil }
    func configure(_ cell: Cell, for item: Palette.ID) -> Bool { true }
    func attach(to view: CollectionView<Palette.ID>) {}
}
