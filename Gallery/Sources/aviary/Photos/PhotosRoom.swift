import AviaryApps
import AviaryResults
import AviaryServer
import AviaryViews
import GalleryPages

/// The room of photographs, with its albums and its trash.
struct PhotosRoom: GalleryRoom {
    let link = NavigationLink(PhotosWords.Titles.photos, to: "/photos", symbol: EmbeddedFile.photos_svg.bytes)
    /// All albums.
    let albums: FetchedResults<Album>
    private let library: PhotoLibrary
    private let photos: FetchedResults<Photo>
    private let newest: FetchedResults<Photo>
    private let cards: FetchedResults<AlbumCard>
    private let samples: FetchedResults<Photo>
    private let hints: DoneHints

    init(in gallery: Gallery, library: PhotoLibrary, hints: DoneHints) async throws {
        (self.library, self.hints) = (library, hints)
        photos = try await gallery.photos(showingFirst: Gallery.firstRows)
        newest = try await gallery.newestPhotos(RoomPreview.count)
        albums = try await gallery.albums()
        cards = try await FetchedResults(AlbumCard.request, in: gallery.store)
        samples = try await library.samples()
    }

    var downloads: [Download] { library.downloads }
    var uploads: [Upload] { library.uploads }

    var routes: [Route] {
        let styles = [
            Asset("photos.css", EmbeddedFile.photos_css.bytes), .panels,
            Asset("viewer.css", EmbeddedFile.viewer_css.bytes),
        ]
        let module = Asset("photos.js", EmbeddedFile.viewer_js.bytes + EmbeddedFile.photos_js.bytes)
        return [
            Route("/photos", title: PhotosWords.Titles.photos, styles: styles, module: module) {
                try await makeController(.all)
            },
            Route(.album, title: PhotosWords.Titles.album, styles: styles, module: module) { id in
                try await makeController(.album(id))
            },
            Route("/photos/trash", title: PhotosWords.Titles.trash, styles: styles, module: module) {
                try await makeController(.trash)
            },
            Route("/photos/albums", title: PhotosWords.Titles.albums, styles: styles) {
                AlbumsController(albums: cards, library: library)
            },
            Route(.photo, title: PhotosWords.Titles.photo, styles: styles, module: module) { id in
                PhotoController(
                    id, in: photos, library: library,
                    history: UndoController(of: library.store, counting: RoomWords.photo))
            },
        ]
    }

    /// Makes the room of one window. Each window has its own list, because people can arrange the photographs differently
    /// in each window.
    private func makeController(_ place: PhotoPlace) async throws -> PhotosController {
        let arrangement = library.arrangements[place]
        let request = place.query(arrangement, search: "").request
        return PhotosController(
            place, arrangement,
            photos: try await FetchedResults(request, in: library.store, showingFirst: Gallery.firstRows),
            albums: albums, samples: samples, library: library, hints: hints)
    }

    func makePreview() -> RoomPreview {
        let items = LiveDataSource(newest, newest: RoomPreview.count, reuseIdentifier: { _ in "PhotoPreview" }) {
            photo, cell in
            cell["color"] = photo.color
            cell["name"] = photo.name
            cell[url: "picture"] = photo.thumbnailPath(.small)
        }
        return RoomPreview("photos", items, of: photos, counting: RoomWords.photos)
    }
}
