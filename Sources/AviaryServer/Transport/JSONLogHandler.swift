import AviaryText
import Foundation
public import Logging

/// Writes each entry of a log as one JSON object on a line of its own, for programs that collect logs.
///
///     let logger = Logger(label: "aviary") { JSONLogHandler(label: $0) }
///
/// An object has `time` (UTC), `level`, `label`, `message`, and `metadata` if there is any. Numbers and lists of the
/// metadata are written as text, as swift-log has them.
public struct JSONLogHandler: LogHandler {
    public var metadata: Logger.Metadata = [:]
    public var metadataProvider: Logger.MetadataProvider?
    public var logLevel = Logger.Level.info
    private let label: String
    private let write: @Sendable (String) -> Void

    /// A handler that writes to standard error. Each line is written at once, so that the lines of several processes do
    /// not mix.
    ///
    /// - Parameter label: The label of the logger.
    public init(label: String) {
        self.init(label: label) { try? FileHandle.standardError.write(contentsOf: Data($0.utf8)) }
    }

    /// - Parameter write: Called with each line, which ends in a line feed.
    init(label: String, write: @escaping @Sendable (String) -> Void) {
        self.label = label
        self.write = write
    }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        var all = metadata.merging(metadataProvider?.get() ?? [:]) { $1 }.merging(event.metadata ?? [:]) { $1 }
        if let error = event.error { all["error"] = .string("\(error)") }
        let time = Date.now.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        var members: [String: JSON] = [
            "time": .string(time), "level": .string(event.level.rawValue), "label": .string(label),
            "message": .string(event.message.description),
        ]
        if !all.isEmpty { members["metadata"] = .object(all.mapValues(JSON.init)) }
        write(JSON.object(members).text + "\n")
    }
}

extension JSON {
    fileprivate init(_ value: Logger.Metadata.Value) {
        switch value {
        case .string(let text): self = .string(text)
        case .stringConvertible(let value): self = .string(value.description)
        case .array(let values): self = .array(values.map(JSON.init))
        case .dictionary(let values): self = .object(values.mapValues(JSON.init))
        }
    }
}
