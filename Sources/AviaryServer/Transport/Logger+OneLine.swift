public import Logging

extension Logger {
    /// This logger, with every message on one line. So a line break in a visitor's input cannot forge another message.
    public var onOneLine: Logger {
        var logger = Logger(label: label) { [handler] _ in OneLineHandler(handler) }
        logger.logLevel = logLevel
        return logger
    }
}

extension Logger.MetadataValue {
    /// A log value for text from outside. It has little more than 400 bytes and no line breaks, so nobody can forge a
    /// line of the log.
    static func outside(_ value: Any) -> Self {
        var text = ""
        for scalar in "\(value)".unicodeScalars {
            if text.utf8.count > 400 { return .string(text + "…") }
            let breaksLine = scalar.properties.generalCategory == .control || ["\u{2028}", "\u{2029}"].contains(scalar)
            text += breaksLine ? scalar.escaped(asASCII: true) : String(scalar)
        }
        return .string(text)
    }
}

/// Escapes characters that move a terminal's cursor or begin a line.
private struct OneLineHandler: LogHandler {
    private var base: any LogHandler

    init(_ base: any LogHandler) {
        self.base = base
        metadata = base.metadata
        // Not every handler has a provider, and some complain when one is set. So it is set only if there is one
        // already.
        if let provider = base.metadataProvider { metadataProvider = provider }
    }

    var metadata: Logger.Metadata {
        get { base.metadata }
        set { base.metadata = Self.escaped(newValue) }
    }

    var metadataProvider: Logger.MetadataProvider? {
        get { base.metadataProvider }
        set { base.metadataProvider = newValue.map { provider in .init { Self.escaped(provider.get()) } } }
    }

    var logLevel: Logger.Level {
        get { base.logLevel }
        set { base.logLevel = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { base[metadataKey: key] }
        set { base[metadataKey: Self.escaped(key)] = newValue.map(Self.escaped) }
    }

    func log(event: LogEvent) {
        var event = event
        event.message = "\(Self.escaped(event.message.description))"
        event.metadata = event.metadata.map(Self.escaped)
        if let error = event.error {
            event.metadata = (event.metadata ?? [:]).merging(["error": .string(Self.escaped("\(error)"))]) { $1 }
            event.error = nil
        }
        base.log(event: event)
    }

    private static func escaped(_ metadata: Logger.Metadata) -> Logger.Metadata {
        Logger.Metadata(metadata.map { (escaped($0.key), escaped($0.value)) }) { $1 }
    }

    private static func escaped(_ value: Logger.Metadata.Value) -> Logger.Metadata.Value {
        switch value {
        case .string(let text): .string(escaped(text))
        case .stringConvertible(let value): .string(escaped(value.description))
        case .array(let values): .array(values.map(escaped))
        case .dictionary(let values): .dictionary(escaped(values))
        }
    }

    private static func escaped(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        return text.unicodeScalars.map { isControl($0) ? $0.escaped(asASCII: true) : String($0) }.joined()
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .format: true
        default: false
        }
    }
}
