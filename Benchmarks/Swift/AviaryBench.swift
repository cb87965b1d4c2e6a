/// Measures the parts that need no browser, one group at a time: `AviaryBench diff`. Prints one figure a line, as
/// `Benchmarks/figure.py` reads them; `scripts/bench` puts the bars beside them.
@main
struct AviaryBench {
    static func main() async throws {
        switch CommandLine.arguments.dropFirst().first {
        case "diff": DiffBench().run()
        case "results":
            var bench = ResultsBench()
            try await bench.run()
        default: print("Say which group: diff or results.")
        }
    }
}
