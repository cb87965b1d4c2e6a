import Foundation
import Logging
import Synchronization
import Testing

@testable import AviaryServer

struct LogTests {
    @Test(arguments: [
        ("there is no page /colors", "there is no page /colors"),
        ("a\n2026-11-22 error aviary: forged", "a\\n2026-11-22 error aviary: forged"),
        (String(repeating: "x", count: 9_000), String(repeating: "x", count: 401) + "…"),
    ])
    func whatComesFromOutsideStaysOnOneLine(value: String, line: String) {
        #expect(Logger.MetadataValue.outside(value) == .string(line))
    }

    @Test func noControlCharacterIsLogged() {
        let value = Logger.MetadataValue.outside("\r\u{1B}[2J\u{0}\u{85}\u{2028}\u{2029}é💥")
        guard case .string(let line) = value else { return #expect(Bool(false), "it is text") }
        #expect(line.hasSuffix("é💥") && line.hasPrefix("\\r"))
        #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) })
        #expect(!line.contains { $0.isNewline })
    }

    // MARK: The lines that are written

    private static let forged = "\n2026-11-22T06:00:00+0000 error aviary: forged"
    static let hostile = [
        forged, "\r\(forged)", "a\u{0B}b\u{0C}c\u{85}d\u{2028}e\u{2029}f", "\u{1B}[2J\u{1B}]0;title\u{07}\u{9B}1A",
        "\u{202E}txt.exe\u{2066}\u{200B}\u{FEFF}", "\u{0}\u{8}\u{7F}", "\\n\(forged)",
    ]

    /// Says something of an error in its description.
    private struct Hostile: Error, CustomStringConvertible {
        var description: String
    }

    /// Where a logger can be told something, by the way swift-log's own handler for streams writes it.
    static let ways: [(String, @Sendable (inout Logger, String) -> Void)] = [
        ("message", { logger, text in logger.notice("\(text)") }),
        ("metadata", { logger, text in logger.notice("said", metadata: ["path": "\(text)"]) }),
        ("a key", { logger, text in logger.notice("said", metadata: [text: "value"]) }),
        (
            "a described value",
            { logger, text in
                logger.notice("said", metadata: ["error": .stringConvertible(Hostile(description: text))])
            }
        ),
        ("a list", { logger, text in logger.notice("said", metadata: ["rows": ["1", "\(text)"]]) }),
        ("a dictionary", { logger, text in logger.notice("said", metadata: ["row": ["\(text)": "\(text)"]]) }),
        ("an error", { logger, text in logger.error("said", error: Hostile(description: text)) }),
        (
            "what a logger keeps",
            { logger, text in
                logger[metadataKey: "request"] = "\(text)"
                logger[metadataKey: text] = "value"
                logger.notice("said")
            }
        ),
    ]

    @Test(arguments: ways.indices, hostile)
    func noTextForgesALine(way: Int, text: String) {
        let log = Log()
        var logger = log.logger().onOneLine
        Self.ways[way].1(&logger, text)
        log.expectOneLine()
    }

    @Test(arguments: hostile)
    func whatWasKeptBeforeForgesNoLine(text: String) {
        let log = Log()
        var logger = log.logger(provider: .init { ["task": "\(text)"] })
        logger[metadataKey: "file"] = "\(text)"
        logger.onOneLine.notice("said")
        log.expectOneLine()
    }

    @Test(arguments: ways.indices, hostile)
    func aLogOfObjectsHasOneOnEachLine(way: Int, text: String) throws {
        let written = Mutex("")
        var logger = Logger(label: "test") { label in
            JSONLogHandler(label: label) { line in written.withLock { $0 += line } }
        }.onOneLine
        Self.ways[way].1(&logger, text)
        let lines = written.withLock { $0 }.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 2 && lines.last == "")
        let entry = try #require(try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any])
        #expect(entry["level"] as? String == (Self.ways[way].0 == "an error" ? "error" : "notice"))
        #expect(entry["label"] as? String == "test" && entry["time"] is String && entry["message"] is String)
    }

    @Test func anOrdinaryMessageIsWrittenAsItIs() throws {
        let log = Log()
        var logger = log.logger()
        logger.logLevel = .warning
        logger = logger.onOneLine
        logger.notice("not written")
        logger.warning("Zażółć 日本 💥 \"a\\b\"", metadata: ["path": "/é"])
        let line = try #require(log.text.split(separator: "\n").first)
        #expect(line.hasSuffix("warning test: path=/é [AviaryServerTests] Zażółć 日本 💥 \"a\\b\""))
        log.expectOneLine()
    }
}

/// Collects the output of swift-log's stream handler.
private final class Log: TextOutputStream, Sendable {
    private let written = Mutex("")

    var text: String { written.withLock { $0 } }

    func write(_ string: String) { written.withLock { $0 += string } }

    func logger(provider: Logger.MetadataProvider? = nil) -> Logger {
        Logger(label: "test") { StreamLogHandler(label: $0, stream: self, metadataProvider: provider) }
    }

    func expectOneLine() {
        #expect(text.hasSuffix("\n"))
        let disruptive = text.unicodeScalars.dropLast().filter { scalar in
            [.control, .format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
        }
        #expect(disruptive.isEmpty, "\(text)")
    }
}
