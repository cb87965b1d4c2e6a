extension [UInt8] {
    /// Appends the date of a time and the name of its month, in lower case: "2024-05-01 may". Appends nothing for a time
    /// outside of the years 0 to 9999.
    ///
    /// The date is that of SQLite's `date`: Gregorian, in UTC.
    ///
    /// - Parameter seconds: Since 1970.
    mutating func appendDate(at seconds: Int64) {
        guard (-62_167_219_200..<253_402_300_800).contains(seconds) else { return }
        let day = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400
        // A year begins in March here, so that the day of the leap is its last one. 400 years have 146,097 days. They
        // are counted from the year −400, so that no number is negative.
        let shifted = day + 719_468 + 146_097
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let march = (5 * dayOfYear + 2) / 153
        let month = march < 10 ? march + 3 : march - 9
        let year = (era - 1) * 400 + yearOfEra + (month <= 2 ? 1 : 0)
        appendDigits(of: year, count: 4)
        append(UInt8(ascii: "-"))
        appendDigits(of: month, count: 2)
        append(UInt8(ascii: "-"))
        appendDigits(of: dayOfYear - (153 * march + 2) / 5 + 1, count: 2)
        append(UInt8(ascii: " "))
        append(contentsOf: months[Int(month) - 1].utf8)
    }

    private mutating func appendDigits(of number: Int64, count: Int) {
        var divisor: Int64 = count == 4 ? 1_000 : 10
        while divisor > 0 {
            append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
            divisor /= 10
        }
    }
}

private let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
]
