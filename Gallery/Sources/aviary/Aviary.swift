import ArgumentParser
import AviaryImages
import Foundation

@main
struct Aviary: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "aviary",
        abstract: "A gallery for your colors and photographs, live in every browser.",
        version: Version.current,
        subcommands: [
            Serve.self, Import.self, Export.self, Backup.self, Restore.self, Check.self, Token.self, Watch.self,
            Sample.self, Upstream.self, Licenses.self,
        ])

    static func main() async {
        #if os(Linux)
            // Swift reads the arguments from `/proc`, and libdispatch counts the threads there. Without `/proc`, both
            // would crash.
            guard access("/proc/self/stat", R_OK) == 0 else {
                say(CommandWords.noProc)
                Foundation.exit(1)
            }
        #endif
        ImageWorker.runIfStartedAsWorker()
        await main(nil)
    }
}
