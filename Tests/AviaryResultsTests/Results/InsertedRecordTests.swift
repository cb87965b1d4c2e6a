import AviaryResults
import AviarySnapshots
import Foundation
import GRDB
import Testing

/// Records with all kinds of keys, inserted, updated and deleted by GRDB's own methods: each is followed, read and undone.
struct InsertedRecordTests {
    @Test func aNumberThatIsGivenAtTheInsert() async throws {
        try await check(
            Numbered(title: "Emma"), changed: { $0.title = "Persuasion" }, in: "id INTEGER PRIMARY KEY, title TEXT")
    }

    @Test func aNumberOfAnotherName() async throws {
        try await check(
            Cataloged(number: 12, title: "Emma"), changed: { $0.title = "Persuasion" },
            in: "number INTEGER PRIMARY KEY, title TEXT")
    }

    @Test func aUUID() async throws {
        try await check(
            Named(id: UUID(), title: "Emma"), changed: { $0.title = "Persuasion" },
            in: "id BLOB PRIMARY KEY, title TEXT")
    }

    @Test func aText() async throws {
        try await check(
            Printed(isbn: "9780141439587", title: "Emma"), changed: { $0.title = "Persuasion" },
            in: "isbn TEXT PRIMARY KEY NOT NULL, title TEXT")
    }

    @Test func aTypeOfTheProgram() async throws {
        try await check(
            Shelved(id: .init(text: "A/1"), title: "Emma"), changed: { $0.title = "Persuasion" },
            in: "id TEXT PRIMARY KEY NOT NULL, title TEXT")
    }

    @Test func twoColumns() async throws {
        try await check(
            Placed(shelf: "A", place: 1, title: "Emma"), changed: { $0.title = "Persuasion" },
            in: "shelf TEXT, place INTEGER, title TEXT, PRIMARY KEY (shelf, place)")
    }

    /// `id` may be another column than the rowid.
    @Test func anIDThatIsNotTheRowid() async throws {
        try await check(
            Misleading(id: 70, title: "Emma"), changed: { $0.title = "Persuasion" },
            in: "number INTEGER PRIMARY KEY, id INTEGER UNIQUE, title TEXT")
    }

    private func check<Record: BookRecord>(
        _ book: Record, changed change: @Sendable @escaping (inout Record) -> Void, in columns: String
    ) async throws {
        for history in [true, false] {
            let test = try TestStore(history: history, schema: "CREATE TABLE thing(\(columns))")
            defer { test.remove() }
            let books = try await FetchedResults<Record>(.init(sort: [Column("title").asc]), in: test.store)
            let stack = UndoStack()

            let inserted = try await test.store.write(undoable: "Add", in: stack) { db in try book.inserted(db) }
            let row = try #require(books.snapshot.allItems.first)
            #expect(books.snapshot.numberOfItems == 1)
            #expect(try await books.elements(for: [row]) == [row: inserted])
            #expect(try await test.ids("SELECT rowid FROM thing") == [row])

            var edited = inserted
            change(&edited)
            try await test.store.write { [edited] db in try edited.update(db) }
            #expect(try await books.elements(for: [row]) == [row: edited])

            try await test.store.write(undoable: "Remove", in: stack) { [edited] db in _ = try edited.delete(db) }
            #expect(books.snapshot.isEmpty)
            guard history else { continue }
            let outcome = try await test.store.undo(stack)
            #expect(outcome?.conflicting == 0)
            #expect(books.snapshot.allItems == [row])
            #expect(try await books.elements(for: [row]) == [row: edited])
        }
    }
}

private protocol BookRecord: Codable, Equatable, LiveRecord, MutablePersistableRecord {}

extension BookRecord {
    static var databaseTableName: String { "thing" }
}

private struct Numbered: BookRecord, Identifiable {
    var id: Int64?
    var title: String
    mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}

private struct Cataloged: BookRecord {
    var number: Int64
    var title: String
}

private struct Named: BookRecord, Identifiable {
    var id: UUID
    var title: String
}

private struct Printed: BookRecord, Identifiable {
    var isbn: String
    var title: String
    var id: String { isbn }
}

private struct Shelved: BookRecord, Identifiable {
    struct ID: Codable, DatabaseValueConvertible, Hashable {
        var text: String
        var databaseValue: DatabaseValue { text.databaseValue }
        init(text: String) { self.text = text }
        init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(text)
        }
        static func fromDatabaseValue(_ value: DatabaseValue) -> ID? {
            String.fromDatabaseValue(value).map(ID.init(text:))
        }
    }
    var id: ID
    var title: String
}

private struct Placed: BookRecord {
    var shelf: String
    var place: Int
    var title: String
}

private struct Misleading: BookRecord, Identifiable {
    var number: Int64?
    var id: Int
    var title: String
    mutating func didInsert(_ inserted: InsertionSuccess) { number = inserted.rowID }
}
