import AviaryResults
import AviaryServer
import AviaryViews
import Foundation
import GRDB

/// The Colors room: a grid of colours to add to, to select in, and to remove from.
final class ColorsController: ViewController {
    static let storyboard = Storyboard("ColorsView", PackageResources.ColorsView_html)

    let page = Page()
    let grid = CollectionView<Int64>(layout: FlowLayout(columns: .adaptive(minimum: 140, atLeast: 3)))
    var collections: [String: AnyCollectionView] { ["grid": grid] }
    var actions: Actions { ["add": add, "remove": remove, "undo": undo, "redo": redo] }

    private let undoStack = UndoStack()
    private let store: LiveStore
    private let results: FetchedResults<GalleryColor>

    init(store: LiveStore, colors: FetchedResults<GalleryColor>) {
        self.store = store
        results = colors
    }

    func viewDidLoad() {
        grid.allowsMultipleSelection = true
        grid.delegate = self
        grid.dataSource = DiffableDataSource(results) { color, cell in
            cell["fill"] = color.displayColor
            cell["ink"] = color.displayColor.ink
            cell["label"] = color.rgbText
        }
        showCounts()
        showUndo()
    }

    private func add(_ event: ActionEvent) async throws {
        withdrawOffer()
        try await store.write(undoable: "Add color", in: undoStack, receipt: event.receipt) { db in
            try db.addColor(.random())
        }
        showUndo()
    }

    /// Removes what is selected, or everything when nothing is.
    private func remove(_ event: ActionEvent) async throws {
        let selection = event.selection(in: grid)
        // Asked for by a button that spoke of a selection which is gone by now: everything was never meant.
        if selection.isEmpty, event.fields["what"] == "selection" { return }
        let name = selection.isEmpty ? "Clear all" : "Remove colors"
        let count = try await store.write(undoable: name, in: undoStack, receipt: event.receipt) { db in
            selection.isEmpty ? try db.removeAllColors() : try db.removeColors(selection)
        }
        showUndo()
        if count > 0 { page.offer("\(colors(count)) removed", action: "undo", title: "Undo") }
    }

    private func undo(_ event: ActionEvent) async throws {
        withdrawOffer()
        defer { showUndo() }
        if let outcome = try await store.undo(undoStack, receipt: event.receipt) { tell(outcome, "restored") }
    }

    private func redo(_ event: ActionEvent) async throws {
        withdrawOffer()
        defer { showUndo() }
        if let outcome = try await store.redo(undoStack, receipt: event.receipt) { tell(outcome, "changed again") }
    }

    /// Says what was left alone: it is not where the person last saw it.
    private func tell(_ outcome: UndoOutcome, _ verb: String) {
        guard outcome.conflicting > 0 else { return }
        page.say(
            "\(colors(outcome.restored)) \(verb). \(colors(outcome.conflicting)) left as they are, since they were changed elsewhere."
        )
    }

    /// What was offered to be undone is not what "Undo" would undo from now on.
    private func withdrawOffer() { page.say("") }

    private func showUndo() {
        page["undo"] = undoStack.undoName.map { "Undo: \($0)" }
        page["undoDisabled"] = undoStack.undoName == nil
        page["redo"] = undoStack.redoName.map { "Redo: \($0)" }
        page["redoDisabled"] = undoStack.redoName == nil
    }

    private func colors(_ count: Int) -> String {
        "\(count.formatted(.number)) \(count == 1 ? "color" : "colors")"
    }

    private func showCounts() {
        let (count, selected) = (grid.numberOfItems, grid.selection.count)
        page["remove"] = selected == 0 ? "Clear all" : "Remove selected colors"
        page["what"] = selected == 0 ? "all" : "selection"
        page["removeDisabled"] = count == 0
        page["status"] = selected == 0 ? colors(count) : "\(selected.formatted(.number)) of \(colors(count)) selected"
    }
}

extension ColorsController: CollectionViewDelegate {
    func collectionViewDidChangeSelection(_ view: CollectionView<Int64>) { showCounts() }
    func collectionViewDidChangeCount(_ view: CollectionView<Int64>) { showCounts() }
}
