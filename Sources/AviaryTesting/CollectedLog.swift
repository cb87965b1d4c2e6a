public import Logging
import Synchronization

/// A log handler that stores what is logged, for a test to read.
///
///     let log = CollectedLog()
///     let logger = Logger(label: "test") { _ in log }
public final class CollectedLog: LogHandler {
    /// One message that was logged.
    public struct Line: Sendable {
        /// The level of the message, at least the handler's level.
        public let level: Logger.Level
        /// The text without its metadata.
        public let message: String
    }

    private let state = Mutex<[Line]>([])
    private let level: Logger.Level

    /// A handler without messages.
    ///
    /// - Parameter level: Messages of a lower level are not stored.
    public init(level: Logger.Level = .notice) { self.level = level }

    /// All messages, in the order in which they were logged.
    ///
    /// - Complexity: O(1).
    public var lines: [Line] { state.withLock { $0 } }

    /// The level of the initializer; setting it has no effect.
    public var logLevel: Logger.Level {
        get { level }
        set {}
    }
    /// Always empty; setting it has no effect.
    public var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }

    /// Always `nil`; setting it has no effect.
    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }

    /// Stores the level and the text of a message, on any thread.
    public func log(event: LogEvent) {
        state.withLock { $0.append(Line(level: event.level, message: event.message.description)) }
    }
}
