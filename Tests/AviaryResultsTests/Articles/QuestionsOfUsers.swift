import AviaryResults
import Foundation
import Synchronization
import Testing

/// The code of the article.
struct QuestionsOfUsers {
    struct Message: Codable, LiveRecord, PersistableRecord {
        var id: Int64
        var sender: String
        var sentAt: Int
        var isRead: Bool
    }

    private static let schema = """
        CREATE TABLE thing(id INTEGER PRIMARY KEY);
        CREATE TABLE message(
          id INTEGER PRIMARY KEY, sender TEXT NOT NULL, sentAt INTEGER NOT NULL, isRead BOOLEAN NOT NULL);
        CREATE INDEX message_order ON message(sender, sentAt);
        """

    @Test func theAnswersDoWhatTheySay() async throws {
        let test = try TestStore(schema: Self.schema)
        defer { test.remove() }
        let store = test.store
        try await store.write { try History.install(on: "message", in: $0) }
        let batches = (0..<3).map { batch in
            (1...100).map {
                Message(id: Int64(batch * 100 + $0), sender: $0 % 2 == 0 ? "Ada" : "Bo", sentAt: $0, isRead: false)
            }
        }
        var told: [String] = []
        func print(_ line: String) { told.append(line) }

        let request = ListRequest<Message>(sort: [Column("sentAt").desc], sections: .by(Column("sender").asc))
        let messages = try await FetchedResults(request, in: store)
        for batch in batches {
            try await store.write { db in
                for message in batch { try message.insert(db) }
            }
        }
        print("\(messages.statistics.incremental) commits, \(messages.statistics.rowsRead) rows read")
        for section in 0..<messages.snapshot.numberOfSections {
            let name = messages.snapshot.sectionIdentifier(at: section).title
            let rows = messages.snapshot.range(ofSection: section)
            print("\(name): \(rows.count)")
        }

        var newest = ListRequest<Message>(sort: [Column("sentAt").asc], limit: 50)
        newest.edge = .end
        let chat = try await FetchedResults(newest, in: store)
        newest.limit = 100
        try await chat.change(to: newest)
        #expect(chat.snapshot.numberOfItems == 100)

        let all = try await FetchedResults(request, in: store, showingFirst: 100)
        let shown = all.snapshot.items(in: 0..<min(20, all.snapshot.numberOfKnownItems))
        let records = try await all.elements(for: shown)
        print("\(records.count) of \(all.snapshot.numberOfItems)")

        let unread = try await FetchedAggregates(
            AggregateRequest([.count], of: Message.self, filter: Column("isRead") == false, by: Column("sender")),
            in: store)
        print("\(unread.values[of: "Ada"]?[0] ?? 0.databaseValue) unread of Ada")
        #expect(
            told == ["3 commits, 300 rows read", "Ada: 150", "Bo: 150", "20 of 300", "150 unread of Ada"])
        try await following(messages, store)
    }

    private func following(_ messages: FetchedResults<Message>, _ store: LiveStore) async throws {
        let told = Mutex<[String]>([])
        let reading = Task { try await follow(messages) { line in told.withLock { $0.append(line) } } }
        // The task begins to follow at some time.
        while told.withLock({ $0.isEmpty }) {
            try await store.write { db in
                try db.execute(sql: "UPDATE message SET sentAt = sentAt + 1 WHERE id = 9")
                try db.execute(sql: "UPDATE message SET isRead = NOT isRead WHERE id = 7")
            }
        }
        store.close()
        try await reading.value
        #expect(told.withLock { $0.allSatisfy { $0.hasPrefix("7 is now ") } })
    }

    private func follow(
        _ messages: FetchedResults<Message>, _ print: @Sendable (String) -> Void
    ) async throws {
        let isRead = 3
        for await update in messages.updates() {
            guard case .success(let update) = update else { continue }
            let changed = update.changeset.updated.filter { $0.columns.contains(column: isRead) }
            for (id, message) in try await messages.elements(for: changed.map(\.id)) {
                print("\(id) is now \(message.isRead ? "read" : "unread")")
            }
        }
    }
}
