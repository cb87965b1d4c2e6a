import AviaryApps
import AviaryColors
import AviaryImages
import AviaryResults
import AviaryServer
import AviaryViews
import GalleryPages

/// The room of saved colors.
struct PaletteRoom: GalleryRoom {
    let link = NavigationLink(PaletteWords.title, to: "/palette", symbol: EmbeddedFile.palette_svg.bytes)
    let downloads: [Download]
    let uploads: [Upload]
    private let store: LiveStore
    private let swatches: FetchedResults<Swatch>
    private let newest: FetchedResults<Swatch>
    private let palettes: FetchedResults<Palette>
    private let pictures: ImagePipeline
    private let hints: DoneHints
    private let clipboard = SwatchClipboard()

    /// - Parameter pictures: Reads the pictures of which palettes are made.
    init(in gallery: Gallery, pictures: ImagePipeline, hints: DoneHints) async throws {
        (store, self.pictures, self.hints) = (gallery.store, pictures, hints)
        (downloads, uploads) = (gallery.paletteDownloads, gallery.paletteUploads)
        swatches = try await gallery.swatches(showingFirst: Gallery.firstRows)
        newest = try await gallery.newestSwatches(RoomPreview.count)
        palettes = try await gallery.palettes()
    }

    var routes: [Route] {
        [
            Route(
                "/palette", title: PaletteWords.title,
                styles: [
                    Asset("palette.css", EmbeddedFile.palette_css.bytes), .panels,
                    Asset("picker.css", EmbeddedFile.picker_css.bytes),
                    Asset("area.css", EmbeddedFile.area_css.bytes),
                    Asset("contrast.css", EmbeddedFile.contrast_css.bytes),
                    Asset("harmony.css", EmbeddedFile.harmony_css.bytes),
                    Asset("exchange.css", EmbeddedFile.exchange_css.bytes),
                    Asset("arranging.css", EmbeddedFile.arranging_css.bytes),
                ], module: Asset("palette.js", EmbeddedFile.palette_js.bytes)
            ) {
                await makeController()
            }
        ]
    }

    /// Makes the room of one window. If its own list cannot be read, the window shows the shared list, which reports the
    /// error.
    private func makeController() async -> PaletteController {
        let all = palettes.snapshot
        let query = SwatchQuery(palettes: Array(all.items(in: 0..<all.numberOfItems)))
        return PaletteController(
            store: store, swatches: swatches,
            own: try? await FetchedResults(query.request, in: store, showingFirst: Gallery.firstRows),
            palettes: palettes, declared: query.palettes, clipboard: clipboard, pictures: pictures, hints: hints)
    }

    func makePreview() -> RoomPreview {
        let items = LiveDataSource(newest, newest: RoomPreview.count, reuseIdentifier: { _ in "ColorPreview" }) {
            swatch, cell in
            cell["fill"] = swatch.color.displayColor
            cell["name"] = swatch.name
        }
        return RoomPreview("swatches", items, of: swatches, counting: RoomWords.colors)
    }
}
