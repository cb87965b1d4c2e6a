import AviaryApps
import AviaryResults
import AviaryServer
import AviarySnapshots
import AviaryText
import AviaryViews
import GRDB
import GalleryPages

/// A sheet with all tags. People make, rename and delete tags, tick them for a photo, or choose one for the list.
final class TagsController: ViewController {
    static let storyboard = Storyboard("TagsView", EmbeddedFile.TagsView_html.bytes)

    /// What the person does with the tags.
    enum Purpose {
        /// Adds tags to a photo, or removes them.
        case ticking(on: WebPhoto.ID)
        /// Chooses the tag whose photos the page shows. The first value is the current tag. The second is called with
        /// the choice.
        case choosing(Tag.ID?, (Tag.ID) async throws -> Void)
    }

    let page = Page()
    let list = CollectionView<Int64>(layout: FlowLayout(columns: .fixed(1), itemSize: .height(52)))
    var collections: [String: any ScreenCollection] { ["list": list] }
    var children: [String: any ViewController] { ["history": history] }
    var actions: Actions { ["add": add, "rename": rename, "remove": remove, "tick": tick, "choose": choose] }

    private let purpose: Purpose
    private let library: PhotoramaLibrary
    private let history: UndoController
    private var ticked: Set<Tag.ID> = []
    private var added = AwaitedItem()

    init(_ purpose: Purpose, library: PhotoramaLibrary, history: UndoController) {
        (self.purpose, self.library, self.history) = (purpose, library, history)
    }

    func viewDidLoad() async throws {
        let tags = try await FetchedResults(TagCard.request, in: library.store)
        list.allowsSelection = false
        list.delegate = self
        list.dataSource = LiveDataSource(tags) { [unowned self] tag, cell in configure(cell, with: tag) }
        page["isReadOnly"] = library.store.isReadOnly
        guard case .ticking(let photo) = purpose else { return }
        page["title"] = PhotoramaWords.tagsOfPhoto
        let ticks = try await FetchedResults(
            ListRequest<PhotoTag>(filter: Column("photo") == photo), in: library.store)
        await observe(ticks) { ticks in
            let before = self.ticked
            self.ticked = Set(ticks.map(\.tag))
            self.list.reconfigureItems(Array(before.symmetricDifference(self.ticked)))
        }
    }

    private func configure(_ cell: Cell, with tag: TagCard) {
        let name = tag.name.onOneLine.shortened(to: 60)
        cell["name"] = tag.name
        cell["fieldLabel"] = PhotoramaWords.tagField(name)
        cell["removeLabel"] = PhotoramaWords.deleteTag(name)
        cell["count"] = RoomWords.photos(tag.count)
        switch purpose {
        case .ticking:
            cell["tickLabel"] = name
            cell["isTicked"] = ticked.contains(tag.id)
            cell["notTicking"] = false
            cell["notChoosing"] = true
        case .choosing(let chosen, _):
            cell["chooseLabel"] = PhotoramaWords.showTag(name)
            cell["isChosen"] = tag.id == chosen
            cell["notTicking"] = true
            cell["notChoosing"] = false
        }
    }

    private func add(_ event: ActionEvent) async throws {
        let name = event.fields["name"] ?? ""
        guard !name.isBlank else { return page.say(error: PhotoramaWords.newTagIsBlank) }
        let photo: WebPhoto.ID? = if case .ticking(let photo) = purpose { photo } else { nil }
        let new = try await history.write(
            PhotoramaWords.Steps.newTag, for: event, counting: PhotoramaWords.tagNoun
        ) { [photo] db in
            let tag = try db.addTag(named: name)
            // A new tag is meant for the photo of the sheet, so the photo gets it.
            if let photo { try db.tick(tag, on: [photo]) }
            return tag
        }
        added.scroll(list, to: new)
        page.announce(PhotoramaWords.tagAdded(name.onOneLine.shortened(to: 40)))
    }

    private func rename(_ event: ActionEvent) async throws {
        guard let tag = event.item(in: list), let typed = event.fields["name"] else { return }
        let begun = event.fields["name.was"] ?? typed
        let renaming = try await history.write(
            PhotoramaWords.Steps.renameTag, for: event, counting: PhotoramaWords.tagNoun
        ) { db in
            try db.renameTag(tag, from: begun, to: typed)
        }
        if case .overruled(let other) = renaming { history.sayReplaced(other, by: typed) }
    }

    private func remove(_ event: ActionEvent) async throws {
        guard let tag = event.item(in: list) else { return }
        let count = try await history.write(PhotoramaWords.Steps.deleteTag, for: event) { db in
            try db.removeTag(tag)
        }
        history.offer(PhotoramaWords.tagDeleted(from: count))
    }

    private func tick(_ event: ActionEvent) async throws {
        guard let tag = event.item(in: list), case .ticking(let photo) = purpose else { return }
        let isOn = event.fields["isTicked"] == "true"
        try await history.write(PhotoramaWords.Steps.tag(isTicked: isOn), for: event) { db in
            _ = isOn ? try db.tick(tag, on: [photo]) : try db.untick(tag, on: [photo])
        }
    }

    private func choose(_ event: ActionEvent) async throws {
        guard let tag = event.item(in: list), case .choosing(_, let didChoose) = purpose else { return }
        try await didChoose(tag)
        await page.dismiss()
    }
}

extension TagsController: CollectionViewDelegate {
    func collectionViewDidUpdate(_ view: CollectionView<Int64>) { added.scroll(view) }

    func collectionView(_ view: CollectionView<Int64>, trailingSwipeActionsFor item: Int64) -> SwipeActions? {
        guard !library.store.isReadOnly else { return nil }
        return SwipeActions(
            MenuItem(RoomWords.delete, action: "remove", shortcut: "Delete", isDestructive: true))
    }
}

/// The row that links a photo with a tag.
private struct PhotoTag: Identifiable, Sendable, FetchableRecord, TableRecord {
    static let databaseTableName = "photoTag"
    static var databaseSelection: [any SQLSelectable] { DatabaseValue.bounded(["tag"]) }

    let id: Int64
    let tag: Tag.ID

    init(row: Row) throws {
        id = try row.storedIdentifier()
        tag = Int64.fromDatabaseValue(try row.stored("tag")) ?? 0
    }
}
