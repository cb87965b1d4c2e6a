import AviaryServer
import AviaryText
import Foundation

// Reads values of JSON from a service. A number may come as a text, and a text as a number.

extension JSON {
    /// The value as text, on one line, with at most 1,000 characters. Flickr may put a text into an object, as the
    /// member `_content`.
    var remoteText: String? {
        switch self {
        case .string(let text): String(text.unicodeScalars.prefix(4_000)).onOneLine.shortened(to: 1_000)
        case .number(let number): Int(exactly: number).map(String.init) ?? "\(number)"
        case .object(let members):
            if case .string? = members["_content"] { members["_content"]?.remoteText } else { nil }
        default: nil
        }
    }

    /// The value as a whole number that is not negative. In a JSON number, the digits after the point are cut; a text
    /// with a point gives `nil`.
    var remoteNumber: Int? {
        switch self {
        case .number(let number): Int(exactly: number.rounded(.down)).flatMap { $0 < 0 ? nil : $0 }
        case .string(let text): text.utf8.count > 18 ? nil : Int(text).flatMap { $0 < 0 ? nil : $0 }
        default: nil
        }
    }

    /// The value as identifier: ASCII letters, digits, and `-_@.~`. No other characters may become part of addresses.
    var remoteID: String? {
        guard let text = remoteText, (1...100).contains(text.utf8.count),
            text.utf8.allSatisfy({ $0 < 128 && (Character(Unicode.Scalar($0)).isLetter || isIDMark($0)) })
        else { return nil }
        return text
    }

    var remoteAddress: URL? {
        if case .string(let text) = self { WebAddress.reading(text) } else { nil }
    }
}

private func isIDMark(_ byte: UInt8) -> Bool { "0123456789-_@.~".utf8.contains(byte) }

/// Reads dates that services send.
enum RemoteDate {
    /// Reads a date like `2018-06-01 12:00:00`, also with a `T`. The result is the time on the camera's clock, read as
    /// UTC.
    static func reading(_ text: String) -> Date? {
        let parts = text.split(whereSeparator: { !$0.isASCII || !$0.isNumber }).prefix(6)
        let numbers = parts.compactMap { $0.utf8.count <= 4 ? Int($0) : nil }
        guard numbers.count == parts.count, numbers.count >= 3, (1...9_999).contains(numbers[0]),
            (1...12).contains(numbers[1]), (1...31).contains(numbers[2])
        else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar.date(
            from: DateComponents(
                year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers.count > 3 ? numbers[3] : 0,
                minute: numbers.count > 4 ? numbers[4] : 0, second: numbers.count > 5 ? numbers[5] : 0))
    }

    /// Makes a date from seconds since 1970.
    static func reading(_ seconds: Int) -> Date? {
        (1..<253_402_300_800).contains(seconds) ? Date(timeIntervalSince1970: Double(seconds)) : nil
    }
}
