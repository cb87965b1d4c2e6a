import AviaryResults
import AviaryServer
import AviaryViews
import Foundation

/// The Colors room: a grid of colours to add to, to select in, and to remove from.
final class ColorsController: ViewController {
    static let storyboard = Storyboard("ColorsView", PackageResources.ColorsView_html, parts: RoomHistory.parts)

    let page = Page()
    let grid = CollectionView<Int64>(layout: FlowLayout(columns: .adaptive(minimum: 140, atLeast: 3)))
    var collections: [String: AnyCollectionView] { ["grid": grid] }
    var actions: Actions { history.actions.merging(["add": add, "remove": remove, "send": send]) { $1 } }

    private let history: RoomHistory
    private let results: FetchedResults<GalleryColor>

    init(store: LiveStore, colors: FetchedResults<GalleryColor>) {
        history = RoomHistory(of: store, on: page, noun: "color")
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
        history.show()
    }

    private func add(_ event: ActionEvent) async throws {
        try await history.write("Add color", for: event) { db in try db.addColor(.random()) }
    }

    /// Removes what is selected, or everything when nothing is.
    private func remove(_ event: ActionEvent) async throws {
        let selection = event.selection(in: grid)
        // Asked for by a button that spoke of a selection which is gone by now: everything was never meant.
        if selection.isEmpty, event.fields["what"] == "selection" { return }
        let count = try await history.write(selection.isEmpty ? "Clear all" : "Remove colors", for: event) { db in
            selection.isEmpty ? try db.removeAllColors() : try db.removeColors(selection)
        }
        if count > 0 { history.offerUndo("\(count.counted("color")) removed") }
    }

    /// Saves what is selected in the first palette.
    private func send(_ event: ActionEvent) async throws {
        let selection = event.selection(in: grid)
        let (count, name) = try await history.write("Send to palette", for: event) { db in
            let palette = try db.firstPalette()
            return (try db.saveColors(selection, in: palette).count, try db.name(of: palette))
        }
        if count > 0 { history.offerUndo("\(count.counted("color")) sent to \(name.quoted)") }
    }

    private func showCounts() {
        let (count, selected) = (grid.numberOfItems, grid.selection.count)
        page["remove"] = selected == 0 ? "Clear all" : "Remove selected colors"
        page["what"] = selected == 0 ? "all" : "selection"
        page["removeDisabled"] = count == 0
        page["sendHidden"] = selected == 0
        page["status"] = grid.status(counting: "color")
    }
}

extension ColorsController: CollectionViewDelegate {
    func collectionViewDidChangeSelection(_ view: CollectionView<Int64>) { showCounts() }
    func collectionViewDidChangeCount(_ view: CollectionView<Int64>) { showCounts() }
}
