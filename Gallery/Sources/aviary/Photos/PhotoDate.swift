import Foundation

/// Formats dates of cameras: local times without a time zone. They are read and written as if they were UTC.
enum PhotoDate {
    /// The day and the time of day: "November 22, 2026 at 3:04 PM".
    static func text(_ date: Date) -> String {
        date.formatted(
            Date.FormatStyle(date: .long, time: .shortened, locale: RoomWords.locale, timeZone: .gmt))
    }

    /// The heading of a section, whose name is a day, `2026-11-22`, or a month, `2026-11`.
    static func title(ofSection name: String) -> String {
        let parts = name.split(separator: "-").map { Int($0) }
        let numbers = parts.compactMap(\.self)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        guard (2...3).contains(parts.count), numbers.count == parts.count,
            let date = calendar.date(
                from: DateComponents(
                    year: numbers[0], month: numbers[1], day: numbers.count == 3 ? numbers[2] : 1, hour: 12))
        else { return PhotosWords.withoutDate }
        let style = Date.FormatStyle(locale: RoomWords.locale, calendar: calendar, timeZone: .gmt).month(.wide).year()
        return date.formatted(numbers.count == 2 ? style : style.day().weekday(.wide))
    }
}
