#if Postgres
    @testable import AviaryPostgres

    /// Messages of `pgoutput`, written as a server writes them.
    struct LogicalBytes {
        private(set) var bytes: [UInt8]

        init(_ kind: Character) { bytes = [kind.asciiValue ?? 0] }

        func number(_ number: some FixedWidthInteger) -> LogicalBytes {
            var copy = self
            withUnsafeBytes(of: number.bigEndian) { copy.bytes.append(contentsOf: $0) }
            return copy
        }

        func letter(_ letter: Character) -> LogicalBytes { number(letter.asciiValue ?? 0) }

        func text(_ text: String) -> LogicalBytes {
            var copy = self
            copy.bytes += Array(text.utf8) + [0]
            return copy
        }

        /// A row. `nil` is NULL; `unchanged` was not sent.
        func row(_ values: [String?]) -> LogicalBytes {
            var copy = number(Int16(values.count))
            for value in values {
                switch value {
                case nil: copy = copy.letter("n")
                case Self.unchanged: copy = copy.letter("u")
                case let text?:
                    copy = copy.letter("t").number(Int32(text.utf8.count))
                    copy.bytes += Array(text.utf8)
                }
            }
            return copy
        }

        static let unchanged = "\u{1}unchanged"

        static var begin: [UInt8] {
            LogicalBytes("B").number(0x1A2_B3C8 as UInt64).number(7 as UInt64).number(753 as UInt32).bytes
        }

        static func commit(end: UInt64) -> [UInt8] {
            LogicalBytes("C").number(0 as UInt8).number(end - 1).number(end).number(7 as UInt64).bytes
        }

        /// A table whose first column is the key.
        static func relation(
            _ id: UInt32, _ name: String, identity: Character = "d", _ columns: [(name: String, type: UInt32)],
            key: String = "id"
        ) -> [UInt8] {
            var message = LogicalBytes("R").number(id).text("public").text(name).letter(identity)
                .number(Int16(columns.count))
            for column in columns {
                message = message.number(UInt8(column.name == key || identity == "f" ? 1 : 0)).text(column.name)
                    .number(column.type).number(-1 as Int32)
            }
            return message.bytes
        }

        static func insert(_ relation: UInt32, _ values: [String?]) -> [UInt8] {
            LogicalBytes("I").number(relation).letter("N").row(values).bytes
        }

        static func update(_ relation: UInt32, old: (kind: Character, values: [String?])? = nil, _ values: [String?])
            -> [UInt8]
        {
            var message = LogicalBytes("U").number(relation)
            if let old { message = message.letter(old.kind).row(old.values) }
            return message.letter("N").row(values).bytes
        }

        static func delete(_ relation: UInt32, _ values: [String?], kind: Character = "K") -> [UInt8] {
            LogicalBytes("D").number(relation).letter(kind).row(values).bytes
        }

        static func truncate(_ relations: [UInt32]) -> [UInt8] {
            var message = LogicalBytes("T").number(Int32(relations.count)).number(0 as UInt8)
            for relation in relations { message = message.number(relation) }
            return message.bytes
        }
    }

    extension LogicalMessage {
        /// Decodes bytes and says in one line what was read.
        static func line(_ bytes: [UInt8]) throws -> String {
            try bytes.withUnsafeBytes { try LogicalMessage($0).line }
        }

        private var line: String {
            get throws {
                switch self {
                case .begin: "begin"
                case .commit(let end, _): "commit \(end)"
                case .relation(let relation):
                    "relation \(relation.id) \(relation.schema).\(relation.name) \(relation.identity): "
                        + relation.columns.map { "\($0.name)\($0.isKey ? "*" : "") \($0.type)" }.joined(separator: ", ")
                case .insert(let relation, let row): "insert \(relation): \(try row.line)"
                case .update(let relation, nil, let row): "update \(relation): \(try row.line)"
                case .update(let relation, let old?, let row): "update \(relation): \(try old.line) -> \(try row.line)"
                case .delete(let relation, let old): "delete \(relation): \(try old.line)"
                case .truncate(let relations): "truncate \(relations)"
                case .other: "other"
                }
            }
        }
    }

    extension LogicalTuple {
        var line: String {
            get throws {
                var values: [FeedValue] = []
                try read(into: &values)
                return values.map(\.line).joined(separator: ", ")
            }
        }
    }

    extension FeedValue {
        /// For comparisons: NULL, a value that was not sent, or a text in quotes.
        var line: String {
            switch self {
            case .null: "null"
            case .unchanged: "unchanged"
            case .text(let bytes): "'\(String(decoding: bytes, as: UTF8.self))'"
            }
        }
    }
#endif
