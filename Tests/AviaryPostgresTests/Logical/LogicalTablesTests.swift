#if Postgres
    import Testing

    @testable import AviaryPostgres

    /// How messages become rows of the followed tables.
    struct LogicalTablesTests {
        static let columns: [(name: String, type: UInt32)] = [("id", 20), ("red", 701), ("name", 25)]
        static let color = FeedTable(
            name: "color", oid: 100,
            columns: columns.map { FeedTable.Column(name: $0.name, type: $0.type, typeName: "") })

        /// Follows `color`, which was described.
        private static func tables(
            _ described: [(name: String, type: UInt32)] = columns, identity: Character = "d"
        ) throws -> LogicalTables {
            var tables = LogicalTables([color])
            try tables.add(relation(LogicalBytes.relation(100, "color", identity: identity, described)))
            return tables
        }

        private static func relation(_ bytes: [UInt8]) throws -> LogicalRelation {
            try bytes.withUnsafeBytes { bytes in
                var reader = LogicalReader(UnsafeRawBufferPointer(rebasing: bytes.dropFirst()))
                return try LogicalRelation(&reader)
            }
        }

        private static func lines(_ bytes: [UInt8], _ tables: inout LogicalTables) throws -> [String] {
            let sink = RecordingSink()
            try bytes.withUnsafeBytes { bytes in
                let message = try LogicalMessage(bytes)
                guard try tables.concerns(message) else { return }
                try tables.send(message, to: sink)
            }
            return sink.lines
        }

        static let rows: [(bytes: [UInt8], line: String)] = [
            (LogicalBytes.insert(100, ["7", "0.5", nil]), "put 0 insert: '7', '0.5', null"),
            (
                LogicalBytes.update(100, ["7", LogicalBytes.unchanged, "a"]),
                "put 0 update: '7', unchanged, 'a'"
            ),
            // The key has changed, and a value that was not sent stays with the row.
            (
                LogicalBytes.update(100, old: ("K", ["7", nil, nil]), ["8", LogicalBytes.unchanged, "a"]),
                "put 0 move from '7': '8', unchanged, 'a'"
            ),
            // The whole row is the identity; its key stays.
            (
                LogicalBytes.update(100, old: ("O", ["7", "1", "a"]), ["7", "2", "a"]),
                "put 0 update: '7', '2', 'a'"
            ),
            (LogicalBytes.delete(100, ["7", nil, nil]), "delete 0 '7'"),
            (LogicalBytes.delete(100, ["7", "1", "a"], kind: "O"), "delete 0 '7'"),
            (LogicalBytes.truncate([100]), "truncate 0"),
        ]

        @Test(arguments: rows) func aMessageBecomesARow(bytes: [UInt8], line: String) throws {
            var tables = try Self.tables()
            #expect(try Self.lines(bytes, &tables) == [line])
        }

        @Test func columnsAreFoundByNameInWhateverOrder() throws {
            var tables = try Self.tables([("extra", 25), ("name", 25), ("id", 20), ("red", 701)])
            #expect(
                try Self.lines(LogicalBytes.insert(100, ["x", "a", "7", nil]), &tables) == [
                    "put 0 insert: '7', null, 'a'"
                ])
            #expect(
                try Self.lines(
                    LogicalBytes.update(100, old: ("K", [nil, nil, "7", nil]), ["x", "a", "8", nil]), &tables)
                    == ["put 0 move from '7': '8', null, 'a'"])
            #expect(try Self.lines(LogicalBytes.delete(100, [nil, nil, "9", nil]), &tables) == ["delete 0 '9'"])
        }

        @Test func otherTablesOfThePublicationAreLeftOut() throws {
            var tables = try Self.tables()
            try tables.add(Self.relation(LogicalBytes.relation(200, "other", [("id", 20)])))
            for bytes in [
                LogicalBytes.insert(200, ["1"]), LogicalBytes.delete(200, ["1"]), LogicalBytes.truncate([200]),
                LogicalBytes.truncate([]),
            ] {
                #expect(try Self.lines(bytes, &tables) == [])
            }
            #expect(try Self.lines(LogicalBytes.truncate([200, 100]), &tables) == ["truncate 0"])
        }

        @Test func aTableThatWasNotDescribedIsRefused() throws {
            var tables = try Self.tables()
            for bytes in [LogicalBytes.insert(300, ["1"]), LogicalBytes.truncate([100, 300])] {
                #expect(throws: LogicalFault.unknownRelation(300)) { try Self.lines(bytes, &tables) }
            }
        }

        @Test(arguments: [
            LogicalBytes.insert(100, ["7", nil]), LogicalBytes.insert(100, ["7", nil, nil, nil]),
            LogicalBytes.update(100, ["7"]), LogicalBytes.delete(100, ["7"]),
            LogicalBytes.update(100, old: ("K", ["7"]), ["7", nil, nil]),
        ])
        func anotherNumberOfColumnsIsRefused(bytes: [UInt8]) throws {
            var tables = try Self.tables()
            #expect(throws: LogicalFault.wrongNumberOfColumns) { try Self.lines(bytes, &tables) }
        }

        @Test(arguments: [
            LogicalBytes.insert(100, [nil, nil, nil]), LogicalBytes.insert(100, [LogicalBytes.unchanged, nil, nil]),
            LogicalBytes.update(100, [LogicalBytes.unchanged, nil, nil]), LogicalBytes.delete(100, [nil, "1", nil]),
            LogicalBytes.update(100, old: ("K", [nil, nil, nil]), ["7", nil, nil]),
        ])
        func aRowWithoutAKeyIsRefused(bytes: [UInt8]) throws {
            var tables = try Self.tables()
            #expect(throws: LogicalFault.missingKey) { try Self.lines(bytes, &tables) }
        }

        @Test func theSameDescriptionMayComeAgain() throws {
            var tables = try Self.tables()
            try tables.add(Self.relation(LogicalBytes.relation(100, "color", Self.columns)))
            #expect(try Self.lines(Self.rows[0].bytes, &tables) == [Self.rows[0].line])
        }

        static let altered: [[UInt8]] = [
            // Added, dropped, renamed, another type, another order.
            LogicalBytes.relation(100, "color", columns + [("green", 701)]),
            LogicalBytes.relation(100, "color", Array(columns.dropLast())),
            LogicalBytes.relation(100, "color", [("id", 20), ("rouge", 701), ("name", 25)]),
            LogicalBytes.relation(100, "color", [("id", 20), ("red", 700), ("name", 25)]),
            LogicalBytes.relation(100, "color", [("id", 20), ("name", 25), ("red", 701)]),
            // Another name, another identity.
            LogicalBytes.relation(100, "colour", columns),
            LogicalBytes.relation(100, "color", identity: "f", columns),
        ]

        @Test(arguments: altered) func aTableThatIsAlteredMeanwhileIsCopiedAgain(bytes: [UInt8]) throws {
            var tables = try Self.tables()
            let error = #expect(throws: FeedError.self) { try tables.add(Self.relation(bytes)) }
            guard case .copyAgain? = error else {
                Issue.record("No new copy is asked for: \(String(describing: error))")
                return
            }
        }

        @Test func aTableThatLacksAFollowedColumnIsCopiedAgain() throws {
            for bytes in [Self.altered[1], Self.altered[2], Self.altered[5]] {
                var tables = LogicalTables([Self.color])
                let error = #expect(throws: FeedError.self) { try tables.add(Self.relation(bytes)) }
                guard case .copyAgain? = error else {
                    Issue.record("No new copy is asked for: \(String(describing: error))")
                    return
                }
            }
        }

        @Test func aTableWhoseIdentityIsAnotherIndexCannotBeFollowed() throws {
            var tables = LogicalTables([Self.color])
            let bytes = LogicalBytes.relation(100, "color", identity: "i", Self.columns, key: "name")
            let error = #expect(throws: FeedError.self) { try tables.add(Self.relation(bytes)) }
            guard case .cannotFollow(table: "color", _)? = error else {
                Issue.record("The table is not named: \(String(describing: error))")
                return
            }
        }
    }

    /// Writes down what it gets, a line for each call.
    final class RecordingSink: FeedSink {
        private(set) var lines: [String] = []

        func put(_ table: Int, _ values: [FeedValue], _ change: FeedRowChange) throws {
            let kind =
                switch change {
                case .insert: "insert"
                case .update: "update"
                case .move(let old): "move from \(old.line)"
                }
            lines.append("put \(table) \(kind): \(values.map(\.line).joined(separator: ", "))")
        }

        func delete(_ table: Int, key: FeedValue) throws { lines.append("delete \(table) \(key.line)") }
        func truncate(_ table: Int) throws { lines.append("truncate \(table)") }
    }
#endif
