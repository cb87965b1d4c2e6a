import AviaryText
import AviaryViews

// JASC-PAL
// 0100
// 2
// 0 191 255
// 255 99 71 255

/// Returns true if a file begins like the text palettes of Paint Shop Pro, Aseprite and others.
func isJASC(_ bytes: [UInt8]) -> Bool { bytes.prefix(64).starts(with: "JASC-PAL".utf8) }

/// Reads a palette of 8 bits a channel, with or without alpha.
func readJASC(_ bytes: [UInt8], while isWanted: @escaping () -> Bool) -> PaletteContents {
    var (text, contents, line) = (PaletteText(bytes, while: isWanted), PaletteContents(), 0)
    contents.report(encodingOf: text)
    var stated: Int?
    while text.goesOn(contents), let range = text.nextLine() {
        line += 1
        let trimmed = text.trimmed(range)
        guard line > 2, !trimmed.isEmpty else { continue }
        let row = ColorRow(text.bytes, trimmed, hasAlpha: true)
        if row == nil, stated == nil, let count = Int(text.text(trimmed.prefix(20))) {
            stated = count
            continue
        }
        guard let row, let color = row.color else {
            let isRow = row != nil
            contents.report(
                .line(line), isRow ? ColorRow.limits : "\(text.text(trimmed.prefix(400)).quoted) isn't a color")
            continue
        }
        if !contents.add(text.text(row.name), color, at: .line(line)) { break }
    }
    if let stated, stated > contents.count {
        let count = contents.count
        contents.report(.line(3), "the file says that it has \(stated.counted("color")), and it has \(count)")
    }
    contents.close()
    return contents
}

/// Returns true if a file begins like the binary palettes of Windows.
func isRIFF(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "PAL data".utf8)
}

/// Reads a binary palette of Windows. Each color has 4 bytes, and the last one is ignored.
func readRIFF(_ bytes: [UInt8]) -> PaletteContents {
    var contents = PaletteContents()
    guard bytes.count >= 24 else {
        contents.report(.byte(bytes.count), "the file ends before the colors")
        return contents
    }
    let count = Int(bytes[22]) | Int(bytes[23]) << 8
    for index in 0..<count {
        let start = 24 + 4 * index
        guard start + 3 <= bytes.count else {
            contents.report(
                .byte(bytes.count), "the file says that it has \(count.counted("color")), and it has \(index)")
            break
        }
        let color = DisplayColor(red: bytes[start], green: bytes[start + 1], blue: bytes[start + 2])
        contents.add("", SRGB(color), at: .byte(start))
    }
    contents.close()
    return contents
}
