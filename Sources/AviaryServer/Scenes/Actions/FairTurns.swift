/// One turn at a time, given to each line in rotation: many waiters in one line delay only that line.
///
/// Decides only; `LargeActions` acts.
struct FairTurns<Line: Hashable, Waiter> {
    private(set) var isTaken = false
    /// The lines with somebody in them, the next one first.
    private var order: [Line] = []
    private var lines: [Line: [Waiter]] = [:]

    /// How many wait.
    var count: Int { lines.values.reduce(0) { $0 + $1.count } }

    /// Takes the turn if it is free.
    mutating func take() -> Bool {
        defer { isTaken = true }
        return !isTaken
    }

    mutating func wait(_ waiter: Waiter, in line: Line) {
        if lines[line] == nil { order.append(line) }
        lines[line, default: []].append(waiter)
    }

    /// Ends the turn.
    ///
    /// - Returns: The waiter whose turn begins.
    mutating func next() -> Waiter? {
        guard !order.isEmpty else {
            isTaken = false
            return nil
        }
        let line = order.removeFirst()
        let waiter = lines[line]?.removeFirst()
        if lines[line]?.isEmpty == true { lines[line] = nil } else { order.append(line) }
        return waiter
    }
}
