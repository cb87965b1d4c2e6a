import Foundation

/// A measured number. `peer` names another program, and is `nil` for Aviary.
struct Figure: Encodable {
    var name: String
    var value: Double
    var unit: String
    var peer: String?

    /// Prints the figure as one line, without buffering, so that it appears at once even in a pipe.
    func show() {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let line = (try? encoder.encode(self)) ?? Data()
        FileHandle.standardOutput.write(line + Data("\n".utf8))
    }
}

/// The duration of some work, in seconds.
func seconds<T>(_ body: () throws -> T) rethrows -> Double {
    let start = ContinuousClock.now
    _ = try body()
    return (ContinuousClock.now - start) / .seconds(1)
}

/// The durations of two kinds of work, in seconds. They alternate, so that other load on the machine affects both
/// alike.
func seconds<T, U>(rounds: Int, _ one: () throws -> T, _ other: () throws -> U) rethrows -> ([Double], [Double]) {
    var times: ([Double], [Double]) = ([], [])
    for _ in 0..<rounds {
        times.0.append(try seconds(one))
        times.1.append(try seconds(other))
    }
    return times
}

extension [Double] {
    /// The value that a fraction of all values stays below.
    func percentile(_ part: Double) -> Double {
        let sorted = sorted()
        return sorted[Swift.min(Int(Double(count) * part), count - 1)]
    }

    var median: Double { percentile(0.5) }
}
