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
        let hints = await DoneHints(in: store)
        let photos = try await PhotosRoom(in: self, library: library, hints: hints)
        let rooms: [any GalleryRoom] = [
            try await ColorsRoom(in: self, hints: hints),
            try await PaletteRoom(in: self, pictures: library.pipeline, hints: hints),
            photos,
            try await PhotoramaRoom(
                in: self, library: photorama, albums: PhotoramaAlbums(library: library, albums: photos.albums),
                embedded: embedded, hints: hints),
        ]
        let home = Route(
            "/", title: HomeWords.title, styles: [.jobs, Asset("home.css", EmbeddedFile.home_css.bytes)]
        ) {
            HomeController(rooms.map { $0.makePreview() }, library: library, jobs: jobs)
        }
        return LiveApp(
            name: "Aviary", on: store, words: [Self.words], prefix: prefix, rooms: [home] + rooms.flatMap(\.routes),
            navigation: [NavigationLink(HomeWords.title, to: "/", symbol: EmbeddedFile.home_svg.bytes)]
                + rooms.map(\.link),
            downloads: rooms.flatMap(\.downloads) + [PhotoArchive(library: library).download],
            uploads: rooms.flatMap(\.uploads),
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
