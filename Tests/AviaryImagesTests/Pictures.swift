import Foundation

/// Pictures that tests make: PNG by hand, without compression, so that every byte is known.
enum Pictures {
    /// - Parameter pixel: Red, green, blue and, if there are four, alpha, by column and row.
    static func png(_ width: Int, _ height: Int, alpha: Bool = false, pixel: (Int, Int) -> [UInt8]) -> [UInt8] {
        var rows: [UInt8] = []
        rows.reserveCapacity(height * (1 + width * (alpha ? 4 : 3)))
        for y in 0..<height {
            rows.append(0)
            for x in 0..<width { rows += pixel(x, y) }
        }
        return png(width, height, colors: alpha ? 6 : 2, data: zlib(rows))
    }

    static func png(_ width: Int, _ height: Int, red: UInt8, green: UInt8, blue: UInt8) -> [UInt8] {
        png(width, height) { _, _ in [red, green, blue] }
    }

    /// A file that says it is so large, with no pixels behind.
    static func pngHeader(_ width: Int, _ height: Int) -> [UInt8] { png(width, height, colors: 2, data: zlib([])) }

    private static func png(_ width: Int, _ height: Int, colors: UInt8, data: [UInt8]) -> [UInt8] {
        [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
            + chunk("IHDR", big(UInt32(width)) + big(UInt32(height)) + [8, colors, 0, 0, 0])
            + chunk("IDAT", data) + chunk("IEND", [])
    }

    /// Inserts EXIF with an orientation and a camera's name into a JPEG, behind its first two bytes.
    static func withEXIF(_ jpeg: [UInt8], orientation: UInt16, model: String) -> [UInt8] {
        let text = Array(model.utf8) + [0]
        // A header, a folder of two entries, and the text behind them.
        var tiff: [UInt8] = Array("MM".utf8) + [0, 42] + big(UInt32(8)) + [0, 2]
        tiff += [0x01, 0x10, 0, 2] + big(UInt32(text.count)) + big(UInt32(38))
        tiff += [0x01, 0x12, 0, 3] + big(UInt32(1)) + [UInt8(orientation >> 8), UInt8(orientation & 255), 0, 0]
        tiff += big(UInt32(0)) + text
        return withEXIF(jpeg, tiff)
    }

    /// Inserts EXIF with entries that lead to the folder in which they stand.
    static func withEXIF(_ jpeg: [UInt8], pointers: UInt16, tag: UInt16) -> [UInt8] {
        func big(_ value: UInt16) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 255)] }
        var tiff: [UInt8] = Array("MM".utf8) + [0, 42] + Self.big(8) + big(pointers)
        for _ in 0..<pointers { tiff += big(tag) + [0, 4] + Self.big(1) + Self.big(8) }
        return withEXIF(jpeg, tiff + Self.big(0))
    }

    private static func withEXIF(_ jpeg: [UInt8], _ tiff: [UInt8]) -> [UInt8] {
        let body = Array("Exif".utf8) + [0, 0] + tiff
        let length = UInt16(body.count + 2)
        return Array(jpeg[..<2]) + [0xff, 0xe1, UInt8(length >> 8), UInt8(length & 255)] + body + jpeg[2...]
    }

    /// A GIF of 32 × 32 colored dots, in base64.
    static let gif =
        "R0lGODdhIAAgAIEAAP8AAADIAAAA/wAAACwAAAAAIAAgAAAI/wABCBAAIIAAgwQJBjAIQCDChQQFOkzYUGHBhwcfFmy40aBHjwcH"
        + "Mhw5MCHChCgXNvTYcaVKgQpFhlzJcaDLgxIXBrgIsiRMiDZ1htzJ8mTFjD1ZUoQIlOhFpEdjOtwYMmJGiwVtZqyZ9enEp0LDblwp"
        + "0+pJllNrSu06NWXOrE4rctyZFSfRkkTpcqSZ0ilTqC/dRgQ60+7QjzURtgTbFa9JrVh3UsQ5diLaklYnM+T6kGlRqSfxpoVblubP"
        + "n2Xt8qyYl3TMoKCjmqbrk67TiBefinSpM6pK1YYlHw591+fQicZ9wpVLfGZvqzBF5tWrFOlI25OhV2UYFKbE1ToxnkHFiZL56e+7"
        + "Z1Ilm1OhUO2jr5t2z12ySs9Uwx93yTYxRebUPTdYbnNht5519sFFm3BcmXeafrr5ZVl6x/X2kWQBAQA7"

    /// A JPEG of four inks without a profile: 200, 40, 90 and 60 of 255, in base64.
    static let inks =
        "/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwACAQEBAQECAQEBAgICAgIEAwICAgIFBAQDBAYFBgYGBQYGBgcJCAYHCQcGBggLCAkKCgoK"
        + "CgYICwwLCgwJCgoK/8AAFAgACAAIBEMRAE0RAFkRAEsRAP/EAB8AAAEFAQEBAQEBAAAAAAAAAAABAgMEBQYHCAkKC//EALUQAAIB"
        + "AwMCBAMFBQQEAAABfQECAwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNicoIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZH"
        + "SElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6g4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV"
        + "1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5+v/aAA4EQwBNAFkASwAAPwD826/VyvpSv0Mr/9k="

    /// A WebP of 16 × 8 pixels whose EXIF says that it lies on its side, in base64.
    static let turnedWebP =
        "UklGRlIAAABXRUJQVlA4WAoAAAAIAAAADwAABwAAVlA4TBEAAAAvD8ABAAdQjyKXp/+BiOh/AABFWElGGgAAAE1NACoAAAAIAAEB"
        + "EgADAAAAAQAGAAAAAAAA"

    /// A grey JPEG of 8 × 8 pixels with the value 64. Its one block has no other coefficient than its mean.
    static var greyJPEG: [UInt8] {
        func table(_ kind: UInt8, _ symbol: UInt8) -> [UInt8] {
            [0xff, 0xc4, 0, 20, kind, 1] + [UInt8](repeating: 0, count: 15) + [symbol]
        }
        return [0xff, 0xd8, 0xff, 0xdb, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
            + [0xff, 0xc0, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0] + table(0x00, 10) + table(0x10, 0)
            + [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x3f, 0xef, 0xff, 0xd9]
    }

    /// Inserts a color profile into a JPEG, behind its first two bytes.
    static func withProfile(_ jpeg: [UInt8], _ profile: [UInt8]) -> [UInt8] {
        let length = UInt16(profile.count + 16)
        return Array(jpeg[..<2]) + [0xff, 0xe2, UInt8(length >> 8), UInt8(length & 255)]
            + Array("ICC_PROFILE".utf8) + [0, 1, 1] + profile + jpeg[2...]
    }

    /// Inserts XMP into a JPEG, behind its first two bytes.
    static func withXMP(_ jpeg: [UInt8], _ text: String) -> [UInt8] {
        let body = Array("http://ns.adobe.com/xap/1.0/".utf8) + [0] + Array(text.utf8)
        let length = UInt16(body.count + 2)
        return Array(jpeg[..<2]) + [0xff, 0xe1, UInt8(length >> 8), UInt8(length & 255)] + body + jpeg[2...]
    }

    /// A color profile for grey, or for the red, green and blue of sRGB. Its values are proportional to light.
    ///
    /// - Parameter space: `RGB ` or `GRAY`.
    static func profile(_ space: String) -> [UInt8] {
        func point(_ x: UInt32, _ y: UInt32, _ z: UInt32) -> [UInt8] {
            Array("XYZ ".utf8) + big(0) + big(x) + big(y) + big(z)
        }
        let curve = Array("curv".utf8) + big(0) + big(0)
        let white = point(63_190, 65_536, 54_061)
        let tags: [(String, [UInt8])] =
            space == "GRAY"
            ? [("wtpt", white), ("kTRC", curve)]
            : [
                ("wtpt", white), ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
                ("rXYZ", point(28_578, 14_581, 912)), ("gXYZ", point(25_241, 46_981, 6_362)),
                ("bXYZ", point(9_376, 3_974, 46_792)),
            ]
        var (table, data) = (big(UInt32(tags.count)), [UInt8]())
        for (name, tag) in tags {
            table += Array(name.utf8) + big(UInt32(132 + 12 * tags.count + data.count)) + big(UInt32(tag.count))
            data += tag
        }
        var header = big(UInt32(128 + table.count + data.count)) + big(0) + big(0x0210_0000)
        header += Array("mntr\(space)XYZ ".utf8) + [UInt8](repeating: 0, count: 12) + Array("acsp".utf8)
        header += [UInt8](repeating: 0, count: 28) + white[8...]
        return header + [UInt8](repeating: 0, count: 128 - header.count) + table + data
    }

    /// Inserts a chunk into a PNG, behind its header.
    static func with(_ chunk: [UInt8], in png: [UInt8]) -> [UInt8] { png[..<33] + chunk + png[33...] }

    static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + data
        return big(UInt32(data.count)) + body + big(crc(body))
    }

    private static func zlib(_ data: [UInt8]) -> [UInt8] {
        var result: [UInt8] = [0x78, 0x01]
        var rest = data[...]
        repeat {
            let part = rest.prefix(65_535)
            rest = rest.dropFirst(part.count)
            let count = UInt16(part.count)
            result += [
                rest.isEmpty ? 1 : 0, UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8),
            ]
            result += part
        } while !rest.isEmpty
        var (low, high) = (UInt32(1), UInt32(0))
        for byte in data {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return result + big(high << 16 | low)
    }

    private static func big(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.bigEndian, Array.init) }

    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~UInt32(0)) { table[Int(($0 ^ UInt32($1)) & 255)] ^ ($0 >> 8) }
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xedb8_8320 ^ (value >> 1) : value >> 1 }
    }
}

/// A folder of a test's own.
struct Scratch: ~Copyable {
    let path = FileManager.default.temporaryDirectory.appending(path: "aviary-\(UUID().uuidString)").path

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ bytes: [UInt8], to name: String) throws -> String {
        let file = "\(path)/\(name)"
        try Data(bytes).write(to: URL(filePath: file))
        return file
    }
}
