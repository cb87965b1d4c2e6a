import AviaryResults
import AviarySnapshots
import Foundation
import GRDB
import Testing

/// The code of the article.
struct CountsAndSums {
    struct Mail: Codable, LiveRecord {
        var id: Int64
        var mailbox: String
        var subject: String
        var size: Int
        var isRead: Bool
    }

    @Test func theArticleDoesWhatItSays() async throws {
        let test = try TestStore(
            schema: """
                CREATE TABLE thing(id INTEGER PRIMARY KEY);
                CREATE TABLE mail(
                  id INTEGER PRIMARY KEY, mailbox TEXT NOT NULL, subject TEXT NOT NULL, size INTEGER NOT NULL,
                  isRead BOOLEAN NOT NULL DEFAULT FALSE);
                INSERT INTO mail(mailbox, subject, size) VALUES ('Inbox', 'a', 5), ('Inbox', 'b', 6), ('Sent', 'a', 7);
                """)
        defer { test.remove() }
        let store = test.store
        try await store.write { try History.install(on: "mail", in: $0) }

        let unread = AggregateRequest(
            [.count, .sum(Column("size"))], of: Mail.self, filter: Column("isRead") == false, by: Column("mailbox"))
        let mailboxes = try await FetchedAggregates(unread, in: store)
        let inbox = mailboxes.values[of: "Inbox"]
        print("Inbox \(inbox?[0] ?? 0.databaseValue)")
        #expect(inbox == [2.databaseValue, 11.databaseValue])

        let total = try await FetchedAggregates(
            AggregateRequest([.count, .max(Column("size"))], of: Mail.self), in: store)
        print("\(total.values.all[0]) mails")
        #expect(total.values.all == [3.databaseValue, 7.databaseValue])

        let list = try await FetchedResults(
            ListRequest<Mail>(sort: [Column("subject").asc], sections: .by(Column("mailbox").asc)), in: store)
        let sums = try await FetchedAggregates(
            AggregateRequest([.sum(Column("size"))], ofSectionsIn: list.request), in: store)
        let snapshot = list.snapshot
        for section in 0..<snapshot.numberOfSections {
            let identifier = snapshot.sectionIdentifier(at: section)
            let bytes = sums.values[identifier]?[0] ?? 0.databaseValue
            print("\(identifier.title) \(snapshot.range(ofSection: section).count), \(bytes) bytes")
        }
        #expect(sums.values.count == snapshot.numberOfSections)

        var senders = unread
        senders.aggregates = [.countDistinct(Column("subject"))]
        let subjects = try await FetchedAggregates(senders, in: store)
        if let reason = subjects.refetchReason { print("Read anew, because \(reason)") }
        #expect(subjects.refetchReason == .distinctValues)

        let reading = Task { await follow(mailboxes) }
        try await store.write { try $0.execute(sql: "UPDATE mail SET isRead = TRUE WHERE id = 1") }
        #expect(mailboxes.values[of: "Inbox"] == [1.databaseValue, 6.databaseValue])
        store.close()
        await reading.value
    }

    private func follow(_ mailboxes: FetchedAggregates) async {
        func show(_ values: GroupedValues) { #expect(values.count == 2) }
        for await update in mailboxes.updates() {
            switch update {
            case .success(let values): show(values)
            case .failure(let error): print("The values cannot be read: \(error)")
            }
        }
    }
}
