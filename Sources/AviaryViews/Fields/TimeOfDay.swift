/// A time of day to the minute, without a day and without a time zone, such as the beginning of a lesson. It is what an
/// `input` of type `time` sends and shows.
///
///     page["start"] = lesson.start                                   // data-outlet="start:text(value)"
///     lesson.start = try event.value(of: Field<TimeOfDay>("start"))
///
/// A `Codable` record stores its text, which sorts like the times themselves.
public struct TimeOfDay: Hashable, Sendable {
    /// The hour, from 0 to 23.
    public let hour: Int
    /// The minute, from 0 to 59.
    public let minute: Int

    /// A time of day; `nil` if there is none with these numbers.
    public init?(hour: Int, minute: Int) {
        guard (0...23).contains(hour), (0...59).contains(minute) else { return nil }
        (self.hour, self.minute) = (hour, minute)
    }
}

extension TimeOfDay: LosslessStringConvertible {
    /// The time as `07:30`.
    public var description: String { "\(hour.padded(to: 2)):\(minute.padded(to: 2))" }

    /// Reads a time of the form `07:30` or `07:30:00`; `nil` for any other text.
    public init?(_ description: String) {
        let parts = description.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), parts.dropFirst(2).allSatisfy({ $0 == "00" }),
            let hour = parts[0].utf8.number(ofDigits: 2), let minute = parts[1].utf8.number(ofDigits: 2)
        else { return nil }
        self.init(hour: hour, minute: minute)
    }
}

extension TimeOfDay: Comparable {
    /// Whether a time is before another one of the same day.
    public static func < (one: Self, other: Self) -> Bool { (one.hour, one.minute) < (other.hour, other.minute) }
}

extension TimeOfDay: OneTextValue {
    static var unreadable: FieldFault { .notTime }
}
