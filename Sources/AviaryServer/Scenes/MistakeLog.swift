import Logging
import Synchronization

/// Logs each mistake of an app once, however many scenes make it, up to 64 different mistakes. An example of a mistake
/// is an outlet that does not exist.
final class MistakeLog: Sendable {
    private let known = Mutex<Set<String>>([])

    func log(_ mistake: String, in room: String, to logger: Logger) {
        let isNew = known.withLock { $0.count < maximum && $0.insert(mistake).inserted }
        guard isNew else { return }
        logger.error("\(mistake) It is left alone, and this is logged once.", metadata: ["room": "\(room)"])
    }
}

/// The most mistakes that are logged. Their texts may contain data of the app, so without a limit there could be any
/// number.
private let maximum = 64
