import ArgumentParser

@main
struct Aviary: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "aviary",
        abstract: "A gallery for your colors, live in every browser.",
        subcommands: [Serve.self, Watch.self, Sample.self])
}
