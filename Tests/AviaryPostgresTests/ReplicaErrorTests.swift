import AviaryPostgres
import AviaryResults
import Foundation
import GRDB
import Testing

/// The errors that an app gets when it opens a replica.
struct ReplicaErrorTests {
    @Test func aStoreOfSomebodysOwnIsNotTouched() throws {
        let world = try ReplicaWorld()
        let own = try world.file().open()
        try own.database.write { try $0.execute(sql: "INSERT INTO thing (name) VALUES ('mine')") }
        let error = #expect(throws: ReplicaError.self) { try world.open() }
        #expect(error == .notAReplica(world.file().url.path))
        let names = try own.database.read { try String.fetchAll($0, sql: "SELECT name FROM thing") }
        #expect(names.contains("mine"))
        own.close()
    }

    @Test func oneProcessFollowsWithAFile() throws {
        let world = try ReplicaWorld()
        let first = try world.open()
        defer { withExtendedLifetime(first) {} }
        let error = #expect(throws: ReplicaError.self) { try world.open() }
        #expect(error == .inUse(world.file().url.path))
    }
}
