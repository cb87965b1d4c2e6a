import AviaryResults
import AviaryServer
import AviaryText
import AviaryViews
import GalleryPages

/// A sheet with the names of some records, and a field for a new one. A person chooses a name, or arranges the names.
final class NameListController: ViewController {
    static let storyboard = Storyboard("NameList", EmbeddedFile.NameList_html.bytes)

    /// What a person chose in the sheet.
    enum Choice: Hashable, Sendable {
        case record(Int64)
        /// A new record. `name` is `nil` if the person typed no name.
        case new(name: String?)
    }

    let page = Page()
    let list = CollectionView<Int64>(layout: FlowLayout(columns: .fixed(1), itemSize: .height(52)))
    var collections: [String: any ScreenCollection] { ["list": list] }
    var actions: Actions { ["choose": choose, "new": new, "move": move] }

    /// Stores the new position of records, with the receipt of the event. Set it to let the person arrange the records.
    /// If it is set, a press on a name chooses nothing, and the sheet stays open until the person closes it.
    var didMove: ((ItemMove<Int64>, ActionEvent) async throws -> Void)?
    private let words: NameListWords
    private let makeDataSource: () -> any CollectionViewDataSource<Int64>
    private let didChoose: (Choice, ActionEvent) async throws -> Int64?
    private var added = AwaitedItem()

    /// Makes the sheet.
    ///
    /// - Parameters:
    ///   - words: The texts of the sheet.
    ///   - records: The records that the sheet lists.
    ///   - didChoose: Stores the choice with the receipt of the event, and returns the record to which the list scrolls
    ///     if the sheet stays open.
    init(
        _ words: NameListWords, of records: FetchedResults<some LiveRecord & NameOnlyRecord>,
        didChoose: @escaping (Choice, ActionEvent) async throws -> Int64?
    ) {
        (self.words, self.didChoose) = (words, didChoose)
        makeDataSource = { LiveDataSource(records) { record, cell in cell["name"] = record.name } }
    }

    func viewDidLoad() {
        page["title"] = words.title
        page["notArranging"] = didMove == nil
        page["fieldLabel"] = words.field
        page["newName"] = words.placeholder
        page["button"] = words.add
        page["listLabel"] = words.list
        page["nothing"] = words.nothing
        page["close"] = didMove == nil ? RoomWords.cancel : RoomWords.done
        list.allowsSelection = false
        list.moveAction = didMove == nil ? nil : "move"
        list.delegate = self
        list.dataSource = makeDataSource()
    }

    private func choose(_ event: ActionEvent) async throws {
        guard didMove == nil, let id = event.item(in: list) else { return }
        try await choose(.record(id), event)
    }

    private func new(_ event: ActionEvent) async throws {
        let name = event.fields["name"] ?? ""
        try await choose(.new(name: name.isBlank ? nil : name), event)
    }

    private func choose(_ choice: Choice, _ event: ActionEvent) async throws {
        let record = try await didChoose(choice, event)
        if didMove == nil { await page.dismiss() } else { added.scroll(list, to: record) }
    }

    private func move(_ event: ActionEvent) async throws {
        if let move = event.move(in: list) { try await didMove?(move, event) }
    }
}

extension NameListController: CollectionViewDelegate {
    func collectionViewDidUpdate(_ view: CollectionView<Int64>) { added.scroll(view) }

    func collectionView(_ view: CollectionView<Int64>, primaryActionFor item: Int64) -> String? {
        didMove == nil ? "choose" : nil
    }
}

/// The texts of a sheet with a list of names. The texts depend on the kind of the records.
struct NameListWords {
    /// The heading: what the choice is for, or the kind of the records.
    var title: String
    /// The name of the field, for screen readers.
    var field: String
    var placeholder: String
    /// The title of the button that makes a new record.
    var add: String
    /// The name of the list, for screen readers.
    var list: String
    /// The message that replaces an empty list.
    var nothing: String
}
