import ArgumentParser
import AviaryImages

@main
struct Aviary: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "aviary",
        abstract: "A gallery for your colors and photographs, live in every browser.",
        version: Version.current,
        subcommands: [
            Serve.self, Import.self, Export.self, Backup.self, Restore.self, Check.self, Watch.self, Sample.self,
            Upstream.self,
        ])

    static func main() async {
        ImageWorker.runIfStartedAsWorker()
        await main(nil)
    }
}

/// The version of the program, which its pages and packages take from here.
enum Version {
    static let current = "0.1.0"
}
