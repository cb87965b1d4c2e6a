import AviaryApps
import AviaryResults
import AviaryServer
import GRDB
import GalleryPages
import Logging

extension Gallery {
    /// Jobs that nobody else sees, for a gallery that is only shown.
    static func jobsInMemory() async throws -> Jobs {
        var migrator = DatabaseMigrator()
        migrator.registerJobs()
        let database = try DatabaseQueue()
        try migrator.migrate(database)
        var options = LiveStore.Options()
        options.pollInterval = nil
        return try await Jobs(in: LiveStore(database, options: options))
    }

    /// The gallery as an installed app, which takes photographs from other programs.
    private static func manifest(for library: PhotoLibrary) -> WebAppManifest {
        WebAppManifest(
            icons: [
                .init(Asset("icon-192.png", EmbeddedFile.icon_192_png.bytes), size: 192),
                .init(Asset("icon-512.png", EmbeddedFile.icon_512_png.bytes), size: 512),
            ],
            sharing: library.store.isReadOnly
                ? nil
                : FileSharing(to: "photos", types: ["image/*"], page: "/photos") { files in
                    let added = try await library.add(files) { photos in
                        try await library.store.write { db in try db.addPhotos(photos) }
                    }
                    if !added.refused.isEmpty { throw PhotoError.someRefused(added.refused) }
                    return PhotosController.address(showing: (added.changed + added.known).first)
                })
    }

    /// Makes the app that `serve` runs, with all rooms.
    ///
    /// - Parameters:
    ///   - library: The gallery's photographs, if they are already open.
    ///   - photorama: The photographs of a web service; by default of the embedded service.
    ///   - jobs: The long commands, which the home page shows.
    ///   - embedded: The endpoint that answers other programs in the form of Flickr's API.
    ///   - prefix: The path before each address, as for `LiveApp`.
    ///   - metrics: Takes the figures of the server and of the gallery.
    func app(
        _ library: PhotoLibrary? = nil, photorama: PhotoramaLibrary? = nil,
        embedded: EmbeddedEndpoint = EmbeddedEndpoint(), jobs: Jobs? = nil, prefix: String = "",
        metrics: MetricsRegistry? = nil,
        logger: Logger
    ) async throws -> LiveApp {
        let library = try library ?? PhotoLibrary(of: self)
        let photorama =
            try photorama
            ?? PhotoramaLibrary(
                of: self, services: ServiceChoice(FlickrService(embedded: embedded)))
        let jobs = if let jobs { jobs } else { try await Self.jobsInMemory() }
        if let metrics { report(to: metrics, library: library) }
        let colors = try await colors(showingFirst: Self.firstRows)
        let swatches = try await swatches(showingFirst: Self.firstRows)
        let palettes = try await palettes()
        let clipboard = SwatchClipboard()
        let hints = await DoneHints(in: store)
        let photos = try await photos(showingFirst: Self.firstRows)
        let newest = HomeController.Newest(
            colors: try await newestColors(HomeController.previewCount),
            swatches: try await newestSwatches(HomeController.previewCount),
            photos: try await newestPhotos(HomeController.previewCount),
            webPhotos: try await FetchedResults(
                photorama.request(PhotoramaQuery(limit: HomeController.previewCount)), in: store))
        Task { [web = newest.webPhotos, changes = photorama.services.changes()] in
            for await _ in changes {
                try? await web.change(to: photorama.request(PhotoramaQuery(limit: HomeController.previewCount)))
            }
        }
        let webPhotos = try await webPhotos()
        let samples = try await library.samples()
        let (albums, cards) = (try await albums(), try await FetchedResults(AlbumCard.request, in: store))
        /// Makes the Photos room of one window. Each window has its own list, because people can arrange the
        /// photographs differently in each window.
        @Sendable func photosRoom(_ place: PhotoPlace) async throws -> PhotosController {
            let arrangement = library.arrangements[place]
            let request = place.query(arrangement, search: "").request
            return PhotosController(
                place, arrangement,
                photos: try await FetchedResults(request, in: library.store, showingFirst: Self.firstRows),
                albums: albums, samples: samples, library: library, hints: hints)
        }
        /// Makes the Palette room of one window. If its own list cannot be read, the room shows the shared list, which
        /// reports the error.
        @Sendable func paletteRoom() async -> PaletteController {
            let all = palettes.snapshot
            let query = SwatchQuery(palettes: Array(all.items(in: 0..<all.numberOfItems)))
            return PaletteController(
                store: store, swatches: swatches,
                own: try? await FetchedResults(query.request, in: store, showingFirst: Self.firstRows),
                palettes: palettes, declared: query.palettes, clipboard: clipboard, pictures: library.pipeline,
                hints: hints)
        }
        let panels = Asset("panels.css", EmbeddedFile.panels_css.bytes)
        let photosStyles = [
            Asset("photos.css", EmbeddedFile.photos_css.bytes), panels,
            Asset("viewer.css", EmbeddedFile.viewer_css.bytes),
        ]
        let photosModule = Asset("photos.js", EmbeddedFile.viewer_js.bytes + EmbeddedFile.photos_js.bytes)
        let tags = try await tags()
        let albumsForWeb = PhotoramaAlbums(library: library, albums: albums)
        // The style sheet of Photorama includes the rules of Photos. It has a name of its own, so that a page of an
        // older version does not get the style sheet of Photos instead.
        let photoramaStyles = [
            Asset(
                "photorama.css",
                EmbeddedFile.panels_css.bytes + EmbeddedFile.photos_css.bytes + EmbeddedFile.viewer_css.bytes
                    + EmbeddedFile.photorama_css.bytes)
        ]
        let photoramaModule = Asset(
            "photorama.js", EmbeddedFile.viewer_js.bytes + EmbeddedFile.photorama_js.bytes)
        /// Makes the list of web photographs of one window. Each window has a list of its own, because a feed, a tag or
        /// a search changes what the list shows.
        @Sendable func shownWebPhotos() async throws -> FetchedResults<WebPhoto> {
            let query = PhotoramaQuery(limit: PhotoramaController.pageSize)
            return try await FetchedResults(photorama.request(query), in: photorama.store)
        }
        return LiveApp(
            name: "Aviary", on: store, words: [Self.words], prefix: prefix,
            rooms: [
                Route(
                    "/", title: HomeWords.title, styles: [.jobs, Asset("home.css", EmbeddedFile.home_css.bytes)]
                ) {
                    HomeController(
                        colors: colors, swatches: swatches, photos: photos, webPhotos: webPhotos, newest: newest,
                        photorama: photorama, library: library, jobs: jobs)
                },
                Route("/colors", title: ColorsWords.title) {
                    ColorsController(store: store, colors: colors, hints: hints)
                },
                Route(
                    "/palette", title: PaletteWords.title,
                    styles: [
                        Asset("palette.css", EmbeddedFile.palette_css.bytes), panels,
                        Asset("picker.css", EmbeddedFile.picker_css.bytes),
                        Asset("area.css", EmbeddedFile.area_css.bytes),
                        Asset("contrast.css", EmbeddedFile.contrast_css.bytes),
                        Asset("harmony.css", EmbeddedFile.harmony_css.bytes),
                        Asset("exchange.css", EmbeddedFile.exchange_css.bytes),
                        Asset("arranging.css", EmbeddedFile.arranging_css.bytes),
                    ], module: Asset("palette.js", EmbeddedFile.palette_js.bytes)
                ) {
                    await paletteRoom()
                },
                Route("/photos", title: PhotosWords.Titles.photos, styles: photosStyles, module: photosModule) {
                    try await photosRoom(.all)
                },
                Route(.album, title: PhotosWords.Titles.album, styles: photosStyles, module: photosModule) { id in
                    try await photosRoom(.album(id))
                },
                Route("/photos/trash", title: PhotosWords.Titles.trash, styles: photosStyles, module: photosModule) {
                    try await photosRoom(.trash)
                },
                Route("/photos/albums", title: PhotosWords.Titles.albums, styles: photosStyles) {
                    AlbumsController(albums: cards, library: library)
                },
                Route(.photo, title: PhotosWords.Titles.photo, styles: photosStyles, module: photosModule) { id in
                    PhotoController(
                        id, in: photos, library: library,
                        history: UndoController(of: library.store, counting: RoomWords.photo))
                },
                Route("/photorama", title: PhotoramaWords.title, styles: photoramaStyles, module: photoramaModule) {
                    PhotoramaController(
                        PhotoramaChoice(), photos: try await shownWebPhotos(), tags: tags, library: photorama,
                        albums: albumsForWeb, hints: hints)
                },
                Route(.webPhoto, title: PhotoramaWords.photoTitle, styles: photoramaStyles, module: photoramaModule) {
                    id in
                    WebPhotoController(
                        id, in: try await shownWebPhotos(), library: photorama, albums: albumsForWeb,
                        history: UndoController(of: photorama.store, counting: RoomWords.photo))
                },
            ],
            navigation: [
                NavigationLink(HomeWords.title, to: "/", symbol: EmbeddedFile.home_svg.bytes),
                NavigationLink(ColorsWords.title, to: "/colors", symbol: EmbeddedFile.colors_svg.bytes),
                NavigationLink(PaletteWords.title, to: "/palette", symbol: EmbeddedFile.palette_svg.bytes),
                NavigationLink(PhotosWords.Titles.photos, to: "/photos", symbol: EmbeddedFile.photos_svg.bytes),
                NavigationLink(PhotoramaWords.title, to: "/photorama", symbol: EmbeddedFile.photorama_svg.bytes),
            ],
            downloads: paletteDownloads + library.downloads + [PhotoArchive(library: library).download]
                + photorama.downloads
                + embedded.downloads,
            uploads: paletteUploads + library.uploads,
            assets: [
                .starter,
                Asset("gallery.css", EmbeddedFile.gallery_css.bytes),
                Asset("swatch.css", EmbeddedFile.swatch_css.bytes),
                Asset("colors.css", EmbeddedFile.colors_css.bytes),
                // The script of the Palette room loads this module with the first contrast matrix.
                Asset("matrix.js", EmbeddedFile.matrix_js.bytes),
            ],
            manifest: Self.manifest(for: library), metrics: metrics, logger: logger, health: node?.health)
    }
}
