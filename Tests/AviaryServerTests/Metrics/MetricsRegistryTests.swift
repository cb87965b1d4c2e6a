import CoreMetrics
import Testing

@testable import AviaryServer

struct MetricsRegistryTests {
    private let metrics = MetricsRegistry()

    @Test func figuresAreWrittenInOrder() async {
        metrics.setGauge("b_seconds", to: 0.25, help: "The delay.")
        metrics.setTotal("a_total", to: 12, help: "All.")
        #expect(
            await metrics.text() == """
                # HELP a_total All.
                # TYPE a_total counter
                a_total 12
                # HELP b_seconds The delay.
                # TYPE b_seconds gauge
                b_seconds 0.25

                """)
    }

    @Test(arguments: [
        (Double.nan, "NaN"), (.infinity, "+Inf"), (-.infinity, "-Inf"), (-0.5, "-0.5"), (1e300, "1e+300"),
        (9_007_199_254_740_992, "9007199254740992"),
    ])
    func eachValueIsWrittenAsPrometheusReadsIt(value: Double, text: String) async {
        metrics.setGauge("a", to: value, help: "A.")
        #expect(await metrics.text().hasSuffix("\na \(text)\n"))
    }

    @Test func figuresOfLibrariesAreTaken() async {
        let labels = [("path", "/a\"b\\c\nd"), ("1é", "y"), ("1.", "x")]
        Counter(label: "http.requests", dimensions: labels, factory: metrics).increment(by: 2)
        CoreMetrics.Timer(label: "http.request.duration", factory: metrics).recordNanoseconds(1_500_000_000)
        Recorder(label: "size", dimensions: [], aggregate: true, factory: metrics).record(3)
        Meter(label: "connections", factory: metrics).set(4)
        #expect(
            await metrics.text().split(separator: "\n").filter { !$0.hasPrefix("#") } == [
                "connections 4", "http_request_duration_seconds_sum 1.5", "http_request_duration_seconds_count 1",
                #"http_requests_total{_1_="x",path="/a\"b\\c\nd"} 2"#, "size_sum 3", "size_count 1",
            ])
    }

    @Test func aNameHasOneKind() async {
        metrics.setGauge("a", to: 1, help: "A.")
        Recorder(label: "a", dimensions: [], aggregate: true, factory: metrics).record(3)
        #expect(await metrics.text() == "# HELP a A.\n# TYPE a gauge\na 1\n")
    }

    @Test func labelsFromOutsideDoNotFillTheMemory() async {
        for path in 0..<MetricsRegistry.mostSeries + 10 {
            Counter(label: "visits", dimensions: [("path", "\(path)")], factory: metrics).increment()
        }
        let lines = await metrics.text().split(separator: "\n")
        #expect(lines.count == MetricsRegistry.mostSeries + 2)
        #expect(lines.contains(#"visits_total{path="0"} 1"#))
    }

    @Test func closuresAreCalledWhenFiguresAreRead() async {
        metrics.onRead { $0.setGauge("a", to: 5, help: "A.") }
        #expect(await metrics.text().hasSuffix("\na 5\n"))
    }
}
