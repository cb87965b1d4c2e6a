import AviaryResults
import AviaryTesting
import Foundation
import GRDB
import Testing

@testable import AviaryApps

/// Random histories of two processes with one file, against a slow model. Jobs begin, end, fail, are cancelled, tried again
/// and removed. Processes die, end in order, start again, and look for dead ones.
@Suite(.timeLimit(.minutes(60))) struct JobsReplayTests {
    @Test(arguments: 0..<UInt64(4))
    func theJobsAreThoseOfTheModel(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed + 700)
        let office = JobOffice()
        var model = JobModel(limit: 2)
        var processes: [JobProcess?] = []
        for _ in 0..<2 { processes.append(try await JobProcess(office)) }
        var names = 0
        for step in 0..<draws(150, long: 4_000) {
            let slot = Int.random(in: 0..<2, using: &generator)
            let known = model.jobs.keys.sorted()
            let id = known.randomElement(using: &generator)
            var context = "seed \(seed), step \(step), process \(slot): "
            switch (Int.random(in: 0..<14, using: &generator), processes[slot], id) {
            case (0..<4, let process?, _) where model.jobs.count < 12:
                names += 1
                let (name, hasOrder) = ("work \(names)", generator.chance(60))
                context += "start \(name)"
                let id = try await process.start(name, hasOrder: hasOrder)
                model.start(id, name, hasOrder: hasOrder, in: slot)
            case (4..<7, let process?, _):
                guard let id = model.processes[slot].running.sorted().randomElement(using: &generator),
                    let name = model.jobs[id]?.name
                else { continue }
                let isDone = generator.chance(50)
                context += "\(name) ends, done \(isDone)"
                process.desk.end(name, isDone ? .done : .failed)
                model.end(id, isDone ? .done : .failed)
            case (7, let process?, let id?):
                context += "cancel \(id)"
                try await process.jobs.cancel(id)
                model.cancel(id)
            case (8, let process?, let id?):
                context += "try \(id) again"
                let isPossible = model.tryAgain(id, in: slot)
                do {
                    try await process.jobs.tryAgain(id)
                    #expect(isPossible, "\(context)")
                } catch is JobError { #expect(!isPossible, "\(context)") }
            case (9, let process?, let id?):
                context += "remove \(id)"
                try await process.jobs.remove(id)
                model.remove(id, in: slot)
            case (10, let process?, _):
                let dies = generator.chance(70)
                context += dies ? "dies" : "ends"
                if dies { process.die(known) } else { await process.jobs.close() }
                processes[slot] = nil
                model.leave(slot, dies: dies)
            case (_, nil, _):
                context += "starts again"
                processes[slot] = try await JobProcess(office)
                model.begin(slot)
            case (_, let process?, _):
                context += "looks"
                try await process.jobs.store.catchUp()
                await process.jobs.look()
                model.look(slot)
            }
            guard try await model.isReached(by: processes, office, context) else { return }
        }
        for process in processes { await process?.jobs.close() }
    }
}

/// A process with jobs, whose work does what the test says.
private struct JobProcess {
    let desk = JobDesk()
    let jobs: Jobs
    private let office: JobOffice

    init(_ office: JobOffice) async throws {
        self.office = office
        let kind = JobKind("errand", String.self) { [desk] name, progress in try await desk.work(name, progress) }
        // The clock stands still, so the process looks for the dead only when the test says so.
        jobs = try await Jobs(in: office.store(), limit: 2, keeping: 1_000, kinds: [kind], clock: ManualClock())
    }

    func start(_ name: String, hasOrder: Bool) async throws -> Job.ID {
        if hasOrder { return try await jobs.start(name, office.order(name)) }
        return try await jobs.start(name) { [desk] in try await desk.work(name, $0) }
    }

    /// Does what the system does when a process is killed: its locks are free, and it writes nothing any more.
    func die(_ known: [Job.ID]) {
        jobs.store.close()
        try? jobs.store.database.close()
        for id in known { jobs.file.unlock(id) }
    }
}

/// What two processes are expected to have, without stores, tasks and locks.
private struct JobModel {
    struct Entry {
        var name: String
        var hasOrder: Bool
        var state = Job.State.waiting
        /// The process that has it; `nil` if it has ended, or if that process has died.
        var owner: Int?
        var resumes: Bool
        var isCancelled = false
        var resumptions = 0

        var isActive: Bool { state == .waiting || state == .running }
    }

    struct Process {
        var isAlive = true
        var waiting: [Job.ID] = []
        var running: Set<Job.ID> = []
        var repeatable: Set<Job.ID> = []
    }

    let limit: Int
    var jobs: [Job.ID: Entry] = [:]
    var processes = [Process(), Process()]

    init(limit: Int) { self.limit = limit }

    mutating func start(_ id: Job.ID, _ name: String, hasOrder: Bool, in slot: Int) {
        jobs[id] = Entry(name: name, hasOrder: hasOrder, owner: slot, resumes: hasOrder)
        add(id, to: slot)
    }

    private mutating func add(_ id: Job.ID, to slot: Int) {
        jobs[id]?.state = .waiting
        jobs[id]?.owner = slot
        jobs[id]?.isCancelled = false
        processes[slot].waiting.append(id)
        processes[slot].repeatable.remove(id)
        fill(slot)
    }

    private mutating func fill(_ slot: Int) {
        while processes[slot].running.count < limit, !processes[slot].waiting.isEmpty {
            let id = processes[slot].waiting.removeFirst()
            processes[slot].running.insert(id)
            jobs[id]?.state = .running
        }
    }

    mutating func end(_ id: Job.ID, _ state: Job.State) {
        guard let job = jobs[id], let slot = job.owner else { return }
        jobs[id]?.state = state
        jobs[id]?.owner = nil
        processes[slot].running.remove(id)
        processes[slot].waiting.removeAll { $0 == id }
        if state != .done, !job.hasOrder { processes[slot].repeatable.insert(id) }
        fill(slot)
    }

    mutating func cancel(_ id: Job.ID) {
        guard let job = jobs[id], job.isActive else { return }
        if job.owner == nil { jobs[id]?.isCancelled = true } else { end(id, .cancelled) }
    }

    /// - Returns: `false` if it is refused.
    mutating func tryAgain(_ id: Job.ID, in slot: Int) -> Bool {
        guard let job = jobs[id], [.failed, .cancelled, .interrupted].contains(job.state) else { return false }
        guard job.hasOrder || processes[slot].repeatable.contains(id) else { return false }
        jobs[id]?.resumes = job.hasOrder
        jobs[id]?.resumptions = 0
        add(id, to: slot)
        return true
    }

    mutating func remove(_ id: Job.ID, in slot: Int) {
        if jobs[id]?.isActive == false { jobs[id] = nil }
    }

    mutating func leave(_ slot: Int, dies: Bool) {
        let own = jobs.filter { $0.value.owner == slot }.keys
        for id in own {
            jobs[id]?.owner = nil
            if !dies { jobs[id]?.state = .interrupted }
        }
        processes[slot] = Process(isAlive: false)
    }

    mutating func begin(_ slot: Int) {
        processes[slot] = Process()
        look(slot)
    }

    /// Takes up the jobs of no process.
    mutating func look(_ slot: Int) {
        for id in jobs.keys.sorted() {
            guard let job = jobs[id], job.owner == nil, job.isActive || job.state == .interrupted && job.resumes else {
                continue
            }
            if job.state == .running { jobs[id]?.resumptions += 1 }
            if job.hasOrder, job.resumes, !job.isCancelled, job.resumptions < 3 {
                add(id, to: slot)
            } else if job.isActive {
                jobs[id]?.state = job.isCancelled ? .cancelled : .interrupted
                jobs[id]?.isCancelled = false
            }
        }
    }

    /// Waits until the store and the processes are as the model says.
    ///
    /// - Returns: `false` after a failure.
    func isReached(by processes: [JobProcess?], _ office: JobOffice, _ context: String) async throws -> Bool {
        let expected = jobs.mapValues(\.state)
        let clock = ContinuousClock()
        let end = clock.now + .seconds(60)
        while true {
            let rows = try await office.states()
            let running = processes.map { $0?.desk.running ?? [] }
            let wanted = self.processes.map { process in Set(process.running.compactMap { jobs[$0]?.name }) }
            if rows == expected, running == wanted { return true }
            if clock.now > end {
                Issue.record(
                    "\(context): \(rows.sorted { $0.key < $1.key }) and \(running), not \(expected.sorted { $0.key < $1.key }) and \(wanted)"
                )
                return false
            }
            try await Task.sleep(for: .milliseconds(1))
        }
    }
}
