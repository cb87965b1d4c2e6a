import AviaryApps
import AviaryResults
import AviaryServer
import Logging

extension Gallery {
    /// The gallery's rooms, as `serve` shows them.
    ///
    /// - Parameter library: Its photographs, if they are open already.
    func app(_ library: PhotoLibrary? = nil, logger: Logger) async throws -> LiveApp {
        let library = try library ?? PhotoLibrary(of: self)
        let colors = try await colors(showingFirst: firstRows)
        let swatches = try await swatches(showingFirst: firstRows)
        let palettes = try await palettes()
        let clipboard = SwatchClipboard()
        let photos = try await photos(showingFirst: firstRows)
        let newest = HomeController.Newest(
            colors: try await newestColors(HomeController.previewCount),
            swatches: try await newestSwatches(HomeController.previewCount),
            photos: try await newestPhotos(HomeController.previewCount))
        let (albums, cards) = (try await albums(), try await FetchedResults(AlbumCard.request, in: store))
        /// A window's own photographs, which it arranges.
        @Sendable func photosRoom(_ place: PhotoPlace) async throws -> PhotosController {
            let arrangement = library.arrangements[place]
            let request = place.query(arrangement, search: "").request
            return PhotosController(
                place, arrangement,
                photos: try await FetchedResults(request, in: library.store, showingFirst: firstRows),
                albums: albums, library: library)
        }
        let photosStyles = [
            Asset("photos.css", PackageResources.photos_css), Asset("viewer.css", PackageResources.viewer_css),
        ]
        let photosModule = Asset("photos.js", PackageResources.photos_js)
        return LiveApp(
            name: "Aviary", on: store,
            rooms: [
                Route(
                    "/", title: "Home", styles: [Asset("home.css", PackageResources.home_css)]
                ) {
                    HomeController(colors: colors, swatches: swatches, photos: photos, newest: newest)
                },
                Route("/colors", title: "Colors") {
                    ColorsController(store: store, colors: colors)
                },
                Route(
                    "/palette", title: "Palette",
                    styles: [
                        Asset("palette.css", PackageResources.palette_css),
                        Asset("picker.css", PackageResources.picker_css),
                    ]
                ) {
                    PaletteController(store: store, swatches: swatches, palettes: palettes, clipboard: clipboard)
                },
                Route("/photos", title: "Photos", styles: photosStyles, module: photosModule) {
                    try await photosRoom(.all)
                },
                Route(.album, title: "Album", styles: photosStyles, module: photosModule) { id in
                    try await photosRoom(.album(id))
                },
                Route("/photos/trash", title: "Trash", styles: photosStyles, module: photosModule) {
                    try await photosRoom(.trash)
                },
                Route("/photos/albums", title: "Albums", styles: photosStyles) {
                    AlbumsController(albums: cards, library: library)
                },
                Route(.photo, title: "Photo", styles: photosStyles, module: photosModule) { id in
                    PhotoController(
                        id, in: photos, library: library, history: UndoController(of: library.store, counting: "photo"))
                },
            ],
            navigation: [
                NavigationLink("Home", to: "/", symbol: PackageResources.home_svg),
                NavigationLink("Colors", to: "/colors", symbol: PackageResources.colors_svg),
                NavigationLink("Palette", to: "/palette", symbol: PackageResources.palette_svg),
                NavigationLink("Photos", to: "/photos", symbol: PackageResources.photos_svg),
            ],
            downloads: library.downloads,
            uploads: library.uploads,
            assets: [
                .starter,
                Asset("gallery.css", PackageResources.gallery_css),
                Asset("swatch.css", PackageResources.swatch_css),
                Asset("colors.css", PackageResources.colors_css),
            ],
            logger: logger)
    }
}

/// How many rows of a list are known when a room is opened: more than the first paint and a large screen show.
private let firstRows = 1_000
