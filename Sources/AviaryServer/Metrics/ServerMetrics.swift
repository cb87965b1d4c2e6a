import CoreMetrics

/// The figures of the server itself. An app without a registry has none, and measures nothing.
struct ServerMetrics: Sendable {
    let registry: MetricsRegistry
    private let packets: Counter
    private let bytes: Counter
    private let updates: CoreMetrics.Timer
    private let actions: CoreMetrics.Timer
    private let windows: Meter

    static let help = [
        "aviary_packets_total": "Packets sent to windows.",
        "aviary_packet_bytes_total": "Bytes of packets sent to windows, before compression by a proxy.",
        "aviary_update_seconds": "From the moment that a window hears of a commit until its packet is sent.",
        "aviary_action_seconds": "Actions of people, from their turn to their answer.",
        "aviary_windows": "Open windows.",
    ]

    init(_ registry: MetricsRegistry) {
        self.registry = registry
        packets = Counter(label: "aviary_packets_total", factory: registry)
        bytes = Counter(label: "aviary_packet_bytes_total", factory: registry)
        updates = CoreMetrics.Timer(label: "aviary_update_seconds", factory: registry)
        actions = CoreMetrics.Timer(label: "aviary_action_seconds", factory: registry)
        windows = Meter(label: "aviary_windows", factory: registry)
    }

    func didSend(_ packet: String) {
        packets.increment()
        bytes.increment(by: packet.utf8.count)
    }

    func didUpdate(since start: ContinuousClock.Instant) {
        updates.recordSeconds(start.duration(to: .now) / .seconds(1))
    }

    func didPerform(since start: ContinuousClock.Instant) {
        actions.recordSeconds(start.duration(to: .now) / .seconds(1))
    }

    func windowDidOpen() { windows.increment(by: 1) }

    func windowDidClose() { windows.decrement(by: 1) }
}
