import AviaryImages
import AviaryResults
import AviaryServer

extension Gallery {
    /// Reports the figures of the store, of the pictures and of the node each time when the metrics are read.
    func report(to metrics: MetricsRegistry, library: PhotoLibrary) {
        metrics.onRead { [store, node] metrics in
            let lists = store.figures
            metrics.setTotal(
                "aviary_commits_total", to: Double(lists.commits),
                help: "Commits that lists followed. Those of other programs that are found together count as one.")
            metrics.setTotal(
                "aviary_following_seconds_total", to: lists.following / .seconds(1),
                help: "The time in which lists followed these commits.")
            metrics.setTotal("aviary_refetches_total", to: Double(lists.refetches), help: "Lists that were read anew.")
            metrics.setGauge("aviary_lists", to: Double(lists.lists), help: "Different lists in memory.")
            metrics.setGauge("aviary_rows", to: Double(lists.rows), help: "Rows of the lists in memory.")
            let pictures = await library.pipeline.figures
            metrics.setTotal(
                "aviary_pictures_total", to: Double(pictures.made), help: "Pictures that workers have made.")
            metrics.setGauge(
                "aviary_pictures_waiting", to: Double(pictures.waiting), help: "Requests that wait for a worker.")
            metrics.setGauge("aviary_workers_busy", to: Double(pictures.working), help: "Workers that make a picture.")
            if let node {
                // Prometheus shows a gap for NaN. The last value would hide that nothing comes back.
                metrics.setGauge(
                    "aviary_node_delay_seconds", to: await node.delay().map { $0 / .seconds(1) } ?? .nan,
                    help: "How long a change takes to PostgreSQL and back into the copy; NaN if it does not come back.")
            }
        }
    }
}
