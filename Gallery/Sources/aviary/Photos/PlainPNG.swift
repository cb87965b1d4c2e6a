import AviaryGzip

/// Writes PNG files (ISO 15948) with 8 bits for each of red, green and blue.
enum PlainPNG {
    /// An uncompressed file.
    ///
    /// - Parameter rows: The bytes of all rows: for each row a 0, then the red, green and blue of its pixels.
    static func file(width: Int, height: Int, rows: [UInt8]) -> [UInt8] {
        start(width: width, height: height) + chunk("IDAT", stored(rows)) + chunk("IEND", [])
    }

    /// A compressed file. Each row begins with the number of its PNG filter. If compression fails, the file is
    /// uncompressed.
    static func compressed(width: Int, height: Int, rows: [UInt8]) -> [UInt8] {
        var room = [UInt8](repeating: 0, count: aviary_gzip_bound(rows.count))
        let count = aviary_gzip(rows, rows.count, &room, room.count, 1)
        // A gzip file and a zlib stream contain the same deflate data (RFC 1951). So only the header and the trailer
        // are replaced.
        let body = count > 18 ? [0x78, 0x01] + room[10..<count - 8] + adler(rows) : stored(rows)
        return start(width: width, height: height) + chunk("IDAT", body) + chunk("IEND", [])
    }

    private static func start(width: Int, height: Int) -> [UInt8] {
        [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
            + chunk("IHDR", big(UInt32(width)) + big(UInt32(height)) + [8, 2, 0, 0, 0])
    }

    private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + data
        return big(UInt32(data.count)) + body + big(checksum(body))
    }

    /// Makes a zlib stream (RFC 1950) of uncompressed blocks.
    private static func stored(_ data: [UInt8]) -> [UInt8] {
        var result: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: data.count, by: 65_535) {
            let part = data[start..<min(start + 65_535, data.count)]
            let count = UInt16(part.count)
            result.append(start + part.count == data.count ? 1 : 0)
            for value in [count, ~count] { result += [UInt8(value & 255), UInt8(value >> 8)] }
            result += part
        }
        return result + adler(data)
    }

    private static func adler(_ data: [UInt8]) -> [UInt8] { big(aviary_adler32(data, data.count)) }
    private static func big(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian, Array.init) }
}
