import AviaryColors
import AviaryServer
import AviaryText
import Foundation

/// A photograph of the embedded service. Its number determines everything about it.
struct EmbeddedPhoto: Sendable {
    let number: Int
    let title: String
    let owner: String
    let license: Int
    /// The width in pixels. The longer side has 1,024 pixels.
    let width: Int
    let height: Int
    /// The time in seconds since 1970.
    let takenAt: Int
    private let top: SRGB
    private let bottom: SRGB
    private let circles: [Circle]

    /// A circle in a unit square.
    private struct Circle {
        var x: Double
        var y: Double
        var radius: Double
        var color: SRGB
    }

    /// The sizes of pictures, by Flickr's letters: the length of the longer side, in pixels.
    static let sides: [Character: Int] = ["n": 320, "z": 640, "l": 1_024]

    init(_ number: Int) {
        self.number = number
        var random = SeededNumbers(photo: number)
        let words = Words(&random)
        title = "\(qualities[words.quality]) \(subjects[words.subject]) \(number)"
        owner = owners[words.owner]
        license = Int.random(in: 1...10, using: &random)
        let shapes = [(1_024, 683), (683, 1_024), (1_024, 768), (1_024, 576), (1_024, 1_024)]
        (width, height) = shapes[Int.random(in: 0..<shapes.count, using: &random)]
        // The dates cover about ten years from 2014 on. A photo with a higher number usually has a later date.
        takenAt = 1_388_534_400 + Int.random(in: 0..<86_400 * 365, using: &random) + min(number, 10_000) * 28_000
        func color() -> SRGB {
            func channel() -> Double { .random(in: 0.05...0.95, using: &random) }
            return SRGB(red: channel(), green: channel(), blue: channel())
        }
        (top, bottom) = (color(), color())
        circles = (0..<3).map { _ in
            Circle(
                x: .random(in: 0...1, using: &random), y: .random(in: 0...1, using: &random),
                radius: .random(in: 0.08...0.4, using: &random), color: color())
        }
    }

    /// The words of the title and the owner, as indexes of the lists of words.
    fileprivate struct Words {
        let quality: Int
        let subject: Int
        let owner: Int

        init(_ random: inout SeededNumbers) {
            quality = .random(in: 0..<qualities.count, using: &random)
            subject = .random(in: 0..<subjects.count, using: &random)
            owner = .random(in: 0..<owners.count, using: &random)
        }
    }

    /// The photo in the form of Flickr's API. It has no `owner`, because the photo has no page at Flickr.
    ///
    /// - Parameter base: The beginning of the addresses of its pictures.
    func json(base: String) -> JSON {
        let date = Date(timeIntervalSince1970: Double(takenAt)).formatted(
            .iso8601.year().month().day().dateTimeSeparator(.space).time(includingFractionalSeconds: false))
        var members: [String: JSON] = [
            "id": .string("\(number)"),
            "ownername": .string(owner), "title": .string(title), "license": .string("\(license)"),
            "datetaken": .string(date), "dateupload": .string("\(takenAt)"), "ispublic": .integer(1),
        ]
        for (letter, side) in Self.sides {
            let (width, height) = size(side: side)
            members["url_\(letter)"] = .string(EmbeddedPage.address(of: "\(number)", letter, base: base))
            members["width_\(letter)"] = .integer(width)
            members["height_\(letter)"] = .string("\(height)")
        }
        return .object(members)
    }

    private func size(side: Int) -> (width: Int, height: Int) {
        let longer = max(width, height)
        return (max(1, width * side / longer), max(1, height * side / longer))
    }

    /// The picture as PNG: a gradient with some circles on it.
    func png(side: Int) -> [UInt8] {
        let (width, height) = size(side: side)
        let longer = Double(max(width, height))
        // Each pixel is stored as the difference from its left neighbour. Nearly all differences are zero, so only
        // those at the start of the row and at the edges of circles are computed.
        var rows = [UInt8](repeating: 0, count: height * (1 + width * 3))
        let circles = circles.map { circle in
            (
                x: circle.x * Double(width), y: circle.y * Double(height), radius: circle.radius * longer,
                color: circle.color.bytes
            )
        }
        for y in 0..<height {
            let start = y * (1 + width * 3)
            rows[start] = 1
            let ground = top.mixed(with: bottom, Double(y) / Double(height)).bytes
            let spans = circles.compactMap { circle in
                Self.span(of: circle.radius, around: (circle.x, circle.y), atRow: y, width: width).map {
                    (pixels: $0, color: circle.color)
                }
            }
            func pixel(_ x: Int) -> (UInt8, UInt8, UInt8) {
                if x < 0 { return (0, 0, 0) }
                return spans.reduce(ground) { pixel, span in
                    guard span.pixels.contains(x) else { return pixel }
                    return (
                        UInt8((UInt16(pixel.0) + UInt16(span.color.0)) / 2),
                        UInt8((UInt16(pixel.1) + UInt16(span.color.1)) / 2),
                        UInt8((UInt16(pixel.2) + UInt16(span.color.2)) / 2)
                    )
                }
            }
            for x in [0] + spans.flatMap({ [$0.pixels.lowerBound, $0.pixels.upperBound] }) where x < width {
                let (left, pixel) = (pixel(x - 1), pixel(x))
                let index = start + 1 + x * 3
                rows[index] = pixel.0 &- left.0
                rows[index + 1] = pixel.1 &- left.1
                rows[index + 2] = pixel.2 &- left.2
            }
        }
        return PlainPNG.compressed(width: width, height: height, rows: rows)
    }

    /// The pixels of a row within a circle; `nil` when there are none.
    private static func span(
        of radius: Double, around center: (x: Double, y: Double), atRow y: Int, width: Int
    ) -> Range<Int>? {
        let dy = Double(y) - center.y
        let square = radius * radius - dy * dy
        guard square > 0 else { return nil }
        let (from, to) = (center.x - square.squareRoot(), center.x + square.squareRoot())
        let (first, end) = (max(0, Int(from.rounded(.down)) + 1), min(width, Int(to.rounded(.up))))
        return first < end ? first..<end : nil
    }
}

/// A search of the embedded service. All words must be in the title or the owner's name.
///
/// There are few different words in titles and names, so each of them is searched only once. Then a photo is tested by
/// the indexes of its words.
struct EmbeddedSearch: Sendable {
    private struct Word: Sendable {
        /// For each word of the list `qualities`: whether it contains the searched word. `subjects` and `owners` say
        /// the same of their lists.
        let qualities: [Bool]
        let subjects: [Bool]
        let owners: [Bool]
        /// The searched word, if it consists of digits and can be part of a photo's number; otherwise `nil`.
        let digits: String?

        init(_ word: String) {
            func areIn(_ list: [String]) -> [Bool] { list.map { $0.searchForm.contains(word) } }
            qualities = areIn(aviary.qualities)
            subjects = areIn(aviary.subjects)
            owners = areIn(aviary.owners)
            digits = word.utf8.allSatisfy { (0x30...0x39).contains($0) } ? word : nil
        }

        func isIn(_ words: EmbeddedPhoto.Words, _ number: Int) -> Bool {
            qualities[words.quality] || subjects[words.subject] || owners[words.owner]
                || digits.map { "\(number)".contains($0) } ?? false
        }
    }

    /// The largest number of characters in a search. A longer text is refused.
    static let maximumLength = 200

    private let words: [Word]

    init(_ text: String) { words = Set(text.searchForm.split(separator: " ")).map { Word(String($0)) } }

    /// Returns whether a photo matches.
    ///
    /// - Complexity: O(*k*) for *k* words, whatever their length.
    func finds(_ number: Int) -> Bool {
        var random = SeededNumbers(photo: number)
        let found = EmbeddedPhoto.Words(&random)
        return words.allSatisfy { $0.isIn(found, number) }
    }
}

extension SeededNumbers {
    fileprivate init(photo number: Int) { self.init(UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9 &+ 7) }
}

extension SRGB {
    fileprivate func mixed(with other: SRGB, _ share: Double) -> SRGB {
        func mix(_ one: Double, _ two: Double) -> Double { one * (1 - share) + two * share }
        return SRGB(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
    }

    fileprivate var bytes: (UInt8, UInt8, UInt8) {
        func byte(_ channel: Double) -> UInt8 { UInt8(max(0, min(channel, 1)) * 255) }
        return (byte(red), byte(green), byte(blue))
    }
}

private let qualities = [
    "Quiet", "Golden", "Misty", "Bright", "Early", "Late", "Distant", "Still", "Windy", "Blue", "Frozen", "Green",
    "Hidden", "Broad", "Steep", "Silver",
]
private let subjects = [
    "harbor", "meadow", "ridge", "river", "forest", "shore", "valley", "orchard", "island", "bridge", "lake", "dune",
    "street", "garden", "cliff", "marsh",
]
private let owners = [
    "Ada Finch", "Bruno Heron", "Clara Wren", "Dario Swift", "Edda Tern", "Fritz Plover", "Greta Rook", "Hugo Teal",
    "Ines Martin", "Jonas Crane", "Klara Robin", "Lars Kestrel",
]
