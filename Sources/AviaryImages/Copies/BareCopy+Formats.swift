extension BareCopy {
    /// JPEG (ITU T.81): keeps the orientation, and the segments that make the picture, up to its end. Data after the
    /// picture, such as a film or another picture, is dropped. `nil` for a broken file.
    static func jpeg(_ file: FileBytes) -> [Part]? {
        var kept = KeptParts()
        kept.keep(0..<2)
        var orientation: UInt8 = 1
        var hasOrientation = false
        var at = 2
        while let marker = file[at + 1], file[at] == 0xff {
            switch marker {
            case 0xff:
                at += 1
                continue
            case 0xd9:
                kept.keep(at..<at + 2)
                return kept.parts
            case 0x01, 0xd0...0xd7: return nil
            default: break
            }
            guard let length = file.big(at + 2, 2), length >= 2, at + 2 + length <= file.count else { return nil }
            let end = at + 2 + length
            switch marker {
            case 0xe1:
                if file.text(at + 4, 4) == "Exif" { orientation = exifOrientation(file, at + 10, end) ?? orientation }
            // JFIF, the color profile, and the color space (Adobe's segment).
            case 0xe0 where file.text(at + 4, 4) == "JFIF", 0xe2 where file.text(at + 4, 11) == "ICC_PROFILE", 0xee:
                kept.keep(at..<end)
            case 0xe0...0xef, 0xfe: break
            default:
                if orientation != 1, !hasOrientation {
                    hasOrientation = true
                    kept.add(exif(orientation))
                }
                kept.keep(at..<end)
            }
            at = end
            if marker == 0xda {
                guard let next = endOfScan(file, at) else { return nil }
                kept.keep(at..<next)
                at = next
            }
        }
        return nil
    }

    /// The index of the next marker that is neither a stuffed byte nor a restart marker; `nil` if the file has none.
    private static func endOfScan(_ file: FileBytes, _ start: Int) -> Int? {
        var at = start
        while let found = file.first(0xff, from: at), let next = file[found + 1] {
            if next != 0, !(0xd0...0xd7).contains(next), next != 0xff { return found }
            at = found + (next == 0xff ? 1 : 2)
        }
        return nil
    }

    /// A TIFF header and directory that state only the orientation.
    private static func tiff(_ orientation: UInt8) -> [UInt8] {
        Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1] + [
            0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0,
        ]
    }

    private static func exif(_ orientation: UInt8) -> [UInt8] {
        let body = Array("Exif".utf8) + [0, 0] + tiff(orientation)
        return [0xff, 0xe1, 0, UInt8(body.count + 2)] + body
    }

    /// The orientation that a TIFF header and its first directory state; `nil` if there is none, or an invalid one.
    ///
    /// - Parameter start: The index of the TIFF header.
    private static func exifOrientation(_ file: FileBytes, _ start: Int, _ end: Int) -> UInt8? {
        let isLittle = file.text(start, 2) == "II"
        guard isLittle || file.text(start, 2) == "MM" else { return nil }
        func number(_ at: Int, _ count: Int) -> Int? {
            guard at >= start, at + count <= end else { return nil }
            return isLittle ? file.little(at, count) : file.big(at, count)
        }
        guard let first = number(start + 4, 4), let entries = number(start + first, 2) else { return nil }
        for entry in 0..<entries {
            let at = start + first + 2 + entry * 12
            guard let tag = number(at, 2) else { return nil }
            if tag == 0x0112 { return number(at + 8, 2).flatMap { (1...8).contains($0) ? UInt8($0) : nil } }
        }
        return nil
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.bigEndian, Array.init) }

    /// The chunk `eXIf` of a PNG, with its CRC-32.
    private static func exifChunk(_ orientation: UInt8) -> [UInt8] {
        let body = tiff(orientation)
        let named = Array("eXIf".utf8) + body
        let crc = ~named.reduce(UInt32.max) { crc, byte in
            (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in crc >> 1 ^ (crc & 1 == 0 ? 0 : 0xedb8_8320) }
        }
        return bigEndian(UInt32(body.count)) + named + bigEndian(crc)
    }

    /// PNG (ISO 15948): keeps the orientation, and the chunks that make the picture, up to its end. `nil` for a broken
    /// file.
    static func png(_ file: FileBytes) -> [Part]? {
        let wanted: Set = [
            "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "sBIT", "bKGD", "pHYs",
            "hIST",
            "acTL", "fcTL", "fdAT",
        ]
        var kept = KeptParts()
        kept.keep(0..<8)
        var hasOrientation = false
        var at = 8
        while let length = file.big(at, 4), at + 12 + length <= file.count {
            let (name, end) = (file.text(at + 4, 4), at + 12 + length)
            if wanted.contains(name) { kept.keep(at..<end) }
            if name == "eXIf", !hasOrientation, let orientation = exifOrientation(file, at + 8, end - 4),
                orientation != 1
            {
                hasOrientation = true
                kept.add(exifChunk(orientation))
            }
            if name == "IEND" { return kept.parts }
            at = end
        }
        return nil
    }

    /// WebP (RFC 9649): drops all chunks that do not make the picture, such as EXIF and XMP, and the flags of these two
    /// in the header. If the picture is turned and has the header `VP8X`, a new EXIF chunk at the end keeps the
    /// orientation. `nil` for a broken file.
    static func webp(_ file: FileBytes) -> [Part]? {
        let wanted: Set = ["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP"]
        guard let size = file.little(4, 4), size + 8 <= file.count else { return nil }
        var chunks: [(range: Range<Int>, isHeader: Bool)] = []
        var orientation: UInt8 = 1
        var at = 12
        while at + 8 <= size + 8 {
            guard let length = file.little(at + 4, 4) else { return nil }
            let end = at + 8 + length + length % 2
            guard end <= file.count else { return nil }
            let name = file.text(at, 4)
            if wanted.contains(name) { chunks.append((at..<end, name == "VP8X" && length == 10)) }
            if name == "EXIF" {
                // Some programs begin the chunk with "Exif", as in a JPEG.
                let start = at + 8 + (file.text(at + 8, 4) == "Exif" ? 6 : 0)
                orientation = exifOrientation(file, start, at + 8 + length) ?? orientation
            }
            at = end
        }
        // Programs read EXIF only if the header announces it, so a file without the header `VP8X` gets no EXIF.
        let isTurned = orientation != 1 && chunks.contains { $0.isHeader }
        let exif = isTurned ? Array("EXIF".utf8) + [26, 0, 0, 0] + tiff(orientation) : []
        let total = 4 + chunks.reduce(0) { $0 + $1.range.count } + exif.count
        var kept = KeptParts()
        kept.keep(0..<4)
        kept.add((0..<4).map { UInt8(truncatingIfNeeded: total >> ($0 * 8)) })
        kept.keep(8..<12)
        for chunk in chunks {
            guard chunk.isHeader, let flags = file[chunk.range.lowerBound + 8] else {
                kept.keep(chunk.range)
                continue
            }
            let start = chunk.range.lowerBound
            kept.keep(start..<start + 8)
            kept.add([flags & ~0x0c | (isTurned ? 0x08 : 0)])
            kept.keep(start + 9..<chunk.range.upperBound)
        }
        if isTurned { kept.add(exif) }
        return chunks.isEmpty ? nil : kept.parts
    }

    /// GIF: drops comments and application data, except the loop count of an animation. `nil` for a broken file.
    static func gif(_ file: FileBytes) -> [Part]? {
        func colors(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }
        func endOfBlocks(_ start: Int) -> Int? {
            var at = start
            while let length = file[at] {
                at += 1 + Int(length)
                if length == 0 { return at }
            }
            return nil
        }
        guard let flags = file[10] else { return nil }
        var kept = KeptParts()
        var at = 13 + colors(flags)
        kept.keep(0..<min(at, file.count))
        while let kind = file[at] {
            switch kind {
            case 0x3b:
                kept.keep(at..<at + 1)
                return kept.parts
            case 0x2c:
                guard let flags = file[at + 9], let end = endOfBlocks(at + 11 + colors(flags)) else { return nil }
                kept.keep(at..<end)
                at = end
            case 0x21:
                guard let label = file[at + 1], let end = endOfBlocks(at + 2) else { return nil }
                let isFilm = ["NETSCAPE2.0", "ANIMEXTS1.0"].contains(file.text(at + 3, 11))
                if label == 0xf9 || label == 0x01 || (label == 0xff && isFilm) { kept.keep(at..<end) }
                at = end
            default: return nil
            }
        }
        return nil
    }
}
