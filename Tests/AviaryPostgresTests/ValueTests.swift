import AviaryResults
import Testing

@testable import AviaryPostgres

struct ValueTests {
    private static func value(_ text: String, _ type: UInt32) -> RowValue {
        var text = Array(text.utf8)
        return text.withUnsafeMutableBufferPointer { ReplicaForm(type: type).value(of: UnsafeBufferPointer($0)) }
    }

    @Test(
        arguments: [
            ("0", 20, RowValue.integer(0)), ("-9223372036854775808", 20, .integer(.min)),
            ("9223372036854775807", 20, .integer(.max)), ("32767", 21, .integer(32767)),
            ("t", 16, .integer(1)), ("f", 16, .integer(0)),
            ("-0", 701, .real(-0.0)), ("0.1", 701, .real(0.1)), ("5e-324", 701, .real(Double(bitPattern: 1))),
            ("Infinity", 701, .real(.infinity)), ("-Infinity", 700, .real(-.infinity)), ("NaN", 701, .null),
            ("\\x", 17, .blob([])), ("\\x00ff0a", 17, .blob([0, 255, 10])),
            ("2026-11-26 00:08:53", 1114, .text(Array("2026-11-26 00:08:53.000".utf8))),
            ("2026-11-26 00:08:53.12+00", 1184, .text(Array("2026-11-26 00:08:53.120".utf8))),
            ("2026-11-26 00:08:53.123456+00", 1184, .text(Array("2026-11-26 00:08:53.123456".utf8))),
            ("infinity", 1114, .text(Array("infinity".utf8))),
            ("0044-03-15 00:00:00 BC", 1114, .text(Array("0044-03-15 00:00:00 BC".utf8))),
            ("12.50", 1700, .text(Array("12.50".utf8))), ("{\"a\": 1}", 3802, .text(Array("{\"a\": 1}".utf8))),
            ("2026-11-26", 1082, .text(Array("2026-11-26".utf8))), ("", 25, .text([])),
        ] as [(String, UInt32, RowValue)]) func aTextOfPostgreSQLHasOneValue(
            text: String, type: UInt32, value: RowValue
        )
    {
        #expect(Self.value(text, type) == value)
    }

    /// A value of the file comes back from PostgreSQL unchanged.
    @Test func valuesComeBackAsTheyWere() throws {
        let database = try TestDatabase(), connection = try database.connect()
        defer { withExtendedLifetime(database) {} }
        let values: [(String, UInt32, [RowValue])] = [
            ("bigint", 20, [.integer(.min), .integer(-1), .integer(0), .integer(.max), .null]),
            (
                "double precision", 701,
                [
                    .real(0), .real(-0.0), .real(0.1), .real(1e300), .real(Double(bitPattern: 1)), .real(-1.5),
                    .real(.infinity),
                    .real(-.infinity), .real(0.1 + 0.2), .real(1e15), .real(123_456_789_012_345_680),
                ]
            ),
            ("boolean", 16, [.integer(0), .integer(1)]),
            ("bytea", 17, [.blob([]), .blob([0]), .blob(Array(0...255)), .null]),
            (
                "text", 25,
                ["", "a", "\\", "\\N", "tab\t\n\r", "it's \"x\"", "Grüße", "\u{1}"].map {
                    RowValue.text(Array($0.utf8))
                }
            ),
            (
                "timestamp", 1114,
                ["2026-11-26 00:08:53.000", "2026-11-26 00:08:53.120", "2026-11-26 00:08:53.123456"].map {
                    .text(Array($0.utf8))
                }
            ),
            ("uuid", 2950, [.text(Array("8c7c5d1e-0000-4000-8000-0123456789ab".utf8))]),
        ]
        for (name, type, values) in values {
            let column = FeedTable.Column(name: "x", type: type, typeName: name)
            try connection.execute("DROP TABLE IF EXISTS t; CREATE TABLE t (x \(name))")
            for value in values {
                let argument = try UpstreamText.argument(value, in: column, of: "t")
                let found = try connection.query("SELECT $1::\(name)", [argument])
                #expect(
                    found.bytes(0, 0).map { ReplicaForm(type: type).value(of: $0) } ?? .null == value, "\(name)")
                // By the bulk form, too.
                try connection.execute("TRUNCATE t")
                try connection.copyIn("COPY t FROM STDIN") { send in try send(UpstreamText.line([argument])) }
                let copied = try connection.execute("SELECT x FROM t")
                #expect(
                    copied.bytes(0, 0).map { ReplicaForm(type: type).value(of: $0) } ?? .null == value, "\(name)")
            }
        }
    }

    @Test(
        arguments: [
            (RowValue.text(Array("a\0".utf8)), 25, "NUL"), (.text([0xff]), 25, "UTF-8"), (.blob([1]), 25, "bytes"),
            (.text([65]), 17, "bytes"), (.integer(2), 16, "neither true nor false"), (.real(1.5), 20, "no integer"),
            (.real(.infinity), 20, "no integer"),
        ] as [(RowValue, UInt32, String)]) func aValueWithoutAFormIsRefused(
            value: RowValue, type: UInt32, reason: String
        )
    {
        let column = FeedTable.Column(name: "shade", type: type, typeName: "sometype")
        let error = #expect(throws: UpstreamError.self) {
            try UpstreamText.argument(value, in: column, of: "color")
        }
        guard case .unstorable("color", "shade", let words)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(words.contains(reason))
    }

    @Test func anIntegerThatIsRealByChanceIsTaken() throws {
        let column = FeedTable.Column(name: "x", type: 20, typeName: "bigint")
        #expect(try UpstreamText.argument(.real(5), in: column, of: "t") == "5")
    }
}
