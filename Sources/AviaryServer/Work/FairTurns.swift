/// Gives turns to lines in rotation, so that many waiters in one line delay only that line.
///
/// The number of simultaneous turns is limited, in total and for each line. This type only decides; `LargeActions` and
/// `WorkTurns` carry the decisions out.
struct FairTurns<Line: Hashable, Waiter> {
    private let limit: Int
    private let limitOfLine: Int
    /// The number of turns that each line has now.
    private var taken: [Line: Int] = [:]
    private var takenByAll = 0
    /// The lines with waiters, the next one first.
    private var order: [Line] = []
    private var lines: [Line: [Waiter]] = [:]

    /// - Parameter limitOfLine: The most turns of one line; at least one.
    init(_ limit: Int = 1, ofLine limitOfLine: Int = 1) {
        self.limit = max(1, limit)
        self.limitOfLine = max(1, min(limit, limitOfLine))
    }

    /// Whether any line has a turn.
    var isTaken: Bool { takenByAll > 0 }
    /// The number of waiters.
    var count: Int { lines.values.reduce(0) { $0 + $1.count } }

    /// The number of waiters in a line.
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

    /// Removes a waiter from its line.
    ///
    /// - Returns: `true` if the waiter was in the line.
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
    /// - Returns: The waiter whose turn begins; `nil` if no waiter may have a turn now.
    mutating func end(of line: Line) -> Waiter? {
        takenByAll -= 1
        taken[line, default: 1] -= 1
        if taken[line] == 0 { taken[line] = nil }
        return next()
    }

    /// Gives a free turn to the next line that may have one.
    ///
    /// - Returns: The waiter whose turn begins; `nil` if no waiter may have a turn now.
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
