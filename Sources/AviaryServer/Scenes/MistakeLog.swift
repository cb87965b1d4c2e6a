import Logging
import Synchronization

/// Logs each mistake of an app once, however many scenes make it: an outlet that is not there, for one.
final class MistakeLog: Sendable {
    private let known = Mutex<Set<String>>([])

    func log(_ mistake: String, in room: String, to logger: Logger) {
        let isNew = known.withLock { $0.count < maximum && $0.insert(mistake).inserted }
        guard isNew else { return }
        logger.error("\(mistake) It is left alone, and this is logged once.", metadata: ["room": "\(room)"])
    }
}

/// What an app sets may be made of its data, so that no more than these are kept.
private let maximum = 64
