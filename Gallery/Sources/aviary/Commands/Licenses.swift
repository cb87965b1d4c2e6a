import ArgumentParser
import AviaryServer
import GalleryPages

/// `aviary licenses`: prints the packages that are linked into the program. `scripts/package` writes the file that the
/// command prints.
struct Licenses: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Print the licenses of the packages in this program.")

    @Flag(help: "Print the texts of the licenses and notices, too.")
    var texts = false

    func run() {
        let all = String(decoding: EmbeddedFile.licenses_txt.bytes, as: UTF8.self)
        // The list of packages ends with the first empty line. The texts of the licenses follow.
        print(texts ? all : String(all.prefix(upTo: all.firstRange(of: "\n\n")?.lowerBound ?? all.endIndex)))
    }
}
