import ArgumentParser
import AviaryResults
import Foundation
import GRDB

/// `aviary sample`: random colours, to try the gallery with.
struct Sample: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Add random colors to the gallery.")

    @OptionGroup var data: DataOption

    @Option(help: "How many colors to add.")
    var colors: Int

    func validate() throws {
        guard colors >= 0 else { throw ValidationError("--colors is how many to add: 0 or more.") }
    }

    func run() async throws {
        try await reportingFailure {
            let gallery = try Gallery.open(at: data.directory)
            var progress = ProgressBar(total: colors, of: "colors")
            // A transaction is a step in every open window, and holds the store for its while.
            defer {
                progress.finish()
                print("Added \(progress.done) \(progress.done == 1 ? "color" : "colors") to \(gallery.file.path)")
            }
            while progress.done < colors {
                let count = min(5_000, colors - progress.done)
                try await gallery.store.write { db in
                    for _ in 0..<count { try db.addColor(.random()) }
                }
                progress.advance(by: count)
            }
        }
    }
}
