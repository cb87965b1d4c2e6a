#if Postgres
    import AviaryTesting
    import Foundation
    import Testing

    @testable import AviaryPostgres

    /// Which transactions become one step, and what of them is in memory.
    struct LogicalGroupTests {
        private static func group(limit: Int = 1000, mostTransactions: Int = 100) -> LogicalGroup {
            LogicalGroup(
                after: LSN(10), limit: limit, mostTransactions: mostTransactions,
                folder: FileManager.default.temporaryDirectory.path)
        }

        private static func content(_ group: LogicalGroup) throws -> [String] {
            var messages: [String] = []
            try group.forEachMessage { messages.append(String(decoding: $0, as: UTF8.self)) }
            return messages
        }

        @Test func onlyWholeTransactionsAreInAStep() throws {
            var group = Self.group()
            try group.begin()
            try group.append("a")
            try group.append("b")
            #expect(!group.hasRows && group.end == LSN(10))
            try group.commit(end: LSN(20))
            try group.begin()
            try group.append("c")
            #expect(group.hasRows && !group.isDue && group.end == LSN(20))
            #expect(try Self.content(group) == ["a", "b"])
            group.removeTransactions()
            #expect(!group.hasRows)
            try group.commit(end: LSN(30))
            #expect(try Self.content(group) == ["c"])
            #expect(group.end == LSN(30))
        }

        @Test func transactionsWithoutRowsMoveThePositionAlone() throws {
            var group = Self.group()
            try group.begin()
            try group.commit(end: LSN(20))
            #expect(!group.hasRows && group.end == LSN(20))
            group.reach(LSN(25))
            #expect(group.end == LSN(25))
            group.reach(LSN(21))
            #expect(group.end == LSN(25))
            // What the server has read says nothing while a transaction is only half here.
            try group.begin()
            group.reach(LSN(40))
            #expect(group.end == LSN(25))
        }

        @Test func whatStandsInTheWrongOrderIsRefused() throws {
            var group = Self.group()
            #expect(throws: LogicalFault.outOfOrder) { try group.append("a") }
            #expect(throws: LogicalFault.outOfOrder) { try group.commit(end: LSN(20)) }
            try group.begin()
            #expect(throws: LogicalFault.outOfOrder) { try group.begin() }
            // It is in the replica already.
            #expect(throws: LogicalFault.outOfOrder) { try group.commit(end: LSN(10)) }
        }

        @Test func aStepIsDueWhenManyTransactionsAreThere() throws {
            var group = Self.group(mostTransactions: 3)
            for number in 1...3 as ClosedRange<UInt64> {
                #expect(!group.isDue)
                try group.begin()
                try group.append("a")
                try group.commit(end: LSN(10 + number))
            }
            #expect(group.isDue)
        }

        @Test func aLargeTransactionLiesInAFile() throws {
            var group = Self.group(limit: 1000)
            try group.begin()
            let messages = (0..<500).map { "row \($0) " + String(repeating: "x", count: $0 % 90) }
            for message in messages { try group.append(message) }
            #expect(group.spooled > 15_000 && !group.hasRows)
            try group.commit(end: LSN(20))
            #expect(group.isDue)
            // Twice: a step may be applied again after a conflict.
            for _ in 0..<2 { #expect(try Self.content(group) == messages) }
            group.removeTransactions()
            #expect(group.spooled == 0 && !group.hasRows)
            try group.begin()
            try group.append("next")
            try group.commit(end: LSN(30))
            #expect(try Self.content(group) == ["next"])
        }

        @Test func aLargeTransactionWaitsForNoneBeforeIt() throws {
            var group = Self.group(limit: 1000)
            try group.begin()
            try group.append("small")
            try group.commit(end: LSN(20))
            try group.begin()
            while !group.isDue { try group.append(String(repeating: "x", count: 100)) }
            #expect(try Self.content(group) == ["small"])
            #expect(group.spooled == 0)
            group.removeTransactions()
            try group.append(String(repeating: "x", count: 1000))
            #expect(group.spooled > 1000)
        }

        @Test func aFolderThatIsNotThereIsAnErrorWithASentence() throws {
            var group = LogicalGroup(after: LSN(0), limit: 10, mostTransactions: 1, folder: "/nowhere/at/all")
            try group.begin()
            let failure = #expect(throws: SpoolFile.Failure.self) {
                try group.append(String(repeating: "x", count: 20))
            }
            #expect(failure?.description.contains("the folder of the replica") == true)
        }

        /// Random transactions, and steps at random moments. A model has the rows of each transaction in a list.
        @Test(arguments: [1, 2, 3, 4] as [UInt64]) func everyRowIsInOneStepAndInOrder(seed: UInt64) throws {
            var random = SeededGenerator(seed: seed)
            var spooled = 0
            for _ in 0..<draws(30, long: 1000) {
                let limit = random.skewed(upTo: 5000)
                var group = Self.group(limit: limit, mostTransactions: random.skewed(upTo: 20))
                var expected: [String] = [], arrived: [String] = []
                var ended: [String] = []
                var end: UInt64 = 10
                func step() throws {
                    arrived += try Self.content(group)
                    group.removeTransactions()
                    #expect(arrived == ended && !group.hasRows)
                }
                for transaction in 0..<random.skewed(upTo: 60) {
                    try group.begin()
                    for row in 0..<(random.skewed(upTo: 40) - 1) {
                        let message = "\(transaction)/\(row) " + String(repeating: "y", count: random.skewed(upTo: 300))
                        try group.append(message)
                        expected.append(message)
                        if group.spooled > 0 { spooled += 1 }
                        // The server has nothing more for now.
                        if group.isDue || (random.chance(5) && group.hasRows) { try step() }
                    }
                    end += UInt64(random.skewed(upTo: 100))
                    try group.commit(end: LSN(end))
                    ended = expected
                    if group.isDue || (random.chance(20) && group.hasRows) { try step() }
                }
                if group.hasRows { try step() }
                #expect(arrived == expected)
                #expect(group.end == LSN(end))
            }
            #expect(spooled > 0)
        }
    }

    extension LogicalGroup {
        /// Stores the bytes of a text as if they were a message.
        mutating func append(_ text: String) throws {
            let bytes = Array(text.utf8)
            try bytes.withUnsafeBytes { try append($0) }
        }
    }
#endif
