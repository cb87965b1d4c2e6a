import AviaryApps
import Foundation
import Synchronization

/// The progress of a long command. It is drawn only if standard error is a terminal. Any thread may use it.
final class ProgressBar: Sendable {
    private let noun: String
    private let isDrawn = isatty(STDERR_FILENO) == 1
    private let lastPercent = Mutex(-1)

    /// - Parameter noun: What it counts, in the plural.
    init(of noun: String) { self.noun = noun }

    /// Shows the progress of some work, and erases the bar at its end.
    ///
    /// - Parameter noun: What the work counts, in the plural.
    static func during<Result>(
        _ noun: String, _ work: (JobProgress) async throws -> Result
    ) async rethrows -> Result {
        let bar = ProgressBar(of: noun)
        defer { bar.finish() }
        return try await work(JobProgress { bar.show($0, of: $1) })
    }

    func show(_ done: Int, of total: Int) {
        guard isDrawn, total > 0 else { return }
        let percent = done * 100 / total
        let isNew = lastPercent.withLock { last in
            defer { last = percent }
            return percent != last
        }
        guard isNew else { return }
        let filled = percent * 30 / 100
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 30 - filled)
        write("\r\u{1B}[K\(bar) \(percent) %  \(CommandWords.progress(done, of: total, noun))")
    }

    /// Erases the bar, so that the next line of output can take its place.
    func finish() {
        if isDrawn, lastPercent.withLock({ $0 >= 0 }) { write("\r\u{1B}[K") }
    }

    private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
