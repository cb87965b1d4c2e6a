import AviaryResults
public import AviaryText
public import Foundation
public import GRDB

/// Long work that goes on after the window that asked for it has gone: a row of the table `aviaryJob`.
///
/// The row has the changes of state. The progress is not in it; see `JobProgress`.
public struct Job: Codable, FetchableRecord, Identifiable, Sendable, TableRecord {
    /// The name of the table that `registerJobs(_:)` creates.
    public static let databaseTableName = "aviaryJob"

    /// How far a job is.
    public enum State: String, Codable, DatabaseValueConvertible, Sendable {
        /// It waits for its turn.
        case waiting
        /// Its work runs.
        case running
        /// Its work has ended well.
        case done
        /// Its work has thrown an error. The job has a sentence about it.
        case failed
        /// A person has cancelled it.
        case cancelled
        /// The process with its work has ended.
        case interrupted
    }

    /// The number of the job. Numbers ascend, and none is used again.
    public var id: Int64
    /// What is done, in the language of the app: "Import of Pictures".
    public var title: String
    /// How far it is.
    public var state: State
    /// What came of it, or what went wrong, for a person. `nil` until it has ended, and if there is nothing to say.
    public var sentence: String?
    /// The time at which somebody asked for it.
    public var createdAt: Date
    /// The time at which its work has begun last; `nil` before.
    public var startedAt: Date?
    /// The time at which it has ended; `nil` before.
    public var endedAt: Date?
    /// The name of its `JobKind`, if it has one.
    var kind: String?
    /// What the kind needs to do the work, as JSON.
    var payload: String?
    /// Whether a person has asked to cancel it. Its process does so.
    var isCancelled: Bool
    /// Whether a process that knows its kind goes on with it after an interruption.
    var resumes: Bool
    /// How many times a process has died while its work ran.
    var resumptions: Int

    /// Whether it waits or runs, as far as the store knows.
    public var isActive: Bool { state == .waiting || state == .running }

    /// The order by which its kind can do it, again and in another process.
    var order: JobOrder? { kind.map { JobOrder(kind: $0, payload: payload ?? "null") } }

    static let isActive = "state IN ('waiting', 'running')"
    /// The number of deaths of processes after which a job does not go on by itself. It may be what ends them.
    static let mostResumptions = 3
}

extension DatabaseMigrator {
    /// Registers a migration that creates the table of jobs.
    ///
    ///     migrator.registerJobs()
    ///     let store = try StoreFile("photos.sqlite", migrator: migrator).open()
    ///     let jobs = try await Jobs(in: store)
    ///
    /// - Parameter identifier: The name of the migration.
    public mutating func registerJobs(_ identifier: String = "aviaryJobs") {
        registerMigration(identifier, creating: Job.databaseTableName) { table in
            table.column("title", .text).notNull()
            table.column("state", .text).notNull()
            table.column("sentence", .text)
            table.column("kind", .text)
            table.column("payload", .text)
            table.column("isCancelled", .boolean).notNull().defaults(to: false)
            table.column("resumes", .boolean).notNull().defaults(to: false)
            table.column("resumptions", .integer).notNull().defaults(to: 0)
            table.column("createdAt", .datetime).notNull()
            table.column("startedAt", .datetime)
            table.column("endedAt", .datetime)
        }
    }
}

/// Work that can be taken up by another process: what it needs is stored with the job.
///
///     let backup = JobKind("backup", BackupOrder.self) { order, progress in
///         try await back(up: gallery, to: order.folder, progress)
///     }
///     let jobs = try await Jobs(in: store, kinds: [backup])
public struct JobKind: Sendable {
    /// The name, as it is stored.
    public let name: String
    let work: @Sendable (_ payload: String) throws -> Jobs.Work

    /// Makes a kind of job.
    ///
    /// - Parameters:
    ///   - name: The name, as it is stored. A later version of the app that has the name does the job, too.
    ///   - payload: The type of what the work needs. It is read from the store, where another version or another
    ///     program may have written it.
    ///   - work: The work. It may be done again from the beginning, so it should pass over what is there already.
    public init<Payload: Decodable & Sendable>(
        _ name: String, _ payload: Payload.Type,
        _ work: @escaping @Sendable (Payload, JobProgress) async throws -> Void
    ) {
        self.name = name
        self.work = { text in
            let payload = try JSONDecoder().decode(Payload.self, from: Data(text.utf8))
            return { progress in try await work(payload, progress) }
        }
    }
}

/// The name of a `JobKind`, and what its work needs.
public struct JobOrder: Hashable, Sendable {
    let kind: String
    let payload: String

    init(kind: String, payload: String) { (self.kind, self.payload) = (kind, payload) }

    /// Makes an order.
    ///
    /// - Parameters:
    ///   - kind: The name of the kind.
    ///   - payload: What the work needs, of the type that the kind reads.
    /// - Throws: The error of `payload`, if it cannot be encoded.
    public init(_ kind: String, _ payload: some Encodable) throws {
        self.init(kind: kind, payload: String(decoding: try JSONEncoder().encode(payload), as: UTF8.self))
    }
}

/// An error of a job itself.
public enum JobError: SpokenError, CustomStringConvertible, Hashable {
    /// This process does not know the kind of the job.
    case unknownKind(String)
    /// The kind of the job cannot read what the work needs. Another version may have stored it.
    case unreadable(String)
    /// The job waits, runs or is done, or it was removed. So it cannot be tried again.
    case notStopped
    /// As many jobs as allowed wait already.
    case tooMany(Int)
    /// The jobs were closed, because the program ends.
    case closed
    /// The file system of the store has no locks, so a job whose process dies would never be found.
    case noLocks

    public func sentence(in words: Words) -> String {
        switch self {
        case .unknownKind(let kind): words.jobs.unknownKind(kind.isolated)
        case .unreadable(let title): words.jobs.unreadable(title.isolated)
        case .notStopped: words.jobs.notStopped
        case .tooMany(let count): words.jobs.tooMany(count)
        case .noLocks: words.jobs.noLocks
        case .closed: words.jobs.closed
        }
    }

    /// The sentence in English.
    public var description: String { sentence(in: .english) }
}
