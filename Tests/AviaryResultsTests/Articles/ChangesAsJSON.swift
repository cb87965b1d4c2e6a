import AviaryResults
import Foundation
import Testing

/// The article of this name, in a program that imports AviaryResults alone.
struct ChangesAsJSON {
    private struct Book: Codable, FetchableRecord, PersistableRecord {
        var id: Int64
        var genre: String?
        var title: String
    }

    /// Collects what is written.
    private final class Output {
        var data = Data()
        func write(_ more: Data) { data += more }
    }

    @Test func theChangesOfAListAreReadElsewhere() async throws {
        let database = try DatabaseQueue()
        var migrator = DatabaseMigrator()
        migrator.registerMigration("books") { db in
            try db.create(table: "book") { table in
                table.autoIncrementedPrimaryKey("id")
                table.column("genre", .text)
                table.column("title", .text).notNull()
            }
            try History.install(on: "book", in: db)
        }
        try migrator.migrate(database)
        let store = try LiveStore(database)
        let request = ListRequest<Book>(
            filter: Column("title") != "", sort: [Column("title").asc], sections: .by(Column("genre").asc))
        let books = try await FetchedResults(request, in: store)
        let output = Output()

        func send(_ message: ListMessage<RowsSection, Int64>) throws {
            let line = try JSONEncoder().encode(message)
            output.write(line + Data("\n".utf8))
        }

        func sendAll() async throws {
            let updates = books.updates()
            try send(.list(ListSnapshot(updates.initial)))
            for await update in updates {
                if let update = try? update.get() { try send(ListMessage(update)) }
            }
        }

        try await store.write { db in
            try Book(id: 1, genre: "poems", title: "Odes").insert(db)
            try Book(id: 2, genre: nil, title: "Letters").insert(db)
        }
        let expected = ListSnapshot(books.snapshot)
        // The sequence waits for this update before the store is closed.
        let updates = books.updates()
        try send(.list(ListSnapshot(updates.initial)))
        try await store.write { db in
            try Book(id: 2, genre: "poems", title: "Elegies").update(db)
            try Book(id: 3, genre: "plays", title: "Tempest").insert(db)
        }
        let change = try await updates.next()?.get()
        try send(ListMessage(#require(change)))
        let afterwards = ListSnapshot(books.snapshot)
        store.close()
        try await sendAll()

        let lines = output.data.split(separator: UInt8(ascii: "\n"))
        var shown: [ListSnapshot<RowsSection, Int64>] = []
        func show(_ list: ListSnapshot<RowsSection, Int64>, after changes: Changeset<Int64>) { shown.append(list) }

        var list = ListSnapshot<RowsSection, Int64>()
        for line in lines {
            let message = try JSONDecoder().decode(ListMessage<RowsSection, Int64>.self, from: line)
            let update = try list.applying(message)
            show(update.new, after: update.changeset)
            list = update.new
        }
        #expect(shown == [expected, afterwards, afterwards])
        #expect(list.sectionIdentifiers.map(\.title) == ["plays", "poems"])
    }

    /// The table of the article.
    @Test(arguments: [
        ("2026", "2026"), ("0.5", "0.5"), ("'June'", #""June""#), ("NULL", #"{"null":true}"#),
        ("9e999", #"{"real":"inf"}"#), ("-9e999", #"{"real":"-inf"}"#), ("x'DEAD'", #"{"blob":"3q0="}"#),
        ("x''", #"{"blob":""}"#), ("''", #""""#), ("CAST(x'610062' AS TEXT)", #""a\u0000b""#),
        ("CAST(x'FF' AS TEXT)", "{\"bytes\":\"\\/w==\",\"text\":\"\u{FFFD}\"}"),
        ("9223372036854775807", "9223372036854775807"), ("-9223372036854775808", "-9223372036854775808"),
        ("1.0", #"{"real":"1.0"}"#), ("-0.0", #"{"real":"-0.0"}"#),
        ("1e300", #"{"real":"1e+300"}"#), ("9007199254740993", "9007199254740993"),
        ("'e\u{301}'", "\"e\u{301}\""),
    ])
    func aSectionComesBackAsItWas(value: String, json: String) async throws {
        for encoding in ["UTF-8", "UTF-16le"] {
            var configuration = Configuration()
            configuration.prepareDatabase { try $0.execute(sql: "PRAGMA encoding = '\(encoding)'") }
            let database = try DatabaseQueue(configuration: configuration)
            try await database.write { db in
                try db.execute(sql: "CREATE TABLE book(id INTEGER PRIMARY KEY, genre, title TEXT)")
                try db.execute(sql: "INSERT INTO book(genre, title) VALUES (\(value), '')")
            }
            let request = ListRequest<Book>(sections: .by(Column("genre").asc))
            let books = try await FetchedResults(request, in: LiveStore(database))
            let section = books.snapshot.sectionIdentifier(at: 0)
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            let data = try encoder.encode([section])
            if encoding == "UTF-8" { #expect(String(decoding: data, as: UTF8.self) == "[\(json)]") }
            let read = try JSONDecoder().decode([RowsSection].self, from: data)
            #expect(read == [section])
            #expect(books.snapshot.section(of: read[0]) == 0)
            #expect(read[0].title == section.title)
            // The rows of the section are found by what was read.
            let one = try await FetchedResults(request.ofSection(read[0]), in: books.store)
            #expect(one.snapshot.numberOfItems == 1)
        }
    }

    @Test func aListWithoutSectionsHasTheSectionNull() throws {
        let list = try JSONDecoder().decode(
            ListSnapshot<RowsSection, Int64>.self, from: Data(#"{"sections":[{"id":null,"items":[7]}]}"#.utf8))
        let json = try JSONEncoder().encode(list.sectionIdentifiers)
        #expect(String(decoding: json, as: UTF8.self) == "[null]")
    }

    @Test(arguments: [
        "[]", "true", "{}", #"{"null":false}"#, #"{"null":1}"#, #"{"real":"nan"}"#, #"{"real":"one"}"#, #"{"real":1}"#,
        #"{"blob":"?"}"#,
        #"{"text":"a"}"#, #"{"text":"a","bytes":"?"}"#, #"{"bytes":"YQ=="}"#,
    ])
    func otherJSONIsNoSection(json: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([RowsSection].self, from: Data("[\(json)]".utf8))
        }
    }
}
