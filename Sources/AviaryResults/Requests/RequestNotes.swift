import Logging
import Synchronization

/// A fact about a live query that the author of a program should know.
struct RequestNote: Hashable {
    let level: Logger.Level
    let sentence: String
    let facts: [String: String]
}

/// Logs each note about the live queries of a store once, however many lists are made, up to 64 different notes. A page
/// makes its lists anew for each visit.
final class RequestNotes: Sendable {
    private let known = Mutex<Set<RequestNote>>([])
    private let logger: Logger

    init(logger: Logger) { self.logger = logger }

    func log(_ notes: [RequestNote]) {
        for note in notes where known.withLock({ $0.count < maximum && $0.insert(note).inserted }) {
            logger.log(level: note.level, "\(note.sentence)", metadata: note.facts.mapValues { "\($0)" })
        }
    }
}

private let maximum = 64
