import AviaryResults
import AviaryServer
import AviaryViews
import Foundation
import GRDB

/// A form with controls of every type. Some are filled with the rows of a table.
final class FormController: ViewController {
    static let storyboard = Storyboard("FormView", PackageResources.FormView_html)

    static let title = Field<String>("title", length: 1...200)
    static let due = Field<CalendarDate?>("due", in: CalendarDate("2026-01-01")!...CalendarDate("2026-12-31")!)
    static let start = Field<TimeOfDay>("start")
    static let pages = Field<Int>("pages", in: 1...5_000)
    static let weight = Field<Double>("weight", in: 0...10, step: 0.1)
    static let fill = Field<DisplayColor>("fill")

    let page = Page()
    let list = CollectionView<Int64>(layout: FlowLayout(columns: .fixed(1), itemSize: .height(44)))
    var collections: [String: any ScreenCollection] { ["list": list] }
    let shelves: ChoiceList<Int64>
    let kept: ChoiceList<Int64>
    let tags: ChoiceList<Int64>
    let titles: ChoiceList<Int64>
    let mood = ChoiceList(Mood.allCases.map(\.rawValue)) { Choice($0.capitalized, isDisabled: $0 == "stormy") }
    var choices: [String: any ScreenChoices] {
        ["shelves": shelves, "kept": kept, "tags": tags, "mood": mood, "titles": titles]
    }
    var actions: Actions { ["add": add, "check": check, "keep": keep, "tag": tag, "pick": pick] }
    private let store: LiveStore
    private let entries: FetchedResults<Entry>

    init(store: LiveStore) async throws {
        self.store = store
        let all = try await FetchedResults(Shelf.request, in: store)
        entries = try await FetchedResults(ListRequest(sort: [Column("id").asc]), in: store)
        shelves = ChoiceList(all, group: \.title) { Choice($0.name) }
        kept = ChoiceList(all) { Choice($0.name) }
        tags = ChoiceList(all, group: \.title) { Choice($0.name) }
        titles = ChoiceList(all) { Choice($0.name) }
    }

    func viewDidLoad() {
        mood.chosen = ["calm"]
        list.dataSource = LiveDataSource(entries) { entry, cell in cell["summary"] = entry.summary }
    }

    private func add(_ event: ActionEvent) async throws {
        let (title, shelf, due, start, pages, weight, fill) = try event.values(
            of: Self.title, shelves.field("shelf"), Self.due, Self.start, Self.pages, Self.weight, Self.fill)
        let (mood, tags) = try event.values(of: mood.field("mood"), tags.setField("tags"))
        try await refuse(title)
        let entry = Entry(
            title: title, shelf: shelf, due: due, start: start, pages: pages, weight: weight, fill: fill.hex,
            mood: Mood(rawValue: mood) ?? .calm, tags: tags.sorted().map(String.init).joined(separator: ","))
        try await store.write(receipt: event.receipt) { db in try entry.insert(db) }
    }

    /// Answers as late as a store that is asked over a line.
    private func check(_ event: ActionEvent) async throws {
        let title = try event.value(of: Self.title)
        if title.hasPrefix("slow") { try await Task.sleep(for: .milliseconds(300)) }
        try await refuse(title)
    }

    private func refuse(_ title: String) async throws {
        let isTaken = try await store.read { db in
            try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT * FROM entry WHERE title = ?)", arguments: [title])
        }
        if isTaken == true { throw FieldFaults("title", .said("There is an entry “\(title)” already.")) }
    }

    private func keep(_ event: ActionEvent) throws { kept.chosen = [try event.value(of: kept.field("kept"))] }

    private func pick(_ event: ActionEvent) throws {
        let mood = try event.value(of: mood.field("lasting"))
        if mood == "lively" { throw WorkbenchError.unwanted(mood) }
        self.mood.chosen = [mood]
    }

    private func tag(_ event: ActionEvent) throws {
        let change = try event.value(of: tags.changeField("lastingTags"))
        if change.isChosen { tags.chosen.insert(change.item) } else { tags.chosen.remove(change.item) }
        page["tagged"] = "\(change.item) \(change.isChosen)"
    }
}
