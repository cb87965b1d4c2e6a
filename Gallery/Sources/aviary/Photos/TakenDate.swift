import Foundation

/// Reads the time at which a photograph was taken, on the camera's clock, in milliseconds since 1970, read as UTC.
///
/// EXIF comes first, then XMP, a GPS receiver, and the name of the file. The first time that can be read counts. A
/// camera whose clock is not set writes zeros or blanks. These are skipped.
enum TakenDate {
    /// Where a time comes from.
    enum Source: Sendable {
        /// EXIF: the time of taking, digitizing, or changing the picture.
        case camera, digitized, changed
        case xmp, receiver, fileName
        /// The time of the file's last change, or the time in an earlier name of the photograph.
        case file
        /// The time of adding the photograph, because there is no other time.
        case addition
    }

    /// Reads the time in a photograph's metadata, and tells where it comes from.
    ///
    /// - Parameters:
    ///   - exif: The texts of the EXIF tags, by tag name. A text may be invalid.
    ///   - xmp: The times in XMP, the best first. A text may be invalid.
    /// - Returns: `nil` if there is no readable time.
    static func find(exif: [String: String], xmp: [String] = []) -> (time: Int64, source: Source)? {
        let names: [(String, Source)] = [
            ("DateTimeOriginal", .camera), ("DateTimeDigitized", .digitized), ("DateTime", .changed),
        ]
        for (name, source) in names {
            if let time = exif[name].flatMap({ read($0) }) { return (time, source) }
        }
        for text in xmp {
            if let time = read(text) { return (time, .xmp) }
        }
        return gps(exif).map { ($0, .receiver) }
    }

    /// Reads a time like `2024:05:17 18:03:09` or `2024-05-17T18:03:09.12+02:00`. The result is the time on the
    /// camera's clock, so a time zone is ignored.
    ///
    /// - Returns: `nil` for a text without a date, for a date or a time of day that does not exist, and for a year
    ///   before photography, which is the zero of a clock.
    static func read(_ text: String) -> Int64? {
        let text = String(text.prefix(100))
        let pattern =
            /\D*(\d+)\D+(\d+)\D+(\d+)(?:[^\d+-]+(\d+))?(?:[^\d+-]+(\d+))?(?:[^\d+-]+(\d+))?(?:\s*([AaPp])\.?[Mm])?/
        let compact = /\s*(\d{4})(\d\d)(\d\d)(?:[T\ ]?(\d\d)(\d\d)(\d\d)?)?(?!\d)/
        let numbers: [Substring?]
        var half: Substring?
        if let match = text.prefixMatch(of: compact)?.output {
            numbers = [match.1, match.2, match.3, match.4, match.5, match.6]
        } else if let match = text.prefixMatch(of: pattern)?.output {
            numbers = [match.1, match.2, match.3, match.4, match.5, match.6]
            half = match.7
        } else {
            return nil
        }
        // The time of day may be missing. Numbers out of range make the whole time invalid.
        var parts = numbers.map { Int($0 ?? "0") ?? -1 }
        guard parts[0] >= firstYear else { return nil }
        if let half, (1...12).contains(parts[3]) { parts[3] = hour(parts[3], half) }
        return milliseconds(parts)
    }

    /// The year of the oldest photograph that still exists.
    private static let firstYear = 1826

    /// The hour of a clock of twelve hours, with the first letter of AM or PM.
    private static func hour(_ hour: Int, _ half: Substring) -> Int {
        hour % 12 + (half.lowercased() == "p" ? 12 : 0)
    }

    /// Reads the time in a file's name, as cameras, phones and messengers write it: `IMG_20240131_142530.jpg`,
    /// `IMG-20240131-WA0001.jpg`, `WhatsApp Image 2024-01-31 at 14.25.30.jpeg`, `photo_1@31-01-2024_14-25-30.jpg`. The
    /// words between the date and the time may be of any language.
    ///
    /// - Returns: `nil` for a name without a date from 1970 to 2099. A date without a time of day gives noon.
    static func read(fileName: String) -> Int64? {
        let name = String(fileName.prefix(200))
        for match in name.matches(of: day) {
            let (_, year, separator, month, other, dayOfMonth) = match.output
            // Skips digits that belong to a longer number, and dates with two different separators.
            guard separator == other, !isDigit(name[..<match.range.lowerBound].last) else { continue }
            let date = [year, month, dayOfMonth].map { Int($0) ?? -1 }
            let rest = name[match.range.upperBound...]
            if let found = clock(rest).flatMap({ milliseconds(date + $0) }) { return found }
            // Eight digits alone may be any number. They count as a date only after a prefix of a camera or messenger:
            // `IMG_`.
            let isNamed = !separator.isEmpty || name[..<match.range.lowerBound].wholeMatch(of: maker) != nil
            if isNamed, !isDigit(rest.first), let found = milliseconds(date + [12, 0, 0]) { return found }
        }
        for match in name.matches(of: /(\d\d)([-.])(\d\d)([-.])((?:19[7-9]|20\d)\d)(?!\d)/) {
            let (_, dayOfMonth, separator, month, other, year) = match.output
            guard separator == other, !isDigit(name[..<match.range.lowerBound].last) else { continue }
            let date: [Int] = [year, month, dayOfMonth].map { Int($0) ?? -1 }
            let time: [Int] = clock(name[match.range.upperBound...]) ?? [12, 0, 0]
            if let found = milliseconds(date + time) { return found }
        }
        // Facebook and WeChat write milliseconds since 1970.
        guard let digits = name.prefixMatch(of: /(?:FB_IMG_|mmexport)(\d{12,13})(?!\d)/)?.1, let time = Int64(digits)
        else { return nil }
        return time / 1_000 * 1_000
    }

    private static var day: Regex<(Substring, Substring, Substring, Substring, Substring, Substring)> {
        /((?:19[7-9]|20\d)\d)([-_.]?)(\d\d)([-_.]?)(\d\d)/
    }

    /// The hour, minute and second after a date; `nil` if there is no time of day.
    private static func clock(_ rest: Substring) -> [Int]? {
        guard let match = rest.prefixMatch(of: time) else { return nil }
        let (_, early, hour, separator, minute, second, late) = match.output
        guard !isLong(rest[match.range.upperBound...]) else { return nil }
        // Without seconds, the numbers may be anything unless the sign between them is that of a clock.
        if second == nil, ![".", ":", "h"].contains(separator) { return nil }
        var hours = Int(hour) ?? -1
        if let half = late ?? early.map({ ["下午", "午後", "오후"].contains($0) ? "p" : "a" }) {
            guard (1...12).contains(hours) else { return nil }
            hours = self.hour(hours, half)
        }
        return [hours, Int(minute) ?? -1, second.flatMap { Int($0) } ?? 0]
    }

    /// The time of day after a date: an optional separator or some words, then the hour, minute and second, and perhaps
    /// AM or PM.
    private static var time: Regex<(Substring, Substring?, Substring, Substring, Substring, Substring?, Substring?)> {
        /(?:[-_.T\ ]|,?\ (?:\p{L}{1,5}\.?\ ){0,2})?(?:(上午|下午|午前|午後|오전|오후)\s?)?(\d\d|\d(?=[.:]))([-_.:h\ ]?)(\d\d)(?:[-_.:m\ ]?(\d\d))?(?:\s?([AaPp])\.?\s?[Mm](?![A-Za-z]))?/
    }

    /// The prefixes of names after which eight digits are a date.
    private static var maker: Regex<Substring> {
        /(?:IMG|VID|PXL|MVIMG|PANO|DSC|CSC|DCIM|BURST|AUD|STK|WP|Screenshot|Photo|signal)[-_\ ]?/.ignoresCase()
    }

    private static func isDigit(_ character: Character?) -> Bool {
        character?.isASCII == true && character?.isNumber == true
    }

    /// Returns true if more than three digits follow. They are another number, because a fraction of a second is
    /// shorter.
    private static func isLong(_ rest: Substring) -> Bool { rest.prefix(while: isDigit).count > 3 }

    /// Reads the date and the time of a GPS receiver, which are in UTC. Adds the time zone of the camera, if it is
    /// known. A date without a time gives noon.
    private static func gps(_ exif: [String: String]) -> Int64? {
        guard let date = exif["GPSDateStamp"]?.wholeMatch(of: /\s*(\d{4})\D(\d\d?)\D(\d\d?)\s*/)?.output else {
            return nil
        }
        let clock = (exif["GPSTimeStamp"] ?? "").split { " ,:".contains($0) }.map {
            PhotoFacts.number(String($0)) ?? -1
        }
        guard clock.isEmpty || clock.count == 3, clock.allSatisfy({ $0 >= 0 && $0 < 61 }) else { return nil }
        let numbers =
            [date.1, date.2, date.3].map { Int($0) ?? -1 } + (clock.isEmpty ? [12, 0, 0] : clock.map { Int($0) })
        let zones = ["OffsetTimeOriginal", "OffsetTimeDigitized", "OffsetTime"]
        let zone = clock.isEmpty ? nil : zones.compactMap { exif[$0].flatMap(minutes) }.first
        return milliseconds(numbers).map { $0 + Int64(zone ?? 0) * 60_000 }
    }

    /// The offset of a time zone in minutes: `+02:00` gives 120.
    private static func minutes(_ text: String) -> Int? {
        guard let (_, sign, hours, minutes) = text.wholeMatch(of: /\s*([+-])(\d\d):?(\d\d)\s*/)?.output,
            let hours = Int(hours), let minutes = Int(minutes), hours <= 14, minutes < 60
        else { return nil }
        return (hours * 60 + minutes) * (sign == "-" ? -1 : 1)
    }

    /// - Parameter parts: The year, month, day, hour, minute and second.
    private static func milliseconds(_ parts: [Int]) -> Int64? {
        guard parts.count == 6, (1...9_999).contains(parts[0]), (1...12).contains(parts[1]),
            (1...31).contains(parts[2]),
            (0...23).contains(parts[3]), (0...59).contains(parts[4]), (0...60).contains(parts[5])
        else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let day = DateComponents(year: parts[0], month: parts[1], day: parts[2])
        // A calendar accepts February 30 as a day of March, so the day is compared.
        guard let date = calendar.date(from: day), calendar.dateComponents([.day], from: date).day == parts[2] else {
            return nil
        }
        return (Int64(date.timeIntervalSince1970) + Int64(parts[3] * 3600 + parts[4] * 60 + parts[5])) * 1000
    }
}
