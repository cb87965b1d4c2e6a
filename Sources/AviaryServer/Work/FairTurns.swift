/// Turns, given to each line in rotation: many waiters in one line delay only that line.
///
/// There are so many turns at a time for all lines, and so many for each. Decides only; `LargeActions` and `WorkTurns`
/// act.
struct FairTurns<Line: Hashable, Waiter> {
    private let limit: Int
    private let limitOfLine: Int
    /// How many turns each line has now.
    private var taken: [Line: Int] = [:]
    private var takenByAll = 0
    /// The lines with somebody in them, the next one first.
    private var order: [Line] = []
    private var lines: [Line: [Waiter]] = [:]

    /// - Parameter limitOfLine: How many of the turns one line may have; at least one.
    init(_ limit: Int = 1, ofLine limitOfLine: Int = 1) {
        self.limit = max(1, limit)
        self.limitOfLine = max(1, min(limit, limitOfLine))
    }

    /// Whether somebody has a turn.
    var isTaken: Bool { takenByAll > 0 }
    /// How many wait.
    var count: Int { lines.values.reduce(0) { $0 + $1.count } }

    /// How many wait in a line.
    func count(in line: Line) -> Int { lines[line]?.count ?? 0 }

    /// Takes a turn if one is free.
    mutating func take(for line: Line) -> Bool {
        guard takenByAll < limit, taken[line, default: 0] < limitOfLine else { return false }
        takenByAll += 1
        taken[line, default: 0] += 1
        return true
    }

    mutating func wait(_ waiter: Waiter, in line: Line) {
        if lines[line] == nil { order.append(line) }
        lines[line, default: []].append(waiter)
    }

    /// Takes a waiter out of its line.
    ///
    /// - Returns: Whether it waited there.
    mutating func withdraw(from line: Line, where isIt: (Waiter) -> Bool) -> Bool {
        guard let index = lines[line]?.firstIndex(where: isIt) else { return false }
        lines[line]?.remove(at: index)
        if lines[line]?.isEmpty == true {
            lines[line] = nil
            order.removeAll { $0 == line }
        }
        return true
    }

    /// Ends a turn of a line.
    ///
    /// - Returns: The waiter whose turn begins.
    mutating func end(of line: Line) -> Waiter? {
        takenByAll -= 1
        taken[line, default: 1] -= 1
        if taken[line] == 0 { taken[line] = nil }
        return next()
    }

    /// Gives a free turn to the next line that may have one.
    ///
    /// - Returns: The waiter whose turn begins.
    mutating func next() -> Waiter? {
        guard takenByAll < limit, let index = order.firstIndex(where: { taken[$0, default: 0] < limitOfLine }) else {
            return nil
        }
        let line = order.remove(at: index)
        let waiter = lines[line]?.removeFirst()
        if lines[line]?.isEmpty == true { lines[line] = nil } else { order.append(line) }
        takenByAll += 1
        taken[line, default: 0] += 1
        return waiter
    }
}
