import AviaryImages

/// Measures the parts that need no browser, one group at a time: `AviaryBench diff`. Prints one figure on each line, in
/// the form of `Benchmarks/figure.py`. `scripts/bench` compares the figures with their limits.
@main
struct AviaryBench {
    static func main() async throws {
        ImageWorker.runIfStartedAsWorker()
        let arguments = CommandLine.arguments
        switch arguments.dropFirst().first {
        case "aggregates":
            var bench = ResultsBench()
            try await bench.runAggregates()
        case "diff": DiffBench().run()
        case "observed":
            var bench = ResultsBench()
            try await bench.runObserved()
        case "outline":
            var bench = OutlineBench()
            try await bench.run()
        case "peers":
            var bench = PeersBench()
            try await bench.run()
        case "results":
            var bench = ResultsBench()
            try await bench.run()
        case "results.depth":
            var bench = DepthBench()
            try await bench.run()
        case "results.large": try await LargeCommitBench().run()
        case "results.outside":
            var bench = OutsideBench()
            try await bench.run()
        case "results.search":
            var bench = SearchBench()
            try await bench.run()
        case "thumbs" where arguments.count == 4: try await ImagesBench().run(arguments[2], arguments[3])
        case "views": try ViewsBench().run()
        default:
            print(
                """
                Say which group: aggregates, diff, observed, outline, peers, results, results.depth, results.large, \
                results.outside, results.search, thumbs FOLDER TARGET or views.
                """)
        }
    }
}
