import AviaryApps
import AviaryResults
import AviaryServer
import Logging

extension Gallery {
    /// The gallery's rooms, as `serve` shows them.
    func app(logger: Logger) async throws -> LiveApp {
        let colors = try await colors()
        let (swatches, newest) = (try await swatches(), try await newestSwatches())
        let palettes = try await palettes()
        let clipboard = SwatchClipboard()
        return LiveApp(
            name: "Aviary", on: store,
            rooms: [
                Route("/", title: "Home", symbol: PackageResources.home_svg) {
                    HomeController(colors: colors, swatches: newest)
                },
                Route("/colors", title: "Colors", symbol: PackageResources.colors_svg) {
                    ColorsController(store: store, colors: colors)
                },
                Route("/palette", title: "Palette", symbol: PackageResources.palette_svg) {
                    PaletteController(store: store, swatches: swatches, palettes: palettes, clipboard: clipboard)
                },
            ],
            assets: [
                .starter,
                Asset("gallery.css", PackageResources.gallery_css),
                Asset("swatch.css", PackageResources.swatch_css),
                Asset("home.css", PackageResources.home_css),
                Asset("colors.css", PackageResources.colors_css),
                Asset("palette.css", PackageResources.palette_css),
                Asset("picker.css", PackageResources.picker_css),
            ],
            logger: logger)
    }
}
