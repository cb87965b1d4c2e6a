import AviaryResults
import AviarySnapshots
import AviaryTesting
import Dispatch
import GRDB
import Synchronization
import Testing

/// A live query turns to another request.
struct ChangeTests {
    @Test func anotherRequestIsOneChangeset() async throws {
        let test = try TestStore()
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(rank, name) VALUES (1, 'c'), (2, 'b'), (3, 'a'), (4, 'c')")
        let results = try await FetchedResults<Thing>(.init(sort: [Column("rank").asc]), in: test.store)
        let recorder = UpdateRecorder()
        results.delegate = recorder
        let stream = results.updates()
        var list = [results.snapshot.allItems]

        var request = results.request
        request.filter = Column("rank") > 1
        request.sort = [Column("rank").desc]
        request.sections = .by(Column("name").asc)
        request.limit = 2
        try await results.change(to: request)

        let updates = recorder.takeUpdates()
        #expect(updates.count == 1)
        let update = try #require(updates.first)
        try BatchUpdate(update.changeset).validate(from: update.old.sectionCounts, to: update.new.sectionCounts)
        list = try replay(update.changeset, on: list)
        #expect(list == [[3], [2]])
        #expect(results.snapshot.allItems == [3, 2])
        #expect(results.request.limit == 2)

        // From now on the new request is followed, and the old one is not.
        try await test.execute("INSERT INTO thing(rank, name) VALUES (9, 'a'), (0, 'a')")
        #expect(results.snapshot.allItems == [5, 3])
        #expect(recorder.takeUpdates().count == 1)
        for await case .success(let merged) in stream {
            #expect(merged.old.allItems == [1, 2, 3, 4])
            #expect(merged.new.allItems == [5, 3])
            break
        }
    }

    @Test func changesThatOverlapLeadOnFromEachOther() async throws {
        let test = try TestStore()
        defer { test.remove() }
        try await test.execute(
            """
            WITH RECURSIVE number(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM number WHERE id < 300)
            INSERT INTO thing(rank) SELECT id * 7 % 300 FROM number
            """)
        let requests: [ListRequest<Thing>] = [
            .init(), .init(sort: [Column("rank").asc]), .init(filter: Column("rank") > 100, limit: 40),
        ]
        let results = try await FetchedResults<Thing>(requests[0], in: test.store)
        let recorder = UpdateRecorder()
        results.delegate = recorder
        var list = results.snapshot.allItems
        for round in 0..<60 {
            async let first: Void = results.change(to: requests[(round + 1) % 3])
            async let second: Void = results.change(to: requests[(round + 2) % 3])
            _ = try await (first, second)
            for update in recorder.takeUpdates() {
                #expect(update.old.allItems == list, "round \(round)")
                list = try replay(update.changeset, on: list)
                #expect(update.new.allItems == list, "round \(round)")
            }
            #expect(results.snapshot.allItems == list, "round \(round)")
        }
    }

    @Test func theSameRequestTellsNothing() async throws {
        let test = try TestStore()
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(rank) VALUES (1)")
        let results = try await FetchedResults<Thing>(.init(sort: [Column("rank").asc]), in: test.store)
        let recorder = UpdateRecorder()
        results.delegate = recorder
        try await results.change(to: results.request)
        #expect(recorder.takeEvents().isEmpty)
        try await test.execute("DELETE FROM thing")
        #expect(recorder.takeUpdates().count == 1)
    }

    @Test func aRequestThatCannotBeReadChangesNothing() async throws {
        let test = try TestStore()
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(rank) VALUES (1), (2)")
        let results = try await FetchedResults<Thing>(.init(sort: [Column("rank").asc]), in: test.store)
        await #expect(throws: DatabaseError.self) {
            try await results.change(to: .init(filter: Column("nowhere") == 1))
        }
        try await test.execute("DELETE FROM thing WHERE id = 1")
        #expect(results.snapshot.allItems == [2])
    }

    /// Another connection commits before one of the statements: each of them in turn.
    @Test(arguments: [false, true])
    func whatOthersCommitMeanwhileIsTold(isWatched: Bool) async throws {
        for number in 1... {
            let test = try TestStore()
            defer { test.remove() }
            try await test.execute("INSERT INTO thing(rank, shown) VALUES (1, 'old'), (2, 'old')")
            let request = ListRequest<Thing>(sort: [Column("rank").desc])
            let watched = isWatched ? try await FetchedResults(request, in: test.store) : nil
            let results = try await FetchedResults<Thing>(.init(sort: [Column("rank").asc]), in: test.store)
            let recorder = UpdateRecorder()
            results.delegate = recorder
            let outside = try test.openOutside()
            let statements = Mutex(0)
            try await test.database.writeWithoutTransaction { db in
                db.trace { _ in
                    let isDue = statements.withLock { count in
                        count += 1
                        return count == number
                    }
                    if isDue { try? outside.write { try $0.execute(sql: "UPDATE thing SET shown = 'new'") } }
                }
            }
            try await results.change(to: request)
            try await test.database.writeWithoutTransaction { $0.trace(options: [], nil) }
            guard statements.withLock({ $0 >= number }) else {
                #expect(number > 5)
                break
            }
            try await test.store.catchUp()
            let told = recorder.takeUpdates().flatMap(\.changeset.updated).map(\.id)
            #expect(Set(told) == [1, 2], "before statement \(number)")
            withExtendedLifetime(watched) {}
        }
    }

    /// Nobody knows what its rows showed last.
    @Test func aListThatCouldNotBeReadTellsAllItems() async throws {
        let test = try TestStore(
            schema: "CREATE TABLE thing(id INTEGER PRIMARY KEY, rank, name, shown, hidden); CREATE TABLE other(thing)")
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(rank) VALUES (1), (2)")
        let results = try await FetchedResults<Thing>(
            .init(filter: SQL("id NOT IN (SELECT thing FROM other)").sqlExpression), in: test.store)
        try await test.execute("DROP TABLE other")
        try await test.execute("UPDATE thing SET shown = 'new'")
        #expect(results.error != nil)
        let recorder = UpdateRecorder()
        results.delegate = recorder
        try await results.change(to: .init())
        #expect(results.error == nil)
        #expect(recorder.takeUpdates().flatMap(\.changeset.updated).map(\.id) == [1, 2])
    }

    /// Nothing is lost between the old request and the new while somebody writes.
    @Test func writesGoOnMeanwhile() async throws {
        let test = try TestStore()
        defer { test.remove() }
        let results = try await FetchedResults<Thing>(.init(sort: [Column("rank").asc]), in: test.store)
        let recorder = UpdateRecorder()
        results.delegate = recorder
        let writer = Task {
            for number in 0..<2000 {
                try await test.execute("INSERT INTO thing(rank, name) VALUES (\(number % 37), \(number % 5))")
                if number % 3 == 0 { try await test.execute("DELETE FROM thing WHERE id = \(number / 2)") }
            }
        }
        for number in 0..<300 {
            var request = ListRequest<Thing>(
                sort: [number % 2 == 0 ? Column("rank").desc : Column("name").asc])
            if number % 3 == 0 { request.limit = 20 }
            if number % 5 == 0 { request.sections = .by(Column("name").asc) }
            try await results.change(to: request)
        }
        try await writer.value
        var list: [[Int64]] = [[]]
        for update in recorder.takeUpdates() {
            list = try replay(update.changeset, on: list)
            #expect(list.map(\.count) == update.new.sectionCounts)
        }
        #expect(list.flatMap(\.self) == results.snapshot.allItems)
        #expect(list.map(\.count) == results.snapshot.sectionCounts)
    }

    /// Elements that are asked for before the change are all read after it.
    @MainActor
    @Test func elementsAreReadMeanwhile() async throws {
        let test = try TestStore()
        defer { test.remove() }
        try await test.execute("INSERT INTO thing(rank) VALUES (1), (2), (3)")
        let results = try await FetchedResults<Thing>(.init(sort: [Column("rank").asc]), in: test.store)
        let other = try await FetchedResults<Thing>(.init(sort: [Column("rank").desc]), in: test.store)
        // All connections that read are in use.
        let gate = DispatchSemaphore(value: 0)
        for _ in 0..<test.database.configuration.maximumReaderCount { test.database.asyncRead { _ in gate.wait() } }
        let elements = Task { try await results.elements(for: [1, 2, 3]) }
        await Task.yield()
        try await results.change(to: other.request)
        for _ in 0..<test.database.configuration.maximumReaderCount { gate.signal() }
        #expect(try await elements.value.count == 3)
    }
}
