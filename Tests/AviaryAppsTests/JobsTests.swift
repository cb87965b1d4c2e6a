import AviaryApps
import AviaryResults
import AviaryServer
import AviaryServerTesting
import AviaryTesting
import AviaryViews
import Foundation
import GRDB
import Testing

/// Jobs as an app uses them: in windows, and in two processes with one file.
@Suite(.timeLimit(.minutes(5))) struct JobsTests {
    private let office = JobOffice()

    @Test func aJobIsARowOfEveryWindow() async throws {
        let jobs = try await office.open()
        let (one, other) = (try await FakeBrowser(office.app(jobs)), try await FakeBrowser(office.app(jobs)))
        #expect(await one.outlets["jobs/empty"] == "\"Nothing is running.\"")
        let id = try await jobs.start("Import", office.order("import"))
        await office.desk.hasBegun("import")
        office.desk.report("import", 3, of: 4)
        for tab in [one, other] {
            await tab.wait { $0.collection("jobs/list").tiles.first?.values.contains("\"3 of 4\"") == true }
            #expect(await tab.collection("jobs/list").tiles.first?.values.contains("0.75") == true)
        }
        try await other.perform("jobs/cancel", item: "\(id)")
        await one.wait { $0.collection("jobs/list").tiles.first?.values.contains("\"Cancelled\"") == true }
        try await one.perform("jobs/remove", item: "\(id)")
        await other.wait { $0.collection("jobs/list").items == [] }
        for tab in [one, other] { #expect(await tab.faults == []) }
        await one.close()
        await other.close()
    }

    @Test func aJobGoesOnWithoutItsWindow() async throws {
        let jobs = try await office.open()
        let tab = try await FakeBrowser(office.app(jobs))
        try await tab.perform("start", fields: ["name": "import"])
        await office.desk.hasBegun("import")
        await tab.vanish()
        office.desk.end("import", .done)
        #expect(try await office.wait(jobs) { $0.first?.state == .done }.first?.sentence == "import is done")
    }

    @Test func anErrorBecomesASentenceAndIsTriedAgain() async throws {
        let jobs = try await office.open()
        let desk = office.desk
        let id = try await jobs.start("Import") { try await desk.work("import", $0) }
        desk.end("import", .failed)
        let failed = try await office.wait(jobs) { $0.first?.state == .failed }
        #expect(failed.first?.sentence == "import has failed. Look at it.")
        #expect(failed.allSatisfy(jobs.canTryAgain))
        try await jobs.tryAgain(id)
        await desk.hasBegun("import")
        desk.end("import", .done)
        let done = try await office.wait(jobs) { $0.first?.state == .done }
        #expect(done.count == 1 && done.allSatisfy { !jobs.canTryAgain($0) })
        await #expect(throws: JobError.notStopped) { try await jobs.tryAgain(id) }
        #expect(try await office.rows(jobs).map(\.state) == [.done])
    }

    @Test func aJobThatCannotBeReadSaysSoWhenItIsTriedAgain() async throws {
        let jobs = try await office.open()
        try await jobs.store.write { db in
            try db.execute(
                sql:
                    "INSERT INTO aviaryJob(id, title, state, kind, payload, createdAt) VALUES (1, 'Old', 'failed', 'errand', '1', ?)",
                arguments: [Date.now])
        }
        await #expect(throws: JobError.unreadable("Old")) { try await jobs.tryAgain(1) }
        await #expect(throws: JobError.notStopped) { try await jobs.tryAgain(2) }
    }

    @Test func workWithAResultCanCountAsFailed() async throws {
        let jobs = try await office.open()
        let number = try await jobs.run("Count") { progress in
            progress.say("2 are missing", isFailure: true)
            return 7
        }
        let row = try #require(await office.rows(jobs).first)
        #expect(number == 7 && row.state == .failed && row.sentence == "2 are missing")
    }

    @Test func aCommandGetsTheResultAndItsRowIsStoredBefore() async throws {
        let jobs = try await office.open()
        let number = try await jobs.run("Count") { progress in
            progress.report(1, of: 1)
            return progress.isCancelled ? 0 : 7
        }
        #expect(number == 7)
        let row = try #require(await office.rows(jobs).first)
        #expect(row.state == .done && !row.isActive && row.sentence == nil)
        #expect(try row.createdAt <= #require(row.startedAt) && #require(row.startedAt) <= #require(row.endedAt))
        await #expect(throws: DeskError(name: "x")) { try await jobs.run("Count") { _ in throw DeskError(name: "x") } }
        #expect(try await office.rows(jobs).map(\.state) == [.failed, .done])
        let desk = office.desk
        let task = Task { try await jobs.run("Wait") { try await desk.work("wait", $0) } }
        await desk.hasBegun("wait")
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await office.rows(jobs).map(\.state) == [.cancelled, .failed, .done])
    }

    @Test func aReceiptBeginsOneJob() async throws {
        let jobs = try await office.open()
        try await jobs.start("Import", receipt: "once") { _ in }
        await #expect(throws: ResultsError.self) { try await jobs.start("Import", receipt: "once") { _ in } }
        #expect(try await office.rows(jobs).count == 1)
    }

    @Test func progressWithoutAJobIsReportedToItsWatcher() async throws {
        try await confirmation(expectedCount: 2) { isReported in
            let progress = JobProgress { done, total in if (done, total) == (3, 4) || done == -1 { isReported() } }
            progress.report(3, of: 4)
            progress.report(-1, of: 0)
            try progress.checkCancellation()
        }
    }

    @Test func anUnknownKindIsRefused() async throws {
        #expect(office.kinds.map(\.name) == ["errand"])
        let jobs = try await office.open()
        await #expect(throws: JobError.unknownKind("post")) { try await jobs.start("Post", JobOrder("post", 1)) }
        #expect(try await office.rows(jobs).isEmpty)
        await #expect(throws: (any Error).self) { try await jobs.start("Import", JobOrder("errand", 1)) }
        #expect(try await office.rows(jobs).isEmpty)
    }

    @Test func theOldestEndedJobsAreRemoved() async throws {
        let jobs = try await office.open(keeping: 3)
        for number in 1...5 { _ = try await jobs.run("Job \(number)") { _ in number } }
        #expect(try await office.rows(jobs).map(\.title) == ["Job 5", "Job 4", "Job 3"])
    }

    @Test func noClockDecidesWhichJobsStay() async throws {
        let jobs = try await office.open(keeping: 3)
        for number in 1...3 { _ = try await jobs.run("Job \(number)") { _ in number } }
        try await jobs.store.write { db in
            try db.execute(sql: "UPDATE aviaryJob SET endedAt = '2999-01-01 00:00:00.000'")
        }
        _ = try await jobs.run("Job 4") { _ in 4 }
        #expect(try await office.rows(jobs).map(\.title) == ["Job 4", "Job 3", "Job 2"])
    }

    @Test func aLivingProgramGoesOnWithWhatAnotherHasLeft() async throws {
        let (one, other) = (try await office.open(), try await office.open())
        try await one.start("Import", office.order("import"))
        await office.desk.hasBegun("import")
        await one.close()
        try await other.store.catchUp()
        await other.look()
        await office.desk.hasBegun("import")
        office.desk.end("import", .done)
        #expect(try await office.wait(other) { $0.first?.state == .done }.count == 1)
    }

    @Test func anOrderlyEndIsNoCrash() async throws {
        var jobs = try await office.open()
        try await jobs.start("Import", office.order("import"))
        for _ in 0..<5 {
            await office.desk.hasBegun("import")
            await jobs.close()
            jobs = try await office.open()
        }
        await office.desk.hasBegun("import")
        office.desk.end("import", .done)
        #expect(try await office.wait(jobs) { $0.first?.state == .done }.count == 1)
    }

    @Test func anotherProcessSeesTheProgressAndCancels() async throws {
        let (server, command) = (try await office.open(), try await office.open())
        let tab = try await FakeBrowser(office.app(server))
        let desk = office.desk
        let order = try office.order("backup")
        let result = Task { try await command.run("Backup", as: order) { try await desk.work("backup", $0) } }
        await desk.hasBegun("backup")
        desk.report("backup", 2, of: 8)
        await tab.wait { $0.collection("jobs/list").tiles.first?.values.contains("\"2 of 8\"") == true }
        let item = try #require(await tab.collection("jobs/list").items.first)
        try await tab.perform("jobs/cancel", item: item)
        await #expect(throws: CancellationError.self) { try await result.value }
        await tab.wait { $0.collection("jobs/list").tiles.first?.values.contains("\"Cancelled\"") == true }
        // The command had no window, and the server knows the kind.
        try await tab.perform("jobs/tryAgain", item: item)
        await desk.hasBegun("backup")
        desk.end("backup", .done)
        await tab.wait { $0.collection("jobs/list").tiles.first?.values.contains("\"backup is done\"") == true }
        await tab.close()
    }

    @Test func anEndedProgramGoesOnWithWhatHasAnOrder() async throws {
        let jobs = try await office.open()
        let desk = office.desk
        try await jobs.start("Import", office.order("import"))
        try await jobs.start("Copy") { try await desk.work("copy", $0) }
        try await jobs.start("Later", office.order("later"))
        await desk.hasBegun("import")
        await desk.hasBegun("copy")
        await jobs.close()
        #expect(try await office.rows(jobs).map(\.state) == [.interrupted, .interrupted, .interrupted])
        await #expect(throws: JobError.closed) { try await jobs.start("More") { _ in } }
        let next = try await office.open()
        await desk.hasBegun("import")
        await desk.hasBegun("later")
        #expect(try await office.rows(next).map(\.title).sorted() == ["Copy", "Import", "Later"])
        for name in ["import", "later"] { desk.end(name, .done) }
        let rows = try await office.wait(next) { $0.filter { $0.state == .done }.count == 2 }
        #expect(rows.first { $0.title == "Copy" }.map(next.canTryAgain) == false)
    }

    @Test func thereAreWordsInAnotherLanguage() async throws {
        let jobs = try await office.open()
        let tab = try await FakeBrowser(office.app(jobs, hidesWhenEmpty: true, words: .german))
        #expect(await tab.outlets["jobs/isHidden"] == "true")
        #expect(await tab.outlets["jobs/title"] == "\"Aufträge\"")
        try await tab.perform("start", fields: ["name": "import"])
        await office.desk.hasBegun("import")
        office.desk.report("import", 1, of: 2)
        await tab.wait { $0.collection("jobs/list").tiles.first?.values.contains("\"1 von 2\"") == true }
        #expect(await tab.collection("jobs/list").tiles.first?.values.contains("\"Abbrechen\"") == true)
        #expect(await tab.outlets["jobs/isHidden"] == "false")
        await tab.close()
    }
}
