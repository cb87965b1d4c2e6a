import AviaryApps
import AviaryResults
import AviaryServer
import AviaryViews
import GalleryPages

/// The room of random colors.
struct ColorsRoom: GalleryRoom {
    let link = NavigationLink(ColorsWords.title, to: "/colors", symbol: EmbeddedFile.colors_svg.bytes)
    private let store: LiveStore
    private let colors: FetchedResults<GalleryColor>
    private let newest: FetchedResults<GalleryColor>
    private let hints: DoneHints

    init(in gallery: Gallery, hints: DoneHints) async throws {
        (store, self.hints) = (gallery.store, hints)
        colors = try await gallery.colors(showingFirst: Gallery.firstRows)
        newest = try await gallery.newestColors(RoomPreview.count)
    }

    var routes: [Route] {
        [
            Route("/colors", title: ColorsWords.title) {
                ColorsController(store: store, colors: colors, hints: hints)
            }
        ]
    }

    func makePreview() -> RoomPreview {
        let items = LiveDataSource(newest, newest: RoomPreview.count, reuseIdentifier: { _ in "ColorPreview" }) {
            color, cell in
            cell["fill"] = color.displayColor
            cell["name"] = color.rgbText
        }
        return RoomPreview("colors", items, of: colors, counting: RoomWords.colors)
    }
}
