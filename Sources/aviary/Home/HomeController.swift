import AviaryColors
import AviaryResults
import AviaryServer
import AviaryText
import AviaryViews

/// The home page: what each room holds, and the newest of it.
final class HomeController: ViewController {
    static let storyboard = Storyboard("HomeView", PackageResources.HomeView_html)

    let page = Page()
    let colors = CollectionView<Int64>(layout: .preview)
    let swatches = CollectionView<Int64>(layout: .preview)
    var collections: [String: AnyCollectionView] { ["colors": colors, "swatches": swatches] }

    private let allColors: FetchedResults<GalleryColor>
    private let allSwatches: FetchedResults<Swatch>

    /// - Parameter swatches: The newest comes last, as of the colours.
    init(colors: FetchedResults<GalleryColor>, swatches: FetchedResults<Swatch>) {
        allColors = colors
        allSwatches = swatches
    }

    func viewDidLoad() {
        colors.dataSource = LiveDataSource(allColors, newest: previewCount) { color, cell in
            cell["fill"] = color.displayColor
            cell["name"] = color.rgbText
        }
        swatches.dataSource = LiveDataSource(allSwatches, newest: previewCount) { swatch, cell in
            cell["fill"] = swatch.color.displayColor
            cell["name"] = swatch.name
        }
        for preview in [colors, swatches] {
            preview.allowsSelection = false
            preview.delegate = self
        }
        showCounts()
    }

    private func showCounts() {
        page["colorCount"] = allColors.snapshot.numberOfItems.counted("color")
        page["swatchCount"] = allSwatches.snapshot.numberOfItems.counted("color")
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
