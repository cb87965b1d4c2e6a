public import Logging
import Synchronization

/// A handler that keeps what is logged:
///
///     let log = CollectedLog()
///     let logger = Logger(label: "test") { _ in log }
public final class CollectedLog: LogHandler {
    public struct Line: Sendable {
        public let level: Logger.Level
        public let message: String
    }

    private let state = Mutex<[Line]>([])
    private let level: Logger.Level

    /// - Parameter level: What is below it is not kept.
    public init(level: Logger.Level = .notice) { self.level = level }

    /// In the order in which it was logged.
    public var lines: [Line] { state.withLock { $0 } }

    public var logLevel: Logger.Level {
        get { level }
        set {}
    }
    public var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }
    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }

    public func log(event: LogEvent) {
        state.withLock { $0.append(Line(level: event.level, message: event.message.description)) }
    }
}
