import Foundation

/// The time at which a photograph was taken, on the camera's clock, in milliseconds since 1970, read as UTC.
///
/// The first readable time counts: of EXIF, of XMP, of a GPS receiver, and of the file's name. Cameras without a set
/// clock write zeros or blanks, which do not hide a later one.
enum TakenDate {
    /// Where a time comes from.
    enum Source: Sendable {
        /// EXIF: when it was taken, digitized, or changed.
        case camera, digitized, changed
        case xmp, receiver, fileName
        /// The time at which the file was changed last, or a name that the photograph no longer has.
        case file
        /// There is no other time.
        case addition
    }

    /// Reads the time in a photograph's metadata, and says where it comes from.
    ///
    /// - Parameters:
    ///   - exif: The texts of EXIF by their names. They may hold anything.
    ///   - xmp: The times of XMP, the best first. They may hold anything.
    /// - Returns: `nil` when there is no readable time.
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

    /// Reads a time like `2024:05:17 18:03:09` or `2024-05-17T18:03:09.12+02:00`. A zone does not change it, because it
    /// is the time on the camera's clock.
    ///
    /// - Returns: `nil` for a date that no calendar has.
    static func read(_ text: String) -> Int64? {
        let pattern = /\D*(\d+)\D+(\d+)\D+(\d+)(?:[^\d+-]+(\d+))?(?:[^\d+-]+(\d+))?(?:[^\d+-]+(\d+))?/
        guard let match = String(text.prefix(100)).prefixMatch(of: pattern) else { return nil }
        let (_, year, month, day, hour, minute, second) = match.output
        // A date may come without a time of day, but not with a broken one.
        let numbers = [year, month, day] + [hour, minute, second].map { $0 ?? "0" }
        return milliseconds(numbers.map { Int($0) ?? -1 })
    }

    /// Reads the time in a file's name, as cameras, phones and messengers write it: `IMG_20240131_142530.jpg`,
    /// `IMG-20240131-WA0001.jpg`, `WhatsApp Image 2024-01-31 at 14.25.30.jpeg`.
    ///
    /// - Returns: `nil` for a name without a date from 1970 to 2099. A date without a time of day is noon.
    static func read(fileName: String) -> Int64? {
        let name = String(fileName.prefix(200))
        for match in name.matches(of: day) {
            let (_, year, separator, month, other, dayOfMonth) = match.output
            // The digits belong to a longer number, or the two separators differ.
            guard separator == other, !isDigit(name[..<match.range.lowerBound].last) else { continue }
            let rest = name[match.range.upperBound...]
            let date = [year, month, dayOfMonth].map { Int($0) ?? -1 }
            if let clock = rest.prefixMatch(of: time) {
                let (_, hour, _, minute, second, half) = clock.output
                var hours = Int(hour) ?? -1
                if let half {
                    hours = (1...12).contains(hours) ? hours % 12 + (half.lowercased() == "pm" ? 12 : 0) : -1
                }
                if !isLong(rest[clock.range.upperBound...]),
                    let found = milliseconds(date + [hours, Int(minute) ?? -1, Int(second) ?? -1])
                {
                    return found
                }
            }
            // Eight digits alone may be any number. A name of a camera or of a messenger says that they are a date.
            let isNamed = !separator.isEmpty || name[..<match.range.lowerBound].wholeMatch(of: maker) != nil
            if isNamed, !isDigit(rest.first), let found = milliseconds(date + [12, 0, 0]) { return found }
        }
        return nil
    }

    private static var day: Regex<(Substring, Substring, Substring, Substring, Substring, Substring)> {
        /((?:19[7-9]|20\d)\d)([-_.]?)(\d\d)([-_.]?)(\d\d)/
    }

    /// The time of day behind a date: a separator, or none, and two digits three times.
    private static var time: Regex<(Substring, Substring, Substring, Substring, Substring, Substring?)> {
        /(?:[-_.T\ ]|\ at\ |,\ )?(\d\d|\d(?=[.:]))([-_.:h]?)(\d\d)[-_.:m]?(\d\d)(?:\s?([AaPp][Mm])(?![A-Za-z]))?/
    }

    /// The beginning of a name in front of a date without separators.
    private static var maker: Regex<Substring> {
        /(?:IMG|VID|PXL|MVIMG|PANO|DSC|DCIM|BURST|AUD|STK|Screenshot|Photo|signal)[-_\ ]?/.ignoresCase()
    }

    private static func isDigit(_ character: Character?) -> Bool {
        character?.isASCII == true && character?.isNumber == true
    }

    /// Returns true if more than three digits follow. A fraction of a second has fewer, so they are another number.
    private static func isLong(_ rest: Substring) -> Bool { rest.prefix(while: isDigit).count > 3 }

    /// The date and the time of a GPS receiver, which are in UTC. The zone of the camera's clock moves them to it.
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

    /// The minutes of a zone: `+02:00`.
    private static func minutes(_ text: String) -> Int? {
        guard let (_, sign, hours, minutes) = text.wholeMatch(of: /\s*([+-])(\d\d):?(\d\d)\s*/)?.output,
            let hours = Int(hours), let minutes = Int(minutes), hours <= 14, minutes < 60
        else { return nil }
        return (hours * 60 + minutes) * (sign == "-" ? -1 : 1)
    }

    /// - Parameter parts: Year, month, day, hour, minute and second.
    private static func milliseconds(_ parts: [Int]) -> Int64? {
        guard parts.count == 6, (1...9_999).contains(parts[0]), (1...12).contains(parts[1]),
            (1...31).contains(parts[2]),
            (0...23).contains(parts[3]), (0...59).contains(parts[4]), (0...60).contains(parts[5])
        else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let day = DateComponents(year: parts[0], month: parts[1], day: parts[2])
        // A calendar would take February 30 for a day of March.
        guard let date = calendar.date(from: day), calendar.dateComponents([.day], from: date).day == parts[2] else {
            return nil
        }
        return (Int64(date.timeIntervalSince1970) + Int64(parts[3] * 3600 + parts[4] * 60 + parts[5])) * 1000
    }
}
