import AviaryApps
import AviaryResults
import AviaryServer
import AviaryViews
import GalleryPages

/// The room of photographs of web services.
struct PhotoramaRoom: GalleryRoom {
    let link = NavigationLink(PhotoramaWords.title, to: "/photorama", symbol: EmbeddedFile.photorama_svg.bytes)
    private let library: PhotoramaLibrary
    private let photos: FetchedResults<WebPhoto>
    /// The start of a list of the service, in the order of the service.
    private let newest: FetchedResults<WebPhoto>
    private let tags: FetchedResults<Tag>
    private let albums: PhotoramaAlbums
    private let embedded: EmbeddedEndpoint
    private let hints: DoneHints

    /// - Parameters:
    ///   - albums: Take copies of photographs.
    ///   - embedded: The endpoint that answers other programs.
    init(
        in gallery: Gallery, library: PhotoramaLibrary, albums: PhotoramaAlbums, embedded: EmbeddedEndpoint,
        hints: DoneHints
    ) async throws {
        (self.library, self.albums, self.embedded, self.hints) = (library, albums, embedded, hints)
        photos = try await gallery.webPhotos()
        tags = try await gallery.tags()
        newest = try await FetchedResults(
            library.request(PhotoramaQuery(limit: RoomPreview.count)), in: gallery.store)
        Task { [newest, changes = library.services.changes()] in
            for await _ in changes {
                try? await newest.change(to: library.request(PhotoramaQuery(limit: RoomPreview.count)))
            }
        }
    }

    var downloads: [Download] { library.downloads + embedded.downloads }

    var routes: [Route] {
        // The style sheet includes the rules of Photos. It has a name of its own, so that a page of an older version does
        // not get the style sheet of Photos instead.
        let styles = [
            Asset(
                "photorama.css",
                EmbeddedFile.panels_css.bytes + EmbeddedFile.photos_css.bytes + EmbeddedFile.viewer_css.bytes
                    + EmbeddedFile.photorama_css.bytes)
        ]
        let module = Asset("photorama.js", EmbeddedFile.viewer_js.bytes + EmbeddedFile.photorama_js.bytes)
        return [
            Route("/photorama", title: PhotoramaWords.title, styles: styles, module: module) {
                PhotoramaController(
                    PhotoramaChoice(), photos: try await ownPhotos(), tags: tags, library: library, albums: albums,
                    hints: hints)
            },
            Route(.webPhoto, title: PhotoramaWords.photoTitle, styles: styles, module: module) { id in
                WebPhotoController(
                    id, in: try await ownPhotos(), library: library, albums: albums,
                    history: UndoController(of: library.store, counting: RoomWords.photo))
            },
        ]
    }

    /// Makes the list of one window. Each window has its own, because a feed, a tag or a search changes what it shows.
    private func ownPhotos() async throws -> FetchedResults<WebPhoto> {
        let query = PhotoramaQuery(limit: PhotoramaController.pageSize)
        return try await FetchedResults(library.request(query), in: library.store)
    }

    /// The first page never fetches a picture, so it shows only pictures that are stored.
    func makePreview() -> RoomPreview {
        let items = LiveDataSource(newest, reuseIdentifier: { _ in "PhotoPreview" }) { [library] photo, cell in
            cell["color"] = photo.color
            cell["name"] = photo.title
            cell[url: "picture"] = library.isStored(photo, size: .small) ? photo.picturePath(.small) : nil
        }
        return RoomPreview("webPhotos", items, of: photos, counting: RoomWords.photos)
    }
}
