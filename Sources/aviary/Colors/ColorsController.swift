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
    var actions: Actions { ["add": add, "remove": remove] }

    private let store: LiveStore
    private let colors: FetchedResults<GalleryColor>

    init(store: LiveStore, colors: FetchedResults<GalleryColor>) {
        self.store = store
        self.colors = colors
    }

    func viewDidLoad() {
        grid.allowsMultipleSelection = true
        grid.delegate = self
        grid.dataSource = DiffableDataSource(colors) { color, cell in
            cell["fill"] = color.displayColor
            cell["ink"] = color.displayColor.ink
            cell["label"] = color.rgbText
        }
        showCounts()
    }

    private func add(_ event: ActionEvent) async throws {
        try await store.write { db in try GalleryColor.random().insert(db) }
    }

    /// Removes what is selected, or everything when nothing is.
    private func remove(_ event: ActionEvent) async throws {
        let selection = grid.selection
        try await store.write { db in
            if selection.isEmpty {
                _ = try GalleryColor.deleteAll(db)
            } else {
                _ = try GalleryColor.deleteAll(db, keys: selection)
            }
        }
    }

    private func showCounts() {
        let (count, selected) = (grid.numberOfItems, grid.selection.count)
        page["remove"] = selected == 0 ? "Clear all" : "Remove selected colors"
        page["removeDisabled"] = count == 0
        let colors = "\(count.formatted(.number)) \(count == 1 ? "color" : "colors")"
        page["status"] = selected == 0 ? colors : "\(selected.formatted(.number)) of \(colors) selected"
    }
}

extension ColorsController: CollectionViewDelegate {
    func collectionViewDidChangeSelection(_ view: CollectionView<Int64>) { showCounts() }
    func collectionViewDidChangeCount(_ view: CollectionView<Int64>) { showCounts() }
}
