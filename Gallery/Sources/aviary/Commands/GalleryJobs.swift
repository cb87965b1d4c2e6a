import AviaryApps
import AviaryResults
import Foundation
import GRDB
import Logging
import Synchronization

/// The jobs of a gallery: the long commands. Every window of a gallery that is served shows them, and cancels them or
/// tries them again.
///
/// They have a store of their own, `jobs.sqlite`. So a gallery that is opened read-only has jobs, too, and so has a
/// node, whose other rows are those of PostgreSQL.
enum GalleryJobs {
    private static let name = "jobs.sqlite"

    /// Opens the jobs of a directory. A user who does not own the directory gets jobs that nobody else sees, because a
    /// file of that user would shut the owner out. So does a directory that cannot be written.
    ///
    /// - Parameter kinds: The commands that a server tries again. They run one after the other.
    static func open(in directory: URL, kinds: [JobKind] = [], logger: Logger? = nil) async throws -> Jobs {
        var migrator = DatabaseMigrator()
        migrator.registerJobs()
        if PathFault.owner(of: directory.path) == geteuid() {
            var file = StoreFile(directory.appending(path: name), migrator: migrator)
            file.options.words = Gallery.words
            if let logger { file.logger = logger }
            do { return try await Jobs(in: file.open(lockTimeout: .seconds(5)), limit: 1, kinds: kinds) } catch {
                logger?.info(
                    "\(CommandWords.jobsNotSeen)", metadata: ["error": "\(Gallery.words.sentence(about: error))"])
            }
        }
        return try await Gallery.jobsInMemory()
    }

    /// Does the work of a command as a job, with a progress bar. Windows can cancel it, and try it again. If the job
    /// cannot be stored, for example on a full disk, the work is done without one.
    ///
    /// - Parameters:
    ///   - order: How a server does it again; `nil` if it cannot.
    ///   - directory: The directory of the gallery, which exists.
    ///   - noun: What the progress counts, in the plural.
    static func perform<Result: Sendable>(
        _ title: String, as order: JobOrder?, in directory: URL, counting noun: String,
        _ work: @escaping @Sendable (JobProgress) async throws -> Result
    ) async throws -> Result {
        let hasBegun = Atomic(false)
        return try await ProgressBar.during(noun) { progress in
            do {
                return try await open(in: directory).run(title, as: order, progress) { progress in
                    hasBegun.store(true, ordering: .relaxed)
                    return try await work(progress)
                }
            } catch is CancellationError { throw JobCancelled() } catch {
                if hasBegun.load(ordering: .relaxed) { throw error }
                return try await work(progress)
            }
        }
    }
}

/// Somebody has cancelled a command in a window of the gallery.
struct JobCancelled: Error, CustomStringConvertible {
    var description: String { CommandWords.cancelled }
}
