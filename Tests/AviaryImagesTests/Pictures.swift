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
