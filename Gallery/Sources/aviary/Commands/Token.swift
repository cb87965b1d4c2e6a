import ArgumentParser
import AviaryResults
import AviaryServer
import Foundation

/// `aviary token`: prints the address with the token.
struct Token: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the address with the token, which each browser needs once.",
        discussion: """
            It is the address at which the gallery was last served. A gallery that was not served yet may have a token \
            alone. Anybody who knows the token can open the gallery.
            """)

    @OptionGroup var data: DataOption

    func run() async throws {
        try await reportingFailure {
            let directory = try data.readable()
            if let addresses = try ServedAddresses(in: directory).read() {
                print(addresses.joined(separator: "\n"))
                if !addresses.contains(where: { $0.contains("token=") }) { say(CommandWords.noTokenIsAsked) }
            } else if let token = try StoredToken(in: directory).readIfThere() {
                print(token.value)
            } else if DataFolder(url: directory).hasGallery {
                throw TokenFileError.notMade(directory.path)
            } else {
                throw StoreError.nothingThere(directory.path)
            }
        }
    }
}

/// The addresses at which a gallery was last served, with the token. Only the owner of the gallery can read the file.
struct ServedAddresses {
    private let file: PrivateFile

    init(in directory: URL) { file = PrivateFile(directory.appending(path: "address").path) }

    func write(_ urls: [String]) throws { try file.write(urls.joined(separator: "\n") + "\n") }

    /// The addresses, the nearest first; `nil` if the gallery was not served yet.
    func read() throws -> [String]? {
        let text: String?
        do { text = try file.read() } catch { throw TokenFileError.unreadable(file.path) }
        return text.map { $0.split(separator: "\n").map(String.init) }
    }
}
