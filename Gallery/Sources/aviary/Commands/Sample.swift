import ArgumentParser
import AviaryColors
import AviaryResults
import Foundation
import GRDB

/// `aviary sample`: adds random colors and pictures, for trying out the gallery.
struct Sample: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Add random colors or pictures to the gallery.")

    @OptionGroup var data: DataOption

    @OptionGroup var node: UpstreamOptions

    @Option(help: "How many colors to add.")
    var colors = 0

    @Option(help: "How many colors to save in the first palette.")
    var swatches = 0

    @Option(help: "How many photographs to add. They share generated pictures.")
    var photos = 0

    @Option(help: "How many pictures to generate, one for each photograph at most.")
    var pictures = 1_000

    @Option(help: "How many photos of the embedded service to add to Photorama, in steps of 500.")
    var webPhotos = 0

    func validate() throws {
        guard colors >= 0 else { throw ValidationError("--colors is how many to add: 0 or more.") }
        guard swatches >= 0 else { throw ValidationError("--swatches is how many to save: 0 or more.") }
        guard photos >= 0 else { throw ValidationError("--photos is how many to add: 0 or more.") }
        guard pictures > 0 else { throw ValidationError("--pictures is how many to generate: 1 or more.") }
        guard webPhotos >= 0 else { throw ValidationError("--web-photos is how many to add: 0 or more.") }
        guard colors > 0 || swatches > 0 || photos > 0 || webPhotos > 0 else {
            throw ValidationError("Say how many: --colors, --swatches, --photos or --web-photos.")
        }
    }

    func run() async throws {
        try await reportingFailure {
            let directory = try data.writable()
            let gallery = try await node.open(in: directory) { try Gallery.open(at: directory) }
            if photos > 0 { try gallery.requireSharedOriginals() }
            try await add(colors, CommandWords.colors, RoomWords.colors, to: gallery) { db, count in
                for _ in 0..<count { try db.addColor(.random()) }
            }
            try await add(swatches, CommandWords.savedColors, CommandWords.saved, to: gallery) { db, count in
                let contents = (0..<count).map { _ in
                    var content = Swatch.Content(.random())
                    content.isNamedByLook = false
                    return content
                }
                try db.saveSwatches(contents, at: .first(in: db.firstPalette()))
            }
            if webPhotos > 0 { try await addWebPhotos(to: gallery) }
            guard photos > 0 else { return }
            let samples = try await SamplePhotos(in: PhotoLibrary(of: gallery, memory: 0)).make(min(photos, pictures))
            try await add(photos, CommandWords.photos, RoomWords.photos, to: gallery) { db, count in
                try db.insertPhotos(samples.draw(count))
            }
        }
    }

    private func addWebPhotos(to gallery: Gallery) async throws {
        let library = try PhotoramaLibrary(
            of: gallery, services: ServiceChoice(FlickrService(embedded: EmbeddedEndpoint())), memory: 0)
        var count = try await library.state(of: .interesting).page * FlickrService.pageSize
        let first = count
        while count < first + webPhotos, try await library.more(.interesting) { count += FlickrService.pageSize }
        let photos = CommandWords.photosOfService(count - first)
        print(CommandWords.added(photos, to: gallery.place))
    }

    private func add(
        _ total: Int, _ things: String, _ number: (Int) -> String, to gallery: Gallery,
        _ add: @escaping @Sendable (Database, Int) throws -> Void
    ) async throws {
        guard total > 0 else { return }
        let bar = ProgressBar(of: things)
        var done = 0
        defer {
            bar.finish()
            print(CommandWords.added(number(done), to: gallery.place))
        }
        // Each transaction is one batch update in every open window, and blocks other writes. So it has few rows.
        while done < total {
            let count = min(5_000, total - done)
            do { try await gallery.store.write { db in try add(db, count) } } catch {
                throw gallery.store.explain(error)
            }
            done += count
            bar.show(done, of: total)
        }
    }
}
