import AviaryImages
import AviaryResults
import AviarySnapshots
import AviaryTesting
import AviaryViews
import Foundation
import GRDB
import GRDBSQLite
import Synchronization
import Testing

@testable import aviary

/// Which photographs a query lists, and in what order, while people work on them.
struct PhotoOrderTests {
    private let album: PhotoAlbum

    init() throws { album = try PhotoAlbum() }

    /// Rows without originals.
    private func insert(_ names: [String], taken: [Int64] = []) async throws -> [Photo.ID] {
        try await album.edit { db in
            try db.insertPhotos(
                names.enumerated().map { index, name in
                    NewPhoto(
                        name: name, content: ContentID(of: Array(name.utf8)), type: "image/jpeg", size: 1, width: 3,
                        height: 2, color: "#112233", takenAt: index < taken.count ? taken[index] : nil, camera: "Finch")
                })
        }
    }

    private func milliseconds(_ text: String) throws -> Int64 { try #require(TakenDate.read(text)) }

    @Test func photographsStandAsTheyWerePutAndByDateAndByName() async throws {
        let taken = try ["2024:05:17 10:00:00", "2025:01:02 08:00:00", "2024:05:17 09:00:00"].map(milliseconds)
        let ids = try await insert(["b.jpg", "C.jpg", "a.jpg"], taken: taken)
        #expect(try await album.names() == ["b.jpg", "C.jpg", "a.jpg"])
        #expect(try await album.names(PhotoQuery(order: .date)) == ["C.jpg", "b.jpg", "a.jpg"])
        #expect(try await album.names(PhotoQuery(order: .name)) == ["a.jpg", "b.jpg", "C.jpg"])
        try await album.edit { try $0.movePhotos(ItemMove([ids[0]], to: .behind(ids[2]))) }
        #expect(try await album.names() == ["C.jpg", "a.jpg", "b.jpg"])
        _ = try await insert(["d.jpg"])
        #expect(try await album.names() == ["C.jpg", "a.jpg", "b.jpg", "d.jpg"], "the new one is last")
        try await album.gallery.store.write { try $0.execute(sql: "INSERT INTO photo(name) VALUES ('other')") }
        #expect(try await album.names().last == "other", "another program's, too")
    }

    @Test(arguments: [
        (PhotoQuery.Sections.day, ["2025-01-02", "2024-05-17", "2024-05-02"]), (.month, ["2025-01", "2024-05"]),
    ])
    func sectionsAreDaysOrMonths(sections: PhotoQuery.Sections, names: [String]) async throws {
        let taken = ["2024:05:17 23:59:59", "2025:01:02 08:00:00", "2024:05:17 00:00:00", "2024:05:02 12:00:00"]
        _ = try await insert(["a", "b", "c", "d"], taken: taken.map(milliseconds))
        let query = PhotoQuery(order: .date, sections: sections)
        let results = try await FetchedResults(query.request, in: album.gallery.store)
        let snapshot = results.snapshot
        #expect((0..<snapshot.numberOfSections).map { snapshot.sectionIdentifier(at: $0).title } == names)
        #expect(try await album.names(query) == ["b", "a", "c", "d"])
    }

    @Test(arguments: [
        ("2024", ["Löwe.jpg", "tiger.jpg"]), ("may", ["Löwe.jpg", "tiger.jpg"]), ("2025-01", ["LÖWE 2.jpg"]),
        ("löwe", ["Löwe.jpg", "LÖWE 2.jpg"]), ("FINCH tiger", ["tiger.jpg"]), ("100%", []), ("_iger", []), ("'", []),
        ("  ", ["Löwe.jpg", "LÖWE 2.jpg", "tiger.jpg"]),
    ])
    func aSearchFindsWordsInNameCameraAndDate(search: String, found: [String]) async throws {
        let taken = try ["2024:05:17 10:00:00", "2025:01:02 08:00:00", "2024:05:01 09:00:00"].map(milliseconds)
        _ = try await insert(["Löwe.jpg", "LÖWE 2.jpg", "tiger.jpg"], taken: taken)
        #expect(try await album.names(PhotoQuery(search: search)) == found)
    }

    @Test func anAlbumHasItsOwnOrderAndGoesWithoutItsPhotographs() async throws {
        let ids = try await insert(["a", "b", "c", "d"])
        let birds = try await album.edit { try $0.saveAlbum(named: "Birds") }
        let list = PhotoQuery(scope: .album(birds))
        #expect(try await album.edit { try $0.addPhotos([ids[3], ids[0], ids[2]], toAlbum: birds) } == 3)
        #expect(try await album.edit { try $0.addPhotos([ids[0], ids[1]], toAlbum: birds) } == 1)
        #expect(try await album.names(list) == ["a", "c", "d", "b"])
        try await album.edit { try $0.movePhotos(ItemMove([ids[1]], to: .before(ids[0])), in: list.scope) }
        #expect(try await album.names(list) == ["b", "a", "c", "d"])
        #expect(try await album.names() == ["a", "b", "c", "d"], "the order of all is another one")
        #expect(try await album.edit { try $0.removePhotos([ids[2]], fromAlbum: birds) } == 1)
        try await album.edit { _ = try $0.trashPhotos([ids[0]]) }
        #expect(try await album.names(list) == ["b", "d"])
        try await album.undo()
        #expect(try await album.names(list) == ["b", "a", "d"])
        try await album.edit { try $0.deleteAlbum(birds) }
        #expect(try await album.names() == ["a", "b", "c", "d"])
        try await album.undo()
        #expect(try await album.names(list) == ["b", "a", "d"])
        await #expect(throws: PhotoError.albumGone()) { try await album.edit { try $0.deleteAlbum(99) } }
        await #expect(throws: PhotoError.photoGone()) {
            try await album.edit { try $0.movePhotos(ItemMove([ids[1]], to: .before(ids[2])), in: list.scope) }
        }
        #expect(try await album.edit { try $0.renameAlbum(birds, from: "Birds", to: "Terns") } == .renamed)
        #expect(try await album.edit { try $0.renamePhoto(ids[0], from: "?", to: "Tern") } == .overruled("a"))
    }

    @Test func aListSaysWhichOfSomePhotographsItHas() async throws {
        let ids = try await insert(["a.jpg", "b.jpg", "c.jpg"])
        let birds = try await album.edit { db in
            let birds = try db.saveAlbum(named: "Birds")
            _ = try db.addPhotos([ids[0], ids[1]], toAlbum: birds)
            _ = try db.trashPhotos([ids[1]])
            return birds
        }
        let all = Set(ids)
        try await album.gallery.store.read { db in
            for (query, found) in [
                (PhotoQuery(), [ids[0], ids[2]]), (PhotoQuery(scope: .album(birds)), [ids[0]]),
                (PhotoQuery(scope: .trash), [ids[1]]), (PhotoQuery(search: "c.j"), [ids[2]]),
                (PhotoQuery(scope: .album(birds), search: "c.j"), []),
            ] {
                let (among, whole) = (try query.identifiers(among: all, in: db), try query.identifiers(in: db))
                #expect(among == Set(found) && whole == among, "\(query)")
                let none = try query.identifiers(among: [], in: db)
                #expect(none == [])
            }
        }
    }

    @Test(arguments: ["'abc'", "x'00ff'", "9e999", "1.5", "NULL"])
    func aRowOfAnotherProgramIsPassedOverWhenAnAlbumIsArranged(photo: String) async throws {
        let ids = try await insert(["a", "b"])
        let birds = try await album.edit { db in
            let birds = try db.saveAlbum(named: "Birds")
            _ = try db.addPhotos(Set(ids), toAlbum: birds)
            try db.execute(sql: "INSERT INTO albumPhoto(album, photo) VALUES (\(birds), \(photo))")
            return birds
        }
        let list = PhotoQuery(scope: .album(birds))
        try await album.edit { try $0.movePhotos(ItemMove([ids[1]], to: .before(ids[0])), in: list.scope) }
        #expect(try await album.names(list) == ["b", "a"])
    }

    /// How many steps SQLite's virtual machine takes while something is written and followed.
    private func work(_ body: () async throws -> Void) async throws -> Int {
        let (counter, database) = (StepCounter(), album.gallery.store.database)
        try await database.writeWithoutTransaction { db in
            sqlite3_progress_handler(
                db.sqliteConnection, StepCounter.interval,
                { pointer in
                    if let pointer { Unmanaged<StepCounter>.fromOpaque(pointer).takeUnretainedValue().add() }
                    return 0
                }, Unmanaged.passUnretained(counter).toOpaque())
        }
        try await body()
        try await database.writeWithoutTransaction { db in
            sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil)
        }
        return counter.steps
    }

    /// Each change of one photograph costs as much in a large album as in a small one.
    @Test func whatIsDoneToOnePhotographCostsTheSameInALargeAlbum() async throws {
        var costs: [[String: Int]] = []
        for count in [50, 5_000] {
            let other = try PhotoOrderTests()
            costs.append(try await other.costs(inAlbumOf: count))
        }
        for (name, cost) in costs[1] {
            let small = try #require(costs[0][name])
            #expect(cost < small * 2 + 500, "\(name): \(small) steps among 50, \(cost) among 5,000")
        }
    }

    private func costs(inAlbumOf count: Int) async throws -> [String: Int] {
        let store = album.gallery.store
        let ids = try await insert((0..<count + 2).map { "\($0)" })
        let (birds, new) = (try await album.edit { try $0.saveAlbum(named: "Birds") }, ids[count...])
        _ = try await album.edit { try $0.addPhotos(Set(ids.prefix(count)), toAlbum: birds) }
        let lists = [
            try await FetchedResults(PhotoQuery(scope: .album(birds)).request, in: store),
            try await FetchedResults(
                PhotoQuery(scope: .album(birds), order: .date, sections: .month).request, in: store),
        ]
        let edits: [(String, @Sendable (Database) throws -> Void)] = [
            ("favorite", { _ = try $0.setFavorite([ids[20]], to: true) }),
            ("remove", { _ = try $0.removePhotos([ids[21]], fromAlbum: birds) }),
            ("trash", { _ = try $0.trashPhotos([ids[22]]) }),
            ("move", { try $0.movePhotos(ItemMove([ids[23]], to: .before(ids[30])), in: .album(birds)) }),
            ("add", { _ = try $0.addPhotos(Set(new), toAlbum: birds) }),
        ]
        var costs: [String: Int] = [:]
        for (name, edit) in edits { costs[name] = try await work { try await album.edit { try edit($0) } } }
        for list in lists { #expect(list.snapshot.numberOfItems == count && list.statistics.refetched == 0) }
        return costs
    }

    /// Random work on photographs and albums, each list followed live, against arrays.
    @Test(arguments: UInt64(1)...4)
    func listsFollowWhateverPeopleDo(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let store = album.gallery.store
        let birds = try await album.edit { try $0.saveAlbum(named: "Birds") }
        let scopes: [PhotoQuery.Scope] = [.all, .favorites, .trash, .album(birds)]
        var lists: [FetchedResults<Photo>] = []
        for scope in scopes { lists.append(try await FetchedResults(PhotoQuery(scope: scope).request, in: store)) }
        var model = AlbumModel()
        for step in 0..<draws(150, long: 2_000) {
            let ids = Set(model.order.shuffled(using: &generator).prefix(Int.random(in: 1...3, using: &generator)))
            let one = model.order.randomElement(using: &generator)
            switch Int.random(in: 0..<9, using: &generator) {
            case 0, 1: model.order += try await insert(["\(step)"])
            case 2:
                // Photographs that one transaction moves to the trash have the same time there.
                try await album.edit { _ = try $0.trashPhotos(ids) }
                model.trash.formUnion(ids)
            case 3:
                try await album.edit { _ = try $0.putBackPhotos(ids) }
                model.trash.subtract(ids)
            case 4:
                let isFavorite = Bool.random(using: &generator)
                try await album.edit { _ = try $0.setFavorite(ids, to: isFavorite) }
                if isFavorite { model.favorites.formUnion(ids) } else { model.favorites.subtract(ids) }
            case 5:
                guard let one, !ids.contains(one) else { continue }
                let items = model.order.filter(ids.contains)
                try await album.edit { try $0.movePhotos(ItemMove(items, to: .before(one))) }
                model.move(items, before: one, in: \.order)
            case 6:
                try await album.edit { _ = try $0.addPhotos(ids, toAlbum: birds) }
                model.album += model.order.filter { ids.contains($0) && !model.album.contains($0) }
            case 7:
                try await album.edit { _ = try $0.removePhotos(ids, fromAlbum: birds) }
                model.album.removeAll(where: ids.contains)
            default:
                guard let one, model.album.contains(one), !ids.contains(one) else { continue }
                let items = model.album.filter(ids.contains)
                try await album.edit { try $0.movePhotos(ItemMove(items, to: .before(one)), in: .album(birds)) }
                model.move(items, before: one, in: \.album)
            }
            for (scope, list) in zip(scopes, lists) {
                let items = list.snapshot.items(in: 0..<list.snapshot.numberOfItems)
                if scope == .trash {
                    #expect(Set(items) == model.trash, "seed \(seed), step \(step)")
                } else {
                    #expect(items == model.list(scope), "seed \(seed), step \(step), \(scope)")
                }
            }
        }
        for list in lists { #expect(list.statistics.refetched == 0, "every change is followed by its rows") }
    }
}

/// Counts the steps of SQLite's virtual machine on one connection.
private final class StepCounter: Sendable {
    static let interval: CInt = 10
    private let calls = Mutex(0)

    var steps: Int { calls.withLock { $0 } * Int(Self.interval) }

    func add() { calls.withLock { $0 += 1 } }
}

/// The slow way: arrays.
private struct AlbumModel {
    var order: [Photo.ID] = []
    var album: [Photo.ID] = []
    var trash: Set<Photo.ID> = []
    var favorites: Set<Photo.ID> = []

    func list(_ scope: PhotoQuery.Scope) -> [Photo.ID] {
        switch scope {
        case .all: order.filter { !trash.contains($0) }
        case .favorites: order.filter { !trash.contains($0) && favorites.contains($0) }
        case .trash: order.filter(trash.contains)
        case .album: album.filter { !trash.contains($0) }
        }
    }

    mutating func move(_ items: [Photo.ID], before one: Photo.ID, in list: WritableKeyPath<Self, [Photo.ID]>) {
        self[keyPath: list].removeAll(where: items.contains)
        let index = self[keyPath: list].firstIndex(of: one) ?? 0
        self[keyPath: list].insert(contentsOf: items, at: index)
    }
}
