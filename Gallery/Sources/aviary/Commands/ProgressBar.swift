import Foundation

/// The progress of a long command. It is drawn only if standard error is a terminal.
struct ProgressBar {
    let total: Int
    private(set) var done = 0
    private let noun: String
    private let isDrawn = isatty(STDERR_FILENO) == 1
    private var lastPercent = -1

    init(total: Int, of noun: String) {
        self.total = total
        self.noun = noun
    }

    mutating func advance(by count: Int) {
        done += count
        draw()
    }

    /// Erases the bar, so that the next line of output can take its place.
    func finish() {
        if isDrawn, lastPercent >= 0 { write("\r\u{1B}[K") }
    }

    private mutating func draw() {
        guard isDrawn, total > 0 else { return }
        let percent = done * 100 / total
        guard percent != lastPercent else { return }
        lastPercent = percent
        let filled = percent * 30 / 100
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 30 - filled)
        write("\r\u{1B}[K\(bar) \(percent) %  \(CommandWords.progress(done, of: total, noun))")
    }

    private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
