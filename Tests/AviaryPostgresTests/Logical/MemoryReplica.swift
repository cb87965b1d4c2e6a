#if Postgres
    import Dispatch
    import Testing

    @testable import AviaryPostgres

    /// The rows of followed tables in memory: the model of a replica, with nothing to commit.
    final class MemoryReplica: FeedSink {
        /// For each table the rows, each as text by its key; NULL is `\N`.
        private(set) var rows: [[String: [String]]]
        private(set) var position: FeedPosition?
        /// How many steps with rows were applied, and how many positions were stored without.
        private(set) var steps = 0, rests = 0
        /// Calls of the sink.
        private(set) var changes = 0

        init(_ tables: [FeedTable]) { rows = tables.map { _ in [:] } }

        func copy(from feed: LogicalFeed) throws {
            rows = rows.map { _ in [:] }
            position = try feed.copy { table, line in
                // The last byte ends the line.
                let values = String(decoding: line.dropLast(), as: UTF8.self).split(
                    separator: "\t", omittingEmptySubsequences: false
                ).map(String.init)
                rows[table][values[0]] = values
            }
        }

        /// Follows until `isEnough` says so after a step. A feed that brings nothing for a minute is stopped.
        func follow(_ feed: LogicalFeed, until isEnough: () throws -> Bool) throws {
            let watch = DispatchWorkItem { feed.stop() }
            DispatchQueue.global().asyncAfter(deadline: .now() + 60, execute: watch)
            defer { watch.cancel() }
            var isOver = false
            try feed.follow(from: try #require(position)) { position, send in
                try apply(position, send)
                isOver = try isEnough()
                if isOver { feed.stop() }
            }
            #expect(isOver, "The step that was waited for has not come.")
        }

        /// Commits a step: the rows are as before when it fails.
        func apply(_ position: FeedPosition, _ send: ((any FeedSink) throws -> Void)?) throws {
            let before = rows
            do { try send?(self) } catch {
                rows = before
                throw error
            }
            self.position = position
            if send == nil { rests += 1 } else { steps += 1 }
        }

        func put(_ table: Int, _ values: [FeedValue], _ change: FeedRowChange) throws {
            changes += 1
            let texts = values.map(\.copied)
            let key = try #require(texts[0])
            var old = rows[table][key]
            if case .move(let before) = change { old = rows[table].removeValue(forKey: try #require(before.copied)) }
            rows[table][key] = try texts.indices.map { index in
                if let text = texts[index] { return text }
                guard let old else { throw FeedError.copyAgain("a row is not there") }
                return old[index]
            }
        }

        func delete(_ table: Int, key: FeedValue) throws {
            changes += 1
            rows[table][try #require(key.copied)] = nil
        }

        func truncate(_ table: Int) throws {
            changes += 1
            rows[table] = [:]
        }
    }

    extension FeedValue {
        /// As COPY writes it; `nil` when it was not sent.
        fileprivate var copied: String? {
            switch self {
            case .null: "\\N"
            case .unchanged: nil
            case .text(let bytes): String(decoding: bytes, as: UTF8.self)
            }
        }
    }
#endif
