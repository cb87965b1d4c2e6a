/// Measures the parts that need no browser, one group at a time: `AviaryBench diff`. Prints one figure a line, as
/// `Benchmarks/figure.py` reads them; `scripts/bench` puts the bars beside them.
@main
struct AviaryBench {
    static func main() async throws {
        switch CommandLine.arguments.dropFirst().first {
        case "diff": DiffBench().run()
        default: print("Say which group: diff.")
        }
    }
}
