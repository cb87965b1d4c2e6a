import AviaryColors
import AviaryResults
import AviaryServer
import AviaryText
import AviaryViews

/// The home page: what each room holds, and the newest of it.
final class HomeController: ViewController {
    static let storyboard = Storyboard("HomeView", PackageResources.HomeView_html)

    let page = Page()
    let colors = CollectionView<Int64>(layout: FlowLayout.preview)
    let swatches = CollectionView<Int64>(layout: FlowLayout.preview)
    let photos = CollectionView<Int64>(layout: FlowLayout.preview)
    var collections: [String: AnyCollectionView] { ["colors": colors, "swatches": swatches, "photos": photos] }

    private let allColors: FetchedResults<GalleryColor>
    private let allSwatches: FetchedResults<Swatch>
    private let allPhotos: FetchedResults<Photo>
    private let newest: Newest

    /// How many items stand for a room.
    static let previewCount = 16

    /// The items that stand for the rooms, the newest last.
    struct Newest {
        let colors: FetchedResults<GalleryColor>
        let swatches: FetchedResults<Swatch>
        let photos: FetchedResults<Photo>
    }

    /// - Parameters:
    ///   - colors: All of them, to be counted, as the swatches and the photos.
    ///   - newest: `previewCount` of each.
    init(
        colors: FetchedResults<GalleryColor>, swatches: FetchedResults<Swatch>, photos: FetchedResults<Photo>,
        newest: Newest
    ) {
        (allColors, allSwatches, allPhotos) = (colors, swatches, photos)
        self.newest = newest
    }

    func viewDidLoad() {
        colors.dataSource = LiveDataSource(
            newest.colors, newest: Self.previewCount, reuseIdentifier: { _ in "ColorPreview" }
        ) { color, cell in
            cell["fill"] = color.displayColor
            cell["name"] = color.rgbText
        }
        swatches.dataSource = LiveDataSource(
            newest.swatches, newest: Self.previewCount, reuseIdentifier: { _ in "ColorPreview" }
        ) { swatch, cell in
            cell["fill"] = swatch.color.displayColor
            cell["name"] = swatch.name
        }
        photos.dataSource = LiveDataSource(
            newest.photos, newest: Self.previewCount, reuseIdentifier: { _ in "PhotoPreview" }
        ) { photo, cell in
            cell["color"] = photo.color
            cell["name"] = photo.name
            cell[url: "picture"] = photo.thumbnailPath(.small)
        }
        for preview in [colors, swatches, photos] {
            preview.allowsSelection = false
            preview.delegate = self
        }
        // One that is not among the newest may come or go as well.
        observe(allColors.updates()) { _ in self.showCounts() }
        observe(allSwatches.updates()) { _ in self.showCounts() }
        observe(allPhotos.updates()) { _ in self.showCounts() }
        showCounts()
    }

    private func showCounts() {
        page["colorCount"] = allColors.snapshot.numberOfItems.counted("color")
        page["swatchCount"] = allSwatches.snapshot.numberOfItems.counted("color")
        page["photoCount"] = allPhotos.snapshot.numberOfItems.counted("photo")
    }
}

extension HomeController: CollectionViewDelegate {
    func collectionViewDidUpdate(_ view: CollectionView<Int64>) { showCounts() }
}

extension FlowLayout {
    /// One or two lines of small squares.
    static let preview = FlowLayout(
        columns: .fixed(HomeController.previewCount / 2), minimumLineSpacing: 2, minimumInteritemSpacing: 2)
}
