public import CoreMetrics
import Synchronization

/// Figures about a running server, in memory, for Prometheus.
///
///     let metrics = MetricsRegistry()
///     MetricsSystem.bootstrap(metrics)  // Only for the figures of other libraries.
///     LiveApp(…, metrics: metrics)
///
/// The app answers `/metrics` with them, behind the same access check as its pages. The server's own figures have names
/// that begin with `aviary_`. It is a factory of swift-metrics, so it also takes the figures of other libraries.
public final class MetricsRegistry: Sendable {
    /// What Prometheus makes of a figure.
    enum Kind: String {
        /// A total that only grows.
        case counter
        case gauge
        /// The number of recorded values and their sum.
        case summary
    }

    struct Family {
        var kind: Kind
        var help: String
        /// The series by their labels, as they are written.
        var series: [String: MetricSeries] = [:]
    }

    private struct State {
        var families: [String: Family] = [:]
        var readers: [@Sendable (MetricsRegistry) async -> Void] = []
        var count = 0
    }

    private let state = Mutex(State())

    /// The most series. Beyond it new ones are not kept, because labels of other libraries may come from outside.
    static let mostSeries = 4_096

    /// A registry without figures.
    public init() {}

    // MARK: Figures that are read

    /// Adds a closure that is called before the figures are read. So a figure costs nothing while nobody reads it.
    ///
    /// - Parameter body: Sets figures by `setTotal` and `setGauge`. It should return within a second.
    public func onRead(_ body: @escaping @Sendable (MetricsRegistry) async -> Void) {
        state.withLock { $0.readers.append(body) }
    }

    /// Sets a total that only grows.
    ///
    /// - Parameters:
    ///   - name: Letters, digits and `_`, with the unit, and `_total` at the end: `aviary_commits_total`.
    ///   - value: The total since the start of the process.
    ///   - help: What is counted.
    public func setTotal(_ name: String, to value: Double, help: String) {
        series(name, .counter, [], help: help)?.set(value)
    }

    /// Sets a value that may grow and shrink.
    ///
    /// - Parameters:
    ///   - name: Letters, digits and `_`, with the unit at the end: `aviary_node_delay_seconds`.
    ///   - value: The present value.
    ///   - help: What is measured.
    public func setGauge(_ name: String, to value: Double, help: String) {
        series(name, .gauge, [], help: help)?.set(value)
    }

    /// The figures in Prometheus's text format.
    ///
    /// - Complexity: O(*s* log *s*) for *s* series, and the closures of `onRead`.
    func text() async -> String {
        for read in state.withLock({ $0.readers }) { await read(self) }
        let families = state.withLock { $0.families }
        return families.sorted { $0.key < $1.key }.map { $1.text(name: $0) }.joined()
    }

    /// The series of a name and labels.
    ///
    /// - Returns: `nil` when there are too many series, or the name is that of another kind.
    func series(_ name: String, _ kind: Kind, _ labels: [(String, String)], help: String) -> MetricSeries? {
        let name = Family.name(name, kind)
        let labels = Family.text(of: labels)
        return state.withLock { state in
            var family = state.families[name] ?? Family(kind: kind, help: help)
            guard family.kind == kind else { return nil }
            if let known = family.series[labels] { return known }
            guard state.count < Self.mostSeries else { return nil }
            state.count += 1
            let series = MetricSeries()
            family.series[labels] = series
            state.families[name] = family
            return series
        }
    }
}

extension MetricsRegistry: MetricsFactory {
    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        handler(label, .counter, dimensions)
    }

    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        handler(label, .gauge, dimensions)
    }

    public func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler {
        handler(label, aggregate ? .summary : .gauge, dimensions)
    }

    /// Makes a timer, whose values are in seconds.
    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        handler(label.hasSuffix("_seconds") ? label : label + "_seconds", .summary, dimensions)
    }

    // Totals stay, because a total that falls counts as a restart.
    public func destroyCounter(_ handler: any CounterHandler) {}
    public func destroyMeter(_ handler: any MeterHandler) {}
    public func destroyRecorder(_ handler: any RecorderHandler) {}
    public func destroyTimer(_ handler: any TimerHandler) {}

    private func handler(_ label: String, _ kind: Kind, _ labels: [(String, String)]) -> MetricSeries {
        let help = ServerMetrics.help[label] ?? "Reported by a library as \(label)."
        return series(label, kind, labels, help: help) ?? MetricSeries()
    }
}

/// One line of figures: a value, or a number of values and their sum.
final class MetricSeries: CounterHandler, MeterHandler, RecorderHandler, TimerHandler {
    private let state = Mutex((count: 0, sum: 0.0))

    var value: (count: Int, sum: Double) { state.withLock { $0 } }

    func increment(by amount: Int64) { add(Double(amount)) }
    func increment(by amount: Double) { add(amount) }
    func decrement(by amount: Double) { add(-amount) }
    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { state.withLock { $0.sum = value } }
    func record(_ value: Int64) { add(Double(value)) }
    func record(_ value: Double) { add(value) }
    func recordNanoseconds(_ duration: Int64) { add(Double(duration) / 1e9) }
    func reset() { state.withLock { $0 = (0, 0) } }

    private func add(_ value: Double) {
        state.withLock { state in
            state.count &+= 1
            state.sum += value
        }
    }
}

extension MetricsRegistry.Family {
    /// The name as Prometheus takes it: totals end in `_total`, and nothing else does.
    static func name(_ label: String, _ kind: MetricsRegistry.Kind) -> String {
        var name = word(label)
        while kind != .counter, name.hasSuffix("_total") { name.removeLast("_total".count) }
        return kind == .counter && !name.hasSuffix("_total") ? name + "_total" : name
    }

    /// A text as a name of Prometheus: letters, digits and `_`, and no digit at its start.
    private static func word(_ text: String) -> String {
        let word = String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
        return word.first?.isNumber ?? true ? "_" + word : word
    }

    /// Labels as they are written: `{method="GET",status="200"}`; empty without labels.
    static func text(of labels: [(String, String)]) -> String {
        if labels.isEmpty { return "" }
        // If two names are written alike, the last value counts, because Prometheus refuses a name that is repeated.
        let values = Dictionary(labels.map { (word($0.0), $0.1) }) { $1 }
        let parts = values.sorted { $0.key < $1.key }.map { "\($0)=\"\(escaped($1, quotes: true))\"" }
        return "{\(parts.joined(separator: ","))}"
    }

    func text(name: String) -> String {
        var text = "# HELP \(name) \(Self.escaped(help, quotes: false))\n# TYPE \(name) \(kind.rawValue)\n"
        for (labels, series) in series.sorted(by: { $0.key < $1.key }) {
            let (count, sum) = series.value
            switch kind {
            case .counter, .gauge: text += "\(name)\(labels) \(Self.number(sum))\n"
            case .summary: text += "\(name)_sum\(labels) \(Self.number(sum))\n\(name)_count\(labels) \(count)\n"
            }
        }
        return text
    }

    private static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        return Int(exactly: value).map(String.init) ?? "\(value)"
    }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        let plain = text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
        return quotes ? plain.replacing("\"", with: "\\\"") : plain
    }
}
