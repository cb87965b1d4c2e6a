import ArgumentParser
import AviaryColors
import AviaryResults
import Foundation
import GRDB
import Logging
import Testing

@testable import aviary

/// Which PostgreSQL database a gallery follows, as it is told at its start, and in which directory.
struct UpstreamOptionsTests {
    private let directory = FileManager.default.temporaryDirectory.appending(path: "aviary-\(UUID().uuidString)")

    @Test(
        arguments: [
            ([], [:], nil), (["--upstream", "postgres://a@h/b"], [:], "postgres://a@h/b"),
            (["--upstream", "postgresql://h/b", "--originals", "/srv"], [:], "postgresql://h/b"),
            ([], ["AVIARY_UPSTREAM": "postgres://h/c"], "postgres://h/c"), ([], ["AVIARY_UPSTREAM": ""], nil),
            (["--upstream", "postgres://h/b"], ["AVIARY_UPSTREAM": "postgres://h/c"], "postgres://h/b"),
        ] as [([String], [String: String], String?)])
    func theDatabaseIsTheOneThatIsNamed(arguments: [String], environment: [String: String], url: String?) throws {
        #expect(try UpstreamOptions.parse(arguments).address(in: environment) == url)
    }

    @Test(
        arguments: [
            (["--upstream", "mysql://a:secret@h/b"], "--upstream is an address like postgres://user@host/database."),
            (["--upstream", ""], "--upstream is an address like postgres://user@host/database."),
            (["--originals", "/srv"], "--originals goes with --upstream."),
        ] as [([String], String)])
    func whatDoesNotGoTogetherIsSaid(arguments: [String], sentence: String) {
        do {
            _ = try UpstreamOptions.parse(arguments)
            Issue.record("\(arguments) are taken")
        } catch {
            let message = UpstreamOptions.message(for: error)
            #expect(message.contains(sentence) && !message.contains("secret"))
        }
    }

    @Test func withoutADatabaseTheGalleryIsItsOwn() async throws {
        var opened = 0
        let gallery = try await UpstreamOptions.parse([]).open(in: directory) {
            opened += 1
            return try Gallery.open(at: directory)
        }
        #expect(opened == 1 && gallery.node == nil)
        #expect(gallery.place == directory.appending(path: "gallery.sqlite").path)
        try gallery.requireSharedOriginals()
        gallery.store.close()
    }

    #if !Postgres
        @Test func withoutTheTraitADatabaseIsRefusedWithASentence() async throws {
            await #expect(throws: NodeError.notBuilt) {
                try await UpstreamOptions.parse(["--upstream", "postgres://h/b"]).open(in: directory) {
                    try Gallery.open(at: directory)
                }
            }
            #expect("\(NodeError.notBuilt)".contains("--traits Server,Postgres"))
        }
    #endif

    @Test func aCopyIsReadAndNeverWrittenWithoutItsDatabase() async throws {
        // The file of a node is an ordinary store with another name.
        let own = try Gallery.open(at: directory)
        try await own.store.write { try $0.addColor(.random()) }
        own.store.close()
        try own.store.database.close()
        let file = directory.appending(path: "gallery.sqlite")
        // SQLite may have left its log.
        for suffix in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: file.path + suffix) {
            let copy = directory.appending(path: "replica.sqlite" + suffix)
            try FileManager.default.moveItem(atPath: file.path + suffix, toPath: copy.path)
        }
        #expect(throws: NodeError.isCopy(directory: directory.path)) { try Gallery.open(at: directory) }
        let gallery = try Gallery.openExisting(at: directory)
        #expect(gallery.store.isReadOnly)
        #expect(try await gallery.store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM color") } == 1)
        #expect(!FileManager.default.fileExists(atPath: file.path))
        gallery.store.close()
    }

    #if Postgres
        @Test func aGalleryOfItsOwnIsNotReplacedByACopy() async throws {
            let own = try Gallery.open(at: directory)
            own.store.close()
            await #expect(throws: NodeError.ownGallery(directory: directory.path)) {
                try await UpstreamOptions.parse(["--upstream", "postgres://h/b"]).open(in: directory) { own }
            }
        }
    #endif

    @Test func aNodeKeepsItsNameAndIsAloneInItsDirectory() throws {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let files = NodeFiles(in: directory)
        let name = try files.name()
        #expect(try NodeFiles(in: directory).name() == name)
        #expect(name.wholeMatch(of: /[a-z0-9_]{1,24}_[0-9a-f]{8}/) != nil, "\(name)")
        let lock = try files.lock()
        #expect(throws: NodeError.isFollowed(directory: directory.path)) { try files.lock(timeout: .zero) }
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.1) { try? lock.close() }
        try files.lock(timeout: .seconds(30)).close()
    }

    @Test func everyTableOfTheGalleryIsShared() throws {
        let queue = try DatabaseQueue()
        try Schema.migrator.migrate(queue)
        let tables = try queue.read { db in
            try String.fetchSet(
                db,
                sql: """
                    SELECT name FROM sqlite_master WHERE type = 'table'
                    AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'aviary%' AND name NOT LIKE 'grdb_%'
                    """)
        }
        #expect(Set(Schema.shared) == tables)
    }
}
