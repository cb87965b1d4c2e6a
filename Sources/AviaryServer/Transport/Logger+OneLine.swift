import Logging

extension Logger {
    /// This logger with every message on one line: what a visitor sent, a line break in it included, cannot pass for another
    /// message.
    var onOneLine: Logger {
        var logger = Logger(label: label) { [handler] _ in OneLineHandler(base: handler) }
        logger.logLevel = logLevel
        return logger
    }
}

/// Escapes what moves a terminal's cursor or begins a line.
private struct OneLineHandler: LogHandler {
    var base: any LogHandler

    var metadata: Logger.Metadata {
        get { base.metadata }
        set { base.metadata = newValue }
    }

    var logLevel: Logger.Level {
        get { base.logLevel }
        set { base.logLevel = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { base[metadataKey: key] }
        set { base[metadataKey: key] = newValue }
    }

    func log(event: LogEvent) {
        var event = event
        event.message = "\(escaped(event.message.description))"
        event.metadata = event.metadata?.mapValues(escaped)
        if let error = event.error {
            event.metadata = (event.metadata ?? [:]).merging(["error": .string(escaped("\(error)"))]) { $1 }
            event.error = nil
        }
        base.log(event: event)
    }

    private func escaped(_ value: Logger.Metadata.Value) -> Logger.Metadata.Value {
        switch value {
        case .string(let text): .string(escaped(text))
        case .stringConvertible(let value): .string(escaped(value.description))
        case .array(let values): .array(values.map(escaped))
        case .dictionary(let values): .dictionary(values.mapValues(escaped))
        }
    }

    private func escaped(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: Self.isControl) else { return text }
        return text.unicodeScalars.map { Self.isControl($0) ? $0.escaped(asASCII: true) : String($0) }.joined()
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .format: true
        default: false
        }
    }
}
