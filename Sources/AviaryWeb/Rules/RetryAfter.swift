import Foundation

/// The header `Retry-After` (RFC 9110, 10.2.3): seconds, or a date in any of the three forms of HTTP.
enum RetryAfter {
    /// Returns the wait that a server asks for; nil if the value is invalid.
    static func wait(_ value: String, now: Date) -> Duration? {
        let text = value.trimmingCharacters(in: .whitespaces)
        if !text.isEmpty, text.utf8.allSatisfy(\.isDigit) { return .seconds(min(Int64(text) ?? .max, longest)) }
        guard let date = date(text) else { return nil }
        let seconds = date.timeIntervalSince(now)
        return seconds > 0 ? .seconds(min(seconds, Double(longest))) : .zero
    }

    /// One year, the longest wait. A longer wait counts as one year.
    private static let longest: Int64 = 366 * 86_400

    /// Returns the time of an HTTP date (RFC 9110, 5.6.7); nil if the text is invalid.
    static func date(_ text: String) -> Date? {
        let words = text.utf8.split {
            $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ",")
        }
        // Sun, 06 Nov 1994 08:49:37 GMT · Sunday, 06-Nov-94 08:49:37 GMT · Sun Nov  6 08:49:37 1994
        let isC = words.count == 5
        guard isC || (words.count == 6 && words[5].elementsEqual("GMT".utf8)) else { return nil }
        let (dayWord, monthWord) = isC ? (words[2], words[1]) : (words[1], words[2])
        let (timeWord, yearWord) = isC ? (words[3], words[4]) : (words[4], words[3])
        guard let month = months.firstIndex(of: String(decoding: monthWord, as: UTF8.self)),
            let day = UInt8(decimal: dayWord), (1...31).contains(day),
            var year = UInt16(decimal: yearWord), yearWord.count == 4 || (!isC && yearWord.count == 2)
        else { return nil }
        // A year of two digits lies between 1970 and 2069, because old dates do not occur here.
        if yearWord.count == 2 { year += year < 70 ? 2000 : 1900 }
        let time = timeWord.split(separator: UInt8(ascii: ":")).map { UInt8(decimal: $0) ?? .max }
        guard time.count == 3, time[0] < 24, time[1] < 60, time[2] <= 60 else { return nil }
        let days = days(year: Int(year), month: month + 1, day: Int(day))
        let seconds = Int(time[0]) * 3_600 + Int(time[1]) * 60 + Int(time[2])
        return Date(timeIntervalSince1970: Double(days * 86_400 + seconds))
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Days since 1970-01-01 in the Gregorian calendar (H. Hinnant, *chrono-Compatible Low-Level Date Algorithms*).
    private static func days(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
