#if Postgres
    import Testing

    @testable import AviaryPostgres

    /// Messages as PostgreSQL's manual describes them, byte by byte.
    struct LogicalMessageTests {
        /// Each message in hexadecimal digits, and what is read of it.
        static let golden: [(hex: String, line: String)] = [
            ("42 0000000001A2B3C8 0002A30C5F3D4E80 000002F1", "begin"),
            ("43 00 0000000001A2B3C8 0000000001A2B3F8 0002A30C5F3D4E80", "commit 0/1A2B3F8"),
            ("43 00 000000160374D848 00000016B374D878 0002A30C5F3D4E80", "commit 16/B374D878"),
            (
                "52 00004001 7075626C696300 636F6C6F7200 64 0003 01 696400 00000014 FFFFFFFF 00 72656400 000002BD FFFFFFFF "
                    + "00 6E616D6500 00000019 FFFFFFFF",
                "relation 16385 public.color primaryKey: id* 20, red 701, name 25"
            ),
            ("52 00004001 00 7800 66 0001 01 696400 00000017 FFFFFFFF", "relation 16385 pg_catalog.x full: id* 23"),
            ("52 00000007 6100 6200 6E 0000", "relation 7 a.b nothing: "),
            ("52 00000007 6100 C3A900 69 0000", "relation 7 a.é index: "),
            ("49 00004001 4E 0003 74 00000001 37 74 00000003 302E35 6E", "insert 16385: '7', '0.5', null"),
            ("49 00004001 4E 0001 74 00000000", "insert 16385: ''"),
            ("49 00004001 4E 0000", "insert 16385: "),
            ("55 00004001 4E 0003 74 00000001 37 75 74 00000002 C3A9", "update 16385: '7', unchanged, 'é'"),
            (
                "55 00004001 4B 0002 74 00000001 37 6E 4E 0002 74 00000001 38 75",
                "update 16385: '7', null -> '8', unchanged"
            ),
            (
                "55 00004001 4F 0002 74 00000001 37 6E 4E 0002 74 00000001 37 74 00000001 61",
                "update 16385: '7', null -> '7', 'a'"
            ),
            ("44 00004001 4B 0002 74 00000001 37 6E", "delete 16385: '7', null"),
            ("44 00004001 4F 0002 74 00000001 37 74 00000001 61", "delete 16385: '7', 'a'"),
            ("54 00000002 01 00004001 00004002", "truncate [16385, 16386]"),
            ("54 00000000 00", "truncate []"),
            ("4F 0000000001A2B3C8 6E6F646500", "other"),
            ("59 00004009 7075626C696300 6D6F6F6400", "other"),
        ]

        static func bytes(_ hex: String) throws -> [UInt8] {
            let digits = hex.filter { $0 != " " }
            return try stride(from: 0, to: digits.count, by: 2).map { offset in
                try #require(UInt8(digits.dropFirst(offset).prefix(2), radix: 16))
            }
        }

        @Test(arguments: golden) func aMessageIsReadAsTheManualDescribesIt(hex: String, line: String) throws {
            #expect(try LogicalMessage.line(Self.bytes(hex)) == line)
        }

        @Test(arguments: golden) func aMessageThatEndsTooEarlyIsRefused(hex: String, line: String) throws {
            let whole = try Self.bytes(hex)
            for count in 0..<whole.count {
                #expect(throws: LogicalFault.self, "\(count) bytes of \(line)") {
                    try LogicalMessage.line(Array(whole.prefix(count)))
                }
            }
        }

        @Test(arguments: golden) func aMessageWithMoreBehindItIsRefused(hex: String, line: String) throws {
            #expect(throws: LogicalFault.tooLong) { try LogicalMessage.line(Self.bytes(hex) + [0]) }
        }

        static let broken: [(hex: String, fault: LogicalFault)] = [
            ("", .cutOff),
            ("5A", .unknownKind(0x5A)),
            // A message of version 2: a stream of a transaction that is not over.
            ("53 000002F1 01", .unknownKind(0x53)),
            // A row of an unknown kind, and values of one.
            ("49 00004001 4F 0000", .unknownKind(0x4F)),
            ("49 00004001 4E 0001 62 00000001 37", .unknownKind(0x62)),
            ("55 00004001 58 0000 4E 0000", .unknownKind(0x58)),
            ("44 00004001 4E 0000", .unknownKind(0x4E)),
            // A number of values, and lengths, that are negative or larger than what is there.
            ("49 00004001 4E FFFF", .negativeLength),
            ("49 00004001 4E 0001 74 FFFFFFFF", .negativeLength),
            ("49 00004001 4E 0001 74 7FFFFFFF 37", .cutOff),
            ("49 00004001 4E 7FFF 6E", .cutOff),
            ("54 7FFFFFFF 00 00004001", .cutOff),
            ("54 FFFFFFFF 00", .negativeLength),
            ("52 00000007 6100 6200 64 FFFF", .negativeLength),
            ("52 00000007 6100 6200 64 7FFF 01", .cutOff),
            // Names: without an end, and not in UTF-8.
            ("52 00000007 616161", .cutOff),
            ("52 00000007 6100 FF00 64 0000", .notText),
            ("52 00000007 6100 6200 71 0000", .unknownKind(0x71)),
        ]

        @Test(arguments: broken) func aBrokenMessageIsRefusedWithItsFault(hex: String, fault: LogicalFault) throws {
            #expect(throws: fault) { try LogicalMessage.line(Self.bytes(hex)) }
        }

        @Test func framesAreMessagesAndSignsOfLife() throws {
            let keepalive = LogicalBytes("k").number(0x1A2_B3F8 as UInt64).number(9 as UInt64).number(1 as UInt8).bytes
            try keepalive.withUnsafeBytes { bytes in
                guard case .keepalive(let end, true) = try LogicalFrame(bytes) else {
                    Issue.record("It is no keepalive that wants an answer.")
                    return
                }
                #expect(end == LSN(0x1A2_B3F8))
            }
            let message = LogicalBytes("w").number(1 as UInt64).number(2 as UInt64).number(3 as UInt64).letter("X")
                .bytes
            try message.withUnsafeBytes { bytes in
                guard case .message(let content, time: 3) = try LogicalFrame(bytes) else {
                    Issue.record("It is no message.")
                    return
                }
                #expect(Array(content) == [0x58])
            }
            for bytes in [[], [0x7A], Array(keepalive.dropLast()), keepalive + [0], Array(message.prefix(24))]
                as [[UInt8]]
            {
                #expect(throws: LogicalFault.self) { try bytes.withUnsafeBytes { _ = try LogicalFrame($0) } }
            }
        }

        @Test func anAcknowledgementSaysThriceWhatIsStored() throws {
            #expect(
                try LogicalFrame.acknowledgement(of: LSN(0x1A2_B3F8), time: -2)
                    == Self.bytes(
                        "72 0000000001A2B3F8 0000000001A2B3F8 0000000001A2B3F8 FFFFFFFFFFFFFFFE 00"))
            #expect(LogicalFrame.acknowledgement(of: LSN(0), time: 0, wantsAnswer: true).last == 1)
        }

        @Test(
            arguments: [
                ("0/0", 0), ("16/B374D848", 0x16_B374_D848), ("FFFFFFFF/FFFFFFFF", .max), ("0/1A2B3F8", 0x1A2_B3F8),
            ] as [(String, UInt64)])
        func aPositionOfTheLogIsWrittenAsPostgreSQLDoes(text: String, bytes: UInt64) {
            #expect(LSN(text)?.bytes == bytes)
            #expect(LSN(bytes).description == text)
        }

        @Test(arguments: ["", "/", "0", "0/", "/0", "1/2/3", "-1/0", "+1/0", "100000000/0", "0/G", " 0/0"])
        func otherTextsAreNoPositions(text: String) { #expect(LSN(text) == nil) }

        @Test func aPositionSaysOfWhichServerAndWhichTablesItIs() throws {
            let position = LogicalPosition(
                system: .max, timeline: 3, started: 1_795_651_733_000_000, catalog: "d41d8cd9", log: LSN(0x16_B374_D848)
            )
            #expect(
                position.position.rawValue == "logical 18446744073709551615 3 1795651733000000 d41d8cd9 16/B374D848")
            #expect(try LogicalPosition(position.position) == position)
            for text in [
                "", "logical", "100:200:", "logical 1 1 1 0/0", "logical 1 1 1  x", "log 1 1 1 a 0/0",
                "logical 1 1 1 a 0/0 ", "logical -1 1 1 a 0/0", "logical 1 1 1 a 0",
            ] {
                #expect(throws: FeedError.self, "\(text)") { try LogicalPosition(FeedPosition(rawValue: text)) }
            }
        }

        @Test func aPositionOfAnotherServerOrAnotherPastAsksForACopy() throws {
            let position = LogicalPosition(system: 5, timeline: 3, started: 1, catalog: "a", log: LSN(1000))
            let same = LogicalServer(system: 5, timeline: 3, started: 1, checkpoint: LSN(10), end: LSN(1000))
            try same.check(position)
            // It was started again, and its log was as long then as the replica has it: but for the checkpoint at its end.
            for checkpoint in [1000, 900, 2000] as [UInt64] {
                try LogicalServer(system: 5, timeline: 3, started: 2, checkpoint: LSN(checkpoint), end: LSN(3000))
                    .check(position)
            }
            for other in [
                LogicalServer(system: 6, timeline: 3, started: 1, checkpoint: LSN(10), end: LSN(2000)),
                LogicalServer(system: 5, timeline: 4, started: 1, checkpoint: LSN(10), end: LSN(2000)),
                LogicalServer(system: 5, timeline: 3, started: 1, checkpoint: LSN(10), end: LSN(999)),
                // It was put back, and has got further meanwhile.
                LogicalServer(system: 5, timeline: 3, started: 2, checkpoint: LSN(500), end: LSN(2000)),
            ] {
                #expect(throws: FeedError.self) { try other.check(position) }
            }
        }

        @Test func everyNodeOfEveryDatabaseHasASlotOfItsOwn() {
            let pairs = [
                ("gallery", "web1"), ("gallery", "web-1"), ("gallery", "web_1"), ("gallery", "WEB1"),
                ("gallery_web", "1"),
                ("gallery", "web1.example.org"), ("gallery", "wéb1"), ("gallery", ""), ("", "gallery"),
                ("gallery", String(repeating: "x", count: 200)), ("gallery", String(repeating: "x", count: 201)),
            ]
            let names = pairs.map { LogicalSlot(node: $0.1, database: $0.0).name }
            #expect(Set(names).count == names.count)
            for name in names {
                #expect(name.utf8.count <= 63 && LogicalSlot.isName(name))
                #expect(name.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789_".contains($0) })
            }
            #expect(names[0].hasPrefix("aviary_gallery_web1_"))
            #expect(LogicalSlot(node: "web1", database: "gallery").name == names[0])
        }
    }
#endif
