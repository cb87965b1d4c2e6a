/// A GIF without its end, closed where its data end. Decoders refuse a frame that is not closed.
struct MendedGIF {
    let bytes: [UInt8]
    /// Whether the first frame is not there as a whole.
    let lacksRows: Bool

    /// - Returns: `nil` for a file that is no GIF, has an end, or ends before the data of its first frame.
    init?(_ file: UnsafeRawBufferPointer) {
        guard file.starts(with: Array("GIF8".utf8)), file.count > 13 else { return nil }
        // The end of the last whole block.
        var end = 13 + Self.colorTable(file[10])
        var hasFrame = false
        while end < file.count {
            let isFrame = file[end] == 0x2c
            guard isFrame || file[end] == 0x21 else { return nil }
            let colors = isFrame && end + 9 < file.count ? Self.colorTable(file[end + 9]) : 0
            let start = end + (isFrame ? 11 : 2) + colors
            // Data are in parts of up to 255 bytes, each behind its length. An empty part ends them.
            var at = start
            while at < file.count, file[at] > 0, at + Int(file[at]) < file.count { at += 1 + Int(file[at]) }
            if at < file.count, file[at] == 0 {
                end = at + 1
                hasFrame = hasFrame || isFrame
                continue
            }
            let rest = file.dropFirst(at + 1)
            guard isFrame, at > start || !rest.isEmpty else { break }
            lacksRows = !hasFrame
            bytes = file.prefix(at) + (rest.isEmpty ? [] : [UInt8(rest.count)] + rest) + [0, 0x3b]
            return
        }
        guard hasFrame else { return nil }
        lacksRows = false
        bytes = file.prefix(end) + [0x3b]
    }

    /// The size of the colors behind a header: bit 7 says that there are some, and bits 0 to 2 how many.
    private static func colorTable(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 6 << Int(flags & 7) }
}
