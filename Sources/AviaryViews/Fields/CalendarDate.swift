public import Foundation

/// A day of the calendar, without a time and without a time zone, such as a birthday. It is what an `input` of type
/// `date` sends and shows.
///
///     page["due"] = note.due                                      // data-outlet="due:text(value)"
///     note.due = try event.value(of: Field<CalendarDate>("due"))
///
/// It is of the Gregorian calendar, also before 1582, in the years 1 to 9999. A `Codable` record stores its text, which
/// sorts like the days themselves.
public struct CalendarDate: Hashable, Sendable {
    /// The year, from 1 to 9999.
    public let year: Int
    /// The month, from 1 to 12.
    public let month: Int
    /// The day of the month, from 1 to 31.
    public let day: Int

    /// A day; `nil` if the calendar does not have it, such as 30 February.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9_999).contains(year), (1...12).contains(month),
            (1...Self.days(inMonth: month, of: year)).contains(day)
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// The day of a moment in a time zone; `nil` outside of the years 1 to 9999.
    public init?(_ moment: Date, in timeZone: TimeZone) {
        let seconds = moment.timeIntervalSince1970 + Double(timeZone.secondsFromGMT(for: moment))
        guard let days = Int(exactly: (seconds / 86_400).rounded(.down)), (-4_000_000..<4_000_000).contains(days) else {
            return nil
        }
        // The calendar repeats after 400 years. Here a year begins in March, so the leap day is its last one.
        let sinceMarch = days + 719_468
        let era = (sinceMarch >= 0 ? sinceMarch : sinceMarch - 146_096) / 146_097
        let dayOfEra = sinceMarch - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        self.init(
            year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
            day: dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }

    private static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension CalendarDate: LosslessStringConvertible {
    /// The day as `2026-02-28`.
    public var description: String { "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))" }

    /// Reads a day of the form `2026-02-28`; `nil` for any other text, and for a day that the calendar does not have.
    public init?(_ description: String) {
        let parts = description.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, let year = parts[0].utf8.number(ofDigits: 4),
            let month = parts[1].utf8.number(ofDigits: 2), let day = parts[2].utf8.number(ofDigits: 2)
        else { return nil }
        self.init(year: year, month: month, day: day)
    }
}

extension CalendarDate: Comparable {
    /// Whether a day is before another one.
    public static func < (one: Self, other: Self) -> Bool {
        (one.year, one.month, one.day) < (other.year, other.month, other.day)
    }
}

extension CalendarDate: OneTextValue {
    static var unreadable: FieldFault { .notDate }
}

extension Int {
    /// The number, with zeros in front of it.
    func padded(to digits: Int) -> String {
        let text = String(self)
        return String(repeating: "0", count: Swift.max(0, digits - text.count)) + text
    }
}
