import AviaryResults
import AviaryServer
import AviaryViews
import Foundation

/// The home page: what each room holds, and the newest of it.
final class HomeController: ViewController {
    static let storyboard = Storyboard("HomeView", PackageResources.HomeView_html)

    let page = Page()
    let colors = CollectionView<Int64>(layout: .preview)
    var collections: [String: AnyCollectionView] { ["colors": colors] }

    private let allColors: FetchedResults<GalleryColor>

    init(colors: FetchedResults<GalleryColor>) { allColors = colors }

    func viewDidLoad() {
        colors.allowsSelection = false
        colors.delegate = self
        colors.dataSource = DiffableDataSource(allColors, newest: previewCount) { color, cell in
            cell["fill"] = color.displayColor
            cell["name"] = color.rgbText
        }
        showCounts()
    }

    private func showCounts() {
        let count = allColors.snapshot.numberOfItems
        page["colorCount"] = "\(count.formatted(.number)) \(count == 1 ? "color" : "colors")"
    }
}

extension HomeController: CollectionViewDelegate {
    func collectionViewDidUpdate(_ view: CollectionView<Int64>) { showCounts() }
}

extension FlowLayout {
    /// One or two lines of small squares.
    static let preview = FlowLayout(
        columns: .fixed(previewCount / 2), minimumLineSpacing: 2, minimumInteritemSpacing: 2)
}

/// How many items stand for a room.
private let previewCount = 16
