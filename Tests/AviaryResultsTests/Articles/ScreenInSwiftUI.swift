import AviaryResults
import Foundation
import Observation
import Testing

/// The article of this name. Its views are compiled where there is SwiftUI.
@MainActor
struct ScreenInSwiftUI {
    @available(macOS 26, iOS 26, *)
    @Test func aProgramWithoutSwiftUIObservesToo() async throws {
        let database = try DatabaseQueue()
        try await database.write { db in
            try db.create(table: "contact") { table in
                table.autoIncrementedPrimaryKey("id")
                table.column("name", .text).notNull()
                table.column("city", .text).notNull()
            }
            try History.install(on: "contact", in: db)
        }
        let store = try LiveStore(database)
        let contacts = ObservedResults(.byCity, in: store)
        await contacts.waitUntilLoaded()
        var shown: [String] = []

        func show(_ text: String) { shown.append(text) }

        let showing = Task {
            for await count in Observations({ contacts.count }) {
                show("\(count) contacts")
                if count == 2 { break }
            }
        }
        try await store.write { db in
            try Contact(id: 1, name: "Ada", city: "London").insert(db)
            try Contact(id: 2, name: "Emmy", city: "Erlangen").insert(db)
        }
        await showing.value
        #expect(shown.last == "2 contacts")
        #expect(contacts.sections.map(\.id.title) == ["Erlangen", "London"])
    }

    /// The loop of the article, as it stands there. It ends with the task.
    @available(macOS 26, iOS 26, *)
    private func showAll(_ contacts: ObservedResults<Contact>, _ show: (String) -> Void) async {
        for await count in Observations({ contacts.count }) {
            show("\(count) contacts")
        }
    }
}

struct Contact: Codable, FetchableRecord, PersistableRecord {
    var id: Int64
    var name: String
    var city: String
}

extension ListRequest<Contact> {
    static var byCity: ListRequest {
        ListRequest(sort: [Column("name").collating(.nocase).asc], sections: .by(Column("city").asc))
    }
}

#if canImport(SwiftUI)
    import SwiftUI

    struct ContactsScreen: View {
        @State private var contacts: ObservedResults<Contact>
        @State private var search = ""

        init(store: LiveStore) {
            _contacts = State(initialValue: ObservedResults(.byCity, in: store, showingFirst: 500))
        }

        var body: some View {
            List {
                ForEach(contacts.sections) { section in
                    ContactsSection(section: section)
                }
            }
            .searchable(text: $search)
            .onChange(of: search) {
                contacts.filterBy = search.isEmpty ? nil : Column("name").like("%\(search)%")
            }
            .toolbar {
                Button("Newest first") { contacts.sortBy = [Column("id").desc] }
            }
            .overlay {
                if let error = contacts.error {
                    ContentUnavailableView(
                        "The contacts cannot be read", systemImage: "exclamationmark.triangle",
                        description: Text("\(error)"))
                }
            }
        }
    }

    struct ContactsSection: View {
        let section: ObservedSection<Contact>

        var body: some View {
            Section("\(section.id.title) (\(section.count))") {
                ForEach(section.results) { item in ContactRow(item: item) }
            }
        }
    }

    struct ContactRow: View {
        let item: ObservedItem<Contact>

        var body: some View {
            Text(item.record?.name ?? " ")
        }
    }
#endif
