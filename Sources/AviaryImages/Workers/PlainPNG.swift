import AviaryGzip

/// A PNG written anew: one picture, whose data are not compressed.
struct PlainPNG {
    let bytes: [UInt8]
    /// Whether rows are missing, from the first fault on.
    let lacksRows: Bool

    /// The largest size of the data, in bytes. They are in memory twice.
    fileprivate static let mostData = 1 << 26
    /// The chunks before the data that change what is seen.
    private static let kept = ["PLTE", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "pHYs", "eXIf"]
    private static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

    /// A PNG with a fault in its data, or without its end, as far as it can be read.
    ///
    /// Browsers show the rows before the fault, and libvips would leave old memory in the other rows. Here the missing
    /// rows are transparent if the picture has an alpha channel. Otherwise they are white, or the lightest color of the
    /// palette.
    ///
    /// - Returns: `nil` for a file that is no PNG, has no whole row, or is too large.
    init?(mending file: UnsafeRawBufferPointer) {
        self.init(file) { _, chunks in chunks.prefix { $0.name == "IDAT" }.map(\.data) }
    }

    /// The first frame of an animated PNG that has a picture of its own for programs that show no animation. Browsers
    /// never show that picture.
    ///
    /// - Returns: `nil` for other files, and for a first frame that does not fill the picture.
    init?(firstFrameOf file: UnsafeRawBufferPointer) {
        self.init(file) { before, chunks in
            guard before.contains(where: { $0.name == "acTL" }), !before.contains(where: { $0.name == "fcTL" }),
                let frame = chunks.firstIndex(where: { $0.name == "fcTL" }), chunks[frame].data.count == 26,
                // A number, the size, and the place of the frame.
                let size = before.first?.data.prefix(8), chunks[frame].data[4..<12].elementsEqual(size),
                chunks[frame].data[12..<20].allSatisfy({ $0 == 0 })
            else { return [] }
            return chunks[(frame + 1)...].prefix { $0.name == "fdAT" }.map {
                UnsafeRawBufferPointer(rebasing: $0.data.dropFirst(4))
            }
        }
    }

    /// - Parameter parts: Returns the parts of the data, of the chunks before the data and the chunks from there on.
    private init?(
        _ file: UnsafeRawBufferPointer, parts: (ArraySlice<Chunk>, ArraySlice<Chunk>) -> [UnsafeRawBufferPointer]
    ) {
        guard file.starts(with: Self.signature) else { return nil }
        let chunks = Chunk.reading(file)
        guard let begin = chunks.firstIndex(where: { $0.name == "IDAT" }) else { return nil }
        let parts = parts(chunks[..<begin], chunks[begin...])
        guard !parts.isEmpty, let first = chunks.first, let header = Header(first), first.isWhole else { return nil }
        let before = chunks[1..<begin]
        let palette = before.first { $0.name == "PLTE" }
        guard header.colors != .palette || palette?.isWhole == true,
            let data = header.data(of: parts, filling: header.filling(palette?.data))
        else { return nil }
        var file = Self.signature
        file.reserveCapacity(data.bytes.count + data.bytes.count / 65_535 * 5 + 4_096)
        file.append(chunk: "IHDR") { $0 += first.data }
        for chunk in before where Self.kept.contains(chunk.name) && chunk.isWhole {
            file.append(chunk: chunk.name) { $0 += chunk.data }
        }
        file.append(chunk: "IDAT") { $0.append(stored: data.bytes) }
        file.append(chunk: "IEND") { _ in }
        (bytes, lacksRows) = (file, data.lacksRows)
    }
}

extension [UInt8] {
    /// - Parameter write: Appends the data.
    fileprivate mutating func append(chunk name: String, _ write: (inout [UInt8]) -> Void) {
        let begin = count
        self += [0, 0, 0, 0] + Array(name.utf8)
        write(&self)
        replaceSubrange(begin..<begin + 4, with: bigEndian(UInt32(truncatingIfNeeded: count - begin - 8)))
        self += bigEndian(
            withUnsafeBytes { aviary_crc32(0, $0.baseAddress?.advanced(by: begin + 4), count - begin - 4) })
    }

    /// Appends a zlib stream whose blocks are not compressed (RFC 1950, RFC 1951).
    fileprivate mutating func append(stored data: [UInt8]) {
        self += [0x78, 0x01]
        var rest = data[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            let count = UInt16(block.count)
            append(rest.isEmpty ? 1 : 0)
            for value in [count, ~count] { self += [UInt8(truncatingIfNeeded: value), UInt8(value >> 8)] }
            self += block
        } while !rest.isEmpty
        self += bigEndian(aviary_adler32(data, data.count))
    }
}

private func bigEndian(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }

private func number(_ bytes: UnsafeRawBufferPointer) -> Int {
    Int(UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self)))
}

/// A part of a PNG (PNG, third edition, 5.3).
private struct Chunk {
    let name: String
    /// What is there of the data.
    let data: UnsafeRawBufferPointer
    /// The length as it is stated, the name, the data, and the checksum: as far as they are there.
    private let bytes: UnsafeRawBufferPointer

    /// Whether all data are there, and the checksum is right.
    var isWhole: Bool {
        bytes.count == 12 + number(bytes)
            && aviary_crc32(0, bytes.baseAddress?.advanced(by: 4), bytes.count - 8)
                == UInt32(number(UnsafeRawBufferPointer(rebasing: bytes.suffix(4))))
    }

    /// The first million of the chunks of a file, up to the first that is cut off or has no name.
    static func reading(_ file: UnsafeRawBufferPointer) -> [Chunk] {
        var chunks: [Chunk] = []
        var rest = UnsafeRawBufferPointer(rebasing: file.dropFirst(8))
        while rest.count >= 8, chunks.count < 1_000_000 {
            let (length, name) = (number(rest), rest[4..<8])
            guard name.allSatisfy({ (65...90).contains($0) || (97...122).contains($0) }) else { break }
            chunks.append(
                Chunk(
                    name: String(decoding: name, as: UTF8.self),
                    data: UnsafeRawBufferPointer(rebasing: rest.dropFirst(8).prefix(length)),
                    bytes: UnsafeRawBufferPointer(rebasing: rest.prefix(12 + length))))
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(12 + length))
        }
        return chunks
    }
}

/// What the first chunk says, and what follows from it about the data.
private struct Header {
    enum Colors: UInt8 {
        case grey = 0
        case rgb = 2
        case palette = 3
        case greyAlpha = 4
        case rgbAlpha = 6

        var channels: Int {
            switch self {
            case .grey, .palette: 1
            case .greyAlpha: 2
            case .rgb: 3
            case .rgbAlpha: 4
            }
        }
    }

    let colors: Colors
    private let width: Int
    private let height: Int
    private let depth: Int
    private let isInterlaced: Bool

    init?(_ chunk: Chunk) {
        let data = chunk.data
        guard chunk.name == "IHDR", data.count == 13, let colors = Colors(rawValue: data[9]),
            [1, 2, 4, 8, 16].contains(data[8]), data[10] == 0, data[11] == 0, data[12] <= 1
        else { return nil }
        self.colors = colors
        (width, height) = (number(data), number(UnsafeRawBufferPointer(rebasing: data[4...])))
        (depth, isInterlaced) = (Int(data[8]), data[12] == 1)
        guard width > 0, height > 0 else { return nil }
    }

    /// The byte that missing rows consist of.
    func filling(_ palette: UnsafeRawBufferPointer?) -> UInt8 {
        switch colors {
        case .greyAlpha, .rgbAlpha: return 0
        case .grey, .rgb: return 255
        case .palette:
            guard let palette, depth <= 8 else { return 0 }
            let count = min(palette.count / 3, 1 << depth)
            let lightest = (0..<count).max { lightness(palette, $0) < lightness(palette, $1) } ?? 0
            // The same number in each pixel of the byte.
            return UInt8(truncatingIfNeeded: lightest * (255 / ((1 << depth) - 1)))
        }
    }

    private func lightness(_ palette: UnsafeRawBufferPointer, _ index: Int) -> Int {
        palette[(3 * index)..<(3 * index + 3)].reduce(0) { $0 + Int($1) }
    }

    /// The number of rows and of bytes in a row, for each pass over the picture (PNG, third edition, 8).
    private var passes: [(rows: Int, bytes: Int)] {
        let steps: [(x: Int, y: Int, dx: Int, dy: Int)] =
            isInterlaced
            ? [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
            : [(0, 0, 1, 1)]
        return steps.compactMap { step in
            let (columns, rows) = ((width - step.x + step.dx - 1) / step.dx, (height - step.y + step.dy - 1) / step.dy)
            guard columns > 0, rows > 0 else { return nil }
            return (rows, 1 + (columns * colors.channels * depth + 7) / 8)
        }
    }

    /// The decompressed data, with `filling` in the place of the rows from the first fault on.
    ///
    /// - Returns: `nil` if not even the first row is there, or if there are too many data.
    func data(of parts: [UnsafeRawBufferPointer], filling: UInt8) -> (bytes: [UInt8], lacksRows: Bool)? {
        let rows = passes
        var count = 0
        for pass in rows {
            let (size, isMore) = pass.rows.multipliedReportingOverflow(by: pass.bytes)
            guard !isMore, size <= PlainPNG.mostData - count else { return nil }
            count += size
        }
        var data = [UInt8](repeating: filling, count: count)
        let read = data.withUnsafeMutableBytes { decompress(parts, into: $0) }
        var (start, isMissing) = (0, false)
        for pass in rows {
            for _ in 0..<pass.rows {
                let row = start..<(start + pass.bytes)
                // The first byte of a row names one of five filters.
                isMissing = isMissing || row.upperBound > read || data[start] > 4
                if isMissing {
                    if start == 0 { return nil }
                    for index in row { data[index] = filling }
                    data[start] = 0
                }
                start = row.upperBound
            }
        }
        return (data, isMissing)
    }

    /// Decompresses up to the first fault. Returns the number of bytes.
    private func decompress(_ parts: [UnsafeRawBufferPointer], into room: UnsafeMutableRawBufferPointer) -> Int {
        guard let inflater = aviary_zlib_inflater_new() else { return 0 }
        defer { aviary_inflater_free(inflater) }
        var count = 0
        for part in parts {
            var rest = part
            while !rest.isEmpty, count < room.count {
                var (read, written) = (0, 0)
                let vacant = UnsafeMutableRawBufferPointer(rebasing: room[count...])
                let result = aviary_inflate(
                    inflater, rest.baseAddress, rest.count, vacant.baseAddress, vacant.count, &read, &written)
                count += written
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(read))
                if result != 0 { return count }
                if read == 0, written == 0 { break }
            }
        }
        return count
    }
}
