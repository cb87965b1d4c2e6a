import AviaryBatches
import AviaryResults
import AviarySnapshots
import AviaryTesting
import Foundation
import GRDB
import Synchronization
import Testing

/// The code of the article. Where there is no UIKit, a strict view stands for its collection view.
struct FromNSFetchedResultsController {
    struct Photo: Codable, LiveRecord {
        var id: Int64
        var title: String
        var takenAt: Date
        var isFavorite: Bool
    }

    @Test @MainActor func theArticleDoesWhatItSays() async throws {
        let test = try TestStore(
            schema: """
                CREATE TABLE photo(id INTEGER PRIMARY KEY, title TEXT, takenAt DATETIME, isFavorite BOOLEAN);
                CREATE TABLE thing(id INTEGER PRIMARY KEY);
                INSERT INTO photo VALUES (1, 'Sea', '2026-05-01', TRUE), (2, 'Hill', '2026-05-02', TRUE);
                INSERT INTO photo VALUES (3, 'Rain', '2026-05-03', FALSE);
                """)
        defer { test.remove() }
        let store = test.store
        let request = ListRequest<Photo>(
            filter: Column("isFavorite") == true, sort: [Column("takenAt").desc])
        let photos = try await FetchedResults(request, in: store)

        let byMonth = ListRequest<Photo>(
            sort: [Column("takenAt").desc], sections: .by(SQL("strftime('%Y-%m', takenAt)").desc))
        let months = try await FetchedResults(byMonth, in: store)
        let titles = (0..<months.snapshot.numberOfSections).map { months.snapshot.sectionIdentifier(at: $0).title }
        #expect(titles == ["2026-05"])

        let log = PhotoLog()
        photos.delegate = log
        let controller = PhotosController(photos)
        let following = Task { await controller.follow() }
        while !controller.isFollowing { await Task.yield() }

        try await test.execute("UPDATE photo SET takenAt = '2026-06-01', title = 'Tide' WHERE id = 1")
        try await test.execute("UPDATE photo SET isFavorite = id = 3 WHERE id > 1")
        #expect(
            log.notes == [
                "photo 1 moves from [0, 1] to [0, 0]", "photo 1 at [0, 0] is another", "photo 2 goes from [0, 1]",
                "photo 3 comes to [0, 1]",
            ])

        var latest = photos.request
        latest.filter = nil
        latest.limit = 2
        try await photos.change(to: latest)
        try await test.execute("UPDATE photo SET takenAt = '2027-01-01' WHERE id = 2")
        #expect(photos.snapshot.allItems == [2, 1])

        store.close()
        await following.value
        #expect(controller.collectionView.faults == [] && controller.snapshot.allItems == [2, 1])
        try await controller.willShow([[0, 0], [0, 1]])
        #expect(controller.rows.mapValues(\.title) == [1: "Tide", 2: "Hill"])
    }

    final class PhotoLog: FetchedResultsDelegate {
        func didChangeItem(_ change: ItemChange) {
            switch change {
            case .insert(let id, let path): note("photo \(id) comes to \(path)")
            case .delete(let id, let path): note("photo \(id) goes from \(path)")
            case .move(let id, let old, let new): note("photo \(id) moves from \(old) to \(new)")
            case .update(let id, _, let path, _): note("photo \(id) at \(path) is another")
            }
        }

        private let lines = Mutex<[String]>([])
        var notes: [String] { lines.withLock { $0 } }
        private func note(_ line: String) { lines.withLock { $0.append(line) } }
    }

    @MainActor final class PhotosController {
        /// What stands for a cell: the photo that it shows.
        struct Shown: Identifiable, Equatable { let id: Int64 }

        let photos: FetchedResults<Photo>
        var snapshot: RowsSnapshot
        var rows: [Int64: Photo] = [:]
        private(set) lazy var collectionView = StrictCollectionView<Shown> { [unowned self] in
            (0..<snapshot.numberOfSections).map { snapshot.items(in: snapshot.range(ofSection: $0)).map(Shown.init) }
        }
        var isFollowing: Bool { collectionView.reloads > 0 }

        init(_ photos: FetchedResults<Photo>) {
            self.photos = photos
            snapshot = photos.snapshot
        }

        func follow() async {
            let updates = photos.updates()
            snapshot = updates.initial
            collectionView.reloadData()
            for await update in updates {
                switch update {
                case .success(let change): collectionView.apply(change.changeset) { self.snapshot = change.new }
                case .failure(let error): show(error)
                }
            }
        }

        func show(_ error: any Error) { Issue.record(error) }

        func willShow(_ paths: [IndexPath]) async throws {
            let ids = paths.compactMap { snapshot.item(at: ItemIndexPath($0)) }
            rows.merge(try await photos.elements(for: ids)) { $1 }
        }
    }
}

#if canImport(UIKit)
    import UIKit

    extension UICollectionView: @retroactive BatchUpdating {}
#endif
