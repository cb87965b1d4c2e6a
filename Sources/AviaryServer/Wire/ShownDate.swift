import Foundation

/// A date for the wire, and for the first paint in a browser without scripts.
struct ShownDate {
    /// The milliseconds since the beginning of 1970 in UTC.
    let milliseconds: Int

    /// - Returns: `nil` outside of the years 1 to 9999, which every browser can parse.
    init?(_ date: Date) {
        let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
        guard (-62_135_596_800_000..<253_402_300_800_000).contains(milliseconds) else { return nil }
        self.milliseconds = Int(milliseconds)
    }

    /// The value for `datetime`, in the format of `Date.prototype.toISOString`: `2026-11-22T13:05:00.000Z`.
    var iso: String { "\(day)T\(time):\(padded(second / 1_000, 2)).\(padded(second % 1_000, 3))Z" }

    /// The date as text, in UTC.
    ///
    /// - Parameter target: The target of the outlet: `time`, `datetime`, or `nil` for the day.
    func text(_ target: String?) -> String {
        switch target {
        case "time": "\(time) UTC"
        case "datetime": "\(day) \(time) UTC"
        default: day
        }
    }

    private var millisecondOfDay: Int { milliseconds - dayNumber * 86_400_000 }
    private var second: Int { millisecondOfDay % 60_000 }
    private var time: String {
        "\(padded(millisecondOfDay / 3_600_000, 2)):\(padded(millisecondOfDay / 60_000 % 60, 2))"
    }
    private var dayNumber: Int { Int((Double(milliseconds) / 86_400_000).rounded(.down)) }

    /// The day in the proleptic Gregorian calendar, as in JavaScript (H. Hinnant, *chrono-Compatible Low-Level Date
    /// Algorithms*). The algorithm begins years in March, so that the leap day is the last day.
    private var day: String {
        let days = dayNumber + 719_468
        let era = days / 146_097
        let dayOfEra = days % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        let isNextYear = month >= 10
        let year = yearOfEra + era * 400 + (isNextYear ? 1 : 0)
        return "\(padded(year, 4))-\(padded(isNextYear ? month - 9 : month + 3, 2))-\(padded(day, 2))"
    }

    private func padded(_ number: Int, _ count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
}
