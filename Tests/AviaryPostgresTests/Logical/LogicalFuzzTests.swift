#if Postgres
    import AviaryTesting
    import Foundation
    import Testing

    @testable import AviaryPostgres

    /// Whatever bytes come, nothing traps, nothing is read beyond them, and nothing but a fault comes of it.
    struct LogicalFuzzTests {
        /// A sink that makes sure that all values lie within the bytes of one message.
        private final class BoundedSink: FeedSink {
            var bounds = UnsafeRawBufferPointer(start: nil, count: 0)
            private(set) var rows = 0
            private(set) var isWithin = true

            private func check(_ value: FeedValue) {
                guard case .text(let bytes) = value, !bytes.isEmpty else { return }
                guard let start = bounds.baseAddress, let value = UnsafeRawPointer(bytes.baseAddress) else {
                    isWithin = false
                    return
                }
                isWithin = isWithin && value >= start && value + bytes.count <= start + bounds.count
            }

            func put(_ table: Int, _ values: [FeedValue], _ change: FeedRowChange) throws {
                rows += 1
                #expect(table == 0 && values.count == 3)
                for value in values { check(value) }
                if case .move(let old) = change { check(old) }
            }

            func delete(_ table: Int, key: FeedValue) throws {
                rows += 1
                check(key)
            }

            func truncate(_ table: Int) throws { rows += 1 }
        }

        private static let stream: [[UInt8]] =
            [LogicalBytes.begin, LogicalBytes.relation(100, "color", LogicalTablesTests.columns)]
            + LogicalTablesTests.rows.map(\.bytes)
            + [LogicalBytes.commit(end: 20), LogicalBytes.begin, LogicalBytes.relation(200, "other", [("id", 20)])]
            + [
                LogicalBytes.insert(200, ["1"]), LogicalBytes.insert(100, ["9", "1", "é"]),
                LogicalBytes.commit(end: 30),
            ]

        @Test(arguments: [1, 2, 3, 4] as [UInt64]) func hostileMessagesEndInFaults(seed: UInt64) throws {
            var random = SeededGenerator(seed: seed)
            var (read, refused) = (0, 0)
            let sink = BoundedSink()
            for _ in 0..<draws(5_000, long: 500_000) {
                var messages = Self.stream
                for _ in 0..<random.skewed(upTo: 4) { random.mutate(&messages) }
                var tables = LogicalTables([LogicalTablesTests.color])
                var group = LogicalGroup(
                    after: LSN(10), limit: random.chance(5) ? 10 : 10_000, mostTransactions: 2,
                    folder: FileManager.default.temporaryDirectory.path)
                do {
                    for bytes in messages { try Self.take(bytes, &tables, &group, sink) }
                    read += 1
                } catch is LogicalFault { refused += 1 } catch is FeedError { refused += 1 }
            }
            #expect(sink.isWithin)
            #expect(
                read > 100 && refused > 1000 && sink.rows > 1000, "\(read) read, \(refused) refused, \(sink.rows) rows")
        }

        /// As the follower does, and with a frame around it.
        private static func take(
            _ bytes: [UInt8], _ tables: inout LogicalTables, _ group: inout LogicalGroup, _ sink: BoundedSink
        ) throws {
            let frame = LogicalBytes("w").number(0 as UInt64).number(0 as UInt64).number(0 as UInt64).bytes + bytes
            try frame.withUnsafeBytes { frame in
                guard case .message(let bytes, _) = try LogicalFrame(frame) else { throw LogicalFault.outOfOrder }
                let message = try LogicalMessage(bytes)
                switch message {
                case .begin: try group.begin()
                case .commit(let end, _): try group.commit(end: end)
                case .relation(let relation): try tables.add(relation)
                case .insert, .update, .delete, .truncate: if try tables.concerns(message) { try group.append(bytes) }
                case .other: break
                }
            }
            guard group.isDue else { return }
            try group.forEachMessage { bytes in
                sink.bounds = bytes
                try tables.send(try LogicalMessage(bytes), to: sink)
            }
            group.removeTransactions()
        }

        @Test(arguments: [1, 2] as [UInt64]) func bytesWithoutAnySenseAreRefused(seed: UInt64) throws {
            var random = SeededGenerator(seed: seed)
            for _ in 0..<draws(20_000, long: 2_000_000) {
                let bytes = (0..<(random.skewed(upTo: 200) - 1)).map { _ in UInt8.random(in: 0 ... .max, using: &random)
                }
                do {
                    _ = try LogicalMessage.line(bytes)
                } catch is LogicalFault {}
                do {
                    try bytes.withUnsafeBytes { _ = try LogicalFrame($0) }
                } catch is LogicalFault {}
            }
        }
    }

    extension SeededGenerator {
        /// Changes bytes of a message, mostly where lengths are, or the order of the messages.
        fileprivate mutating func mutate(_ messages: inout [[UInt8]]) {
            guard let index = messages.indices.randomElement(using: &self) else { return }
            let place = Int.random(in: 0...messages[index].count, using: &self)
            switch Int.random(in: 0..<9, using: &self) {
            case 0 where place < messages[index].count:
                messages[index][place] = UInt8.random(in: 0 ... .max, using: &self)
            case 1 where place < messages[index].count:
                messages[index][place] ^= 1 << UInt8.random(in: 0..<8, using: &self)
            case 2 where place < messages[index].count: messages[index].remove(at: place)
            case 3 where place + 4 <= messages[index].count:
                let extreme = [0, 1, -1, .min, .max, 0x7FFF, 0x10000].randomElement(using: &self) ?? (0 as Int32)
                withUnsafeBytes(of: extreme.bigEndian) { messages[index].replaceSubrange(place..<place + 4, with: $0) }
            case 4: messages[index].insert(UInt8.random(in: 0 ... .max, using: &self), at: place)
            case 5: messages[index].removeSubrange(place...)
            case 6: messages.remove(at: index)
            case 7: messages.insert(messages[index], at: Int.random(in: 0...messages.count, using: &self))
            default: messages.swapAt(index, Int.random(in: 0..<messages.count, using: &self))
            }
        }
    }
#endif
