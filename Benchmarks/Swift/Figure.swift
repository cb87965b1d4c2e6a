import Foundation

/// One measured number. A peer is whose it is, where it is not Aviary's.
struct Figure: Encodable {
    var name: String
    var value: Double
    var unit: String
    var peer: String?

    /// One line, which is seen at once even when the output is a pipe.
    func show() {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let line = (try? encoder.encode(self)) ?? Data()
        FileHandle.standardOutput.write(line + Data("\n".utf8))
    }
}

/// How long something takes, in seconds.
func seconds<T>(_ body: () throws -> T) rethrows -> Double {
    let start = ContinuousClock.now
    _ = try body()
    return (ContinuousClock.now - start) / .seconds(1)
}

/// What both kinds of work take, turn about, so that whatever else the machine does falls on both alike.
func seconds<T, U>(rounds: Int, _ one: () throws -> T, _ other: () throws -> U) rethrows -> ([Double], [Double]) {
    var times: ([Double], [Double]) = ([], [])
    for _ in 0..<rounds {
        times.0.append(try seconds(one))
        times.1.append(try seconds(other))
    }
    return times
}

extension [Double] {
    /// The value that a part of all stays below.
    func percentile(_ part: Double) -> Double {
        let sorted = sorted()
        return sorted[Swift.min(Int(Double(count) * part), count - 1)]
    }

    var median: Double { percentile(0.5) }
}
