import AviaryResults
import Foundation
import GRDB
import Synchronization
import Testing

@testable import AviaryApps
@testable import aviary

/// Imports and backups as jobs: what stays of those that are cancelled, and jobs that cannot be stored.
struct LongCommandTests {
    private let album: PhotoAlbum

    init() throws { album = try PhotoAlbum() }

    /// A progress that is cancelled by its first report.
    private func stopping() -> JobProgress {
        let own = Mutex<JobProgress?>(nil)
        let progress = JobProgress { _, _ in own.withLock { $0?.cancel(.person) } }
        own.withLock { $0 = progress }
        return progress
    }

    @Test(arguments: ["INSERT", "UPDATE"])
    func workIsDoneAlsoIfItsJobCannotBeStored(change: String) async throws {
        let directory = album.gallery.directory
        let jobs = try await GalleryJobs.open(in: directory)
        try await jobs.store.database.write { db in
            try db.execute(
                sql: "CREATE TRIGGER full BEFORE \(change) ON aviaryJob BEGIN SELECT RAISE(FAIL, 'full'); END")
        }
        let number = try await GalleryJobs.perform("Count", as: nil, in: directory, counting: "things") { _ in 7 }
        #expect(number == 7)
    }

    @Test func aCancelledBackupLeavesNothing() async throws {
        try await album.add(album.picture(1))
        let folder = BackupFolder(url: album.folder.appending(path: "backups", directoryHint: .isDirectory))
        let progress = JobProgress()
        progress.cancel(.person)
        let backup = try GalleryBackup(of: Gallery.openReadOnly(at: album.gallery.directory), to: folder)
        await #expect(throws: CancellationError.self) { try await backup.run(progress) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
        #expect(try await backup.run(JobProgress()).photos == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).count == 1)
    }

    @Test func aBackupThatLacksAnOriginalCountsAsFailed() async throws {
        let id = try #require(try await album.add(album.picture(1)).added.first)
        try FileManager.default.removeItem(atPath: album.library.originalPath(of: await album.library.photo(id)))
        let order = try JobOrder(Backup.Work.kind, Backup.Work(folder: album.folder.appending(path: "backups").path))
        let progress = JobProgress()
        try await Backup.Work.again(in: album.gallery.directory).work(order.payload)(progress)
        #expect(progress.isFailure && progress.sentence?.hasSuffix("1 are not in it") == true)
    }

    @Test func anImportThatIsTriedAgainDoublesNoPalette() async throws {
        let palette = album.folder.appending(path: "Sea.gpl")
        try Data("GIMP Palette\nName: Sea\n#\n0 0 255\tBlue\n".utf8).write(to: palette)
        let order = try JobOrder(Import.Work.kind, Import.Work(paths: [palette.path, album.picture(1).path]))
        let work = try Import.Work.again(to: album.gallery, album.library).work(order.payload)
        await #expect(throws: CancellationError.self) { try await work(stopping()) }
        let progress = JobProgress()
        try await work(progress)
        let count = try await album.gallery.store.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM palette WHERE name = 'Sea'")
        }
        #expect(count == 1)
        #expect(try await album.names() == ["1.png"])
        #expect(progress.sentence?.contains("/") == false)
    }

    @Test func aSearchForPhotographsCanBeCancelled() throws {
        _ = try album.picture(1)
        let progress = JobProgress()
        progress.cancel(.person)
        #expect(throws: CancellationError.self) {
            try PhotoSearch([album.folder.path], besides: album.gallery.directory, progress)
        }
    }

    @Test func aJobSaysTheFirstLineWithoutTheLinesBelow() {
        #expect(
            CommandWords.firstLine(of: "Added 1 photo; 1 file could not be added:\n  a: b")
                == "Added 1 photo; 1 file could not be added")
        #expect(CommandWords.importing(["/srv/Pictures/.", "-"]) == "Import of Pictures, Standard input")
    }
}
