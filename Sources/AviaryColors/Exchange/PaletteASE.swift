import AviaryText
import Foundation

// The file begins with "ASEF", a version and the number of blocks. Each block has a kind, a length, and content of that
// length. A group consists of a block with its name, a block for each color, and an end block. Numbers are big-endian,
// names UTF-16.

private enum Block {
    static let color: UInt16 = 0x0001
    static let groupBegin: UInt16 = 0xc001
    static let groupEnd: UInt16 = 0xc002
}

func readASE(_ bytes: [UInt8], while isWanted: () -> Bool) -> PaletteContents {
    var (file, contents) = (PaletteBytes(bytes), PaletteContents())
    guard bytes.starts(with: Array("ASEF".utf8)) else {
        contents.report(.byte(0), "an Adobe Swatch Exchange file begins with ASEF, and this one doesn't")
        return contents
    }
    _ = file.uint32()
    guard let major = file.uint16(), file.uint16() != nil, let count = file.uint32() else {
        contents.report(.byte(bytes.count), "the file ends within its head")
        return contents
    }
    if major != 1 { contents.report(.byte(4), "the file has version \(major), and 1 was expected") }
    var (blocks, isCut) = (UInt32(0), false)
    while file.rest > 0 {
        let start = file.index
        if blocks % 256 == 255, contents.isHopeless || !isWanted() { return contents }
        guard let kind = file.uint16(), let length = file.uint32() else {
            contents.report(.byte(start), "the file ends within a block")
            isCut = true
            break
        }
        guard var block = file.part(Int(length)) else {
            contents.report(
                .byte(start),
                "the block has \(Int(length).counted("byte")), and the file ends after \(file.rest.formatted())")
            isCut = true
            break
        }
        blocks &+= 1
        switch kind {
        case Block.groupBegin: contents.begin(name(in: &block) ?? "")
        case Block.groupEnd: contents.close()
        case Block.color:
            let name = name(in: &block)
            do throws(ASEProblem) {
                guard let name else { throw ASEProblem(reason: "the block ends within the color's name") }
                if !contents.add(name, try color(in: &block), at: .byte(start)) { return contents }
            } catch { contents.report(.byte(start), error.reason) }
        default: contents.report(.byte(start), "a block of an unknown kind, \(String(kind, radix: 16))")
        }
    }
    // If the file is truncated, that was already reported.
    if blocks != count, !isCut {
        contents.report(
            .byte(8), "the file says that it has \(Int(count).counted("block")), and it has \(blocks.formatted())")
    }
    return contents
}

private struct ASEProblem: Error { var reason: String }

private func name(in block: inout PaletteBytes) -> String? {
    guard let length = block.uint16() else { return nil }
    return block.utf16(Int(length))
}

private func color(in block: inout PaletteBytes) throws(ASEProblem) -> SRGB {
    guard let model = block.part(4) else { throw ASEProblem(reason: "the block ends before the color") }
    let word = String(decoding: model.bytes[model.index..<model.end], as: UTF8.self)
    let count: Int
    switch word {
    case "RGB ", "LAB ", "HSB ", "HSL ": count = 3
    case "CMYK": count = 4
    case "Gray", "GRAY": count = 1
    default: throw ASEProblem(reason: "a color of an unknown model, \(word.quoted)")
    }
    var values: [Double] = []
    for _ in 0..<count {
        guard let value = block.float() else { throw ASEProblem(reason: "the block ends within the color") }
        guard value.isFinite else { throw ASEProblem(reason: "a channel is no number") }
        values.append(Double(value))
    }
    switch word {
    case "RGB ": return SRGB(red: exact(values[0]), green: exact(values[1]), blue: exact(values[2]))
    case "LAB ": return SRGB(lightness: values[0] * 100, a: values[1], b: values[2])
    case "HSB ": return SRGB(hue: values[0], saturation: values[1], brightness: values[2])
    case "HSL ": return SRGB(HSL(hue: values[0] * 360, saturation: values[1], lightness: values[2]))
    case "CMYK": return SRGB(cyan: values[0], magenta: values[1], yellow: values[2], black: values[3])
    default: return SRGB(gray: exact(values[0]))
    }
}

/// Restores a channel of 8 bits that was rounded to a `Float`.
private func exact(_ value: Double) -> Double {
    let near = (SRGB.nearest(value) * 255).rounded() / 255
    return Double(Float(near)) == value ? near : value
}

struct ASEParts: PaletteParts {
    let head: [UInt8]
    /// False for one palette without a name, whose colors need no group.
    private let isGrouped: Bool

    init(_ outlines: [PaletteOutline]) {
        isGrouped = outlines.count > 1 || outlines.first?.name.isEmpty == false
        let groups = isGrouped ? 2 * outlines.count : 0
        var head = Array("ASEF".utf8)
        head.append(big: UInt16(1))
        head.append(big: UInt16(0))
        head.append(big: UInt32(clamping: outlines.reduce(groups) { $0 + $1.count }))
        self.head = head
    }

    mutating func begin(_ palette: PaletteOutline, in file: inout [UInt8]) {
        guard isGrouped else { return }
        var name: [UInt8] = []
        name.append(utf16: palette.name)
        file.append(Block.groupBegin, name)
    }

    mutating func add(_ entry: ColorPalette.Entry, to file: inout [UInt8]) {
        var block: [UInt8] = []
        block.append(utf16: entry.name)
        block += Array("RGB ".utf8)
        for channel in [entry.color.red, entry.color.green, entry.color.blue] {
            block.append(big: Float(channel).bitPattern)
        }
        // The kind of the color: 2 is normal, 0 is global and 1 is spot.
        block.append(big: UInt16(2))
        file.append(Block.color, block)
    }

    mutating func end(in file: inout [UInt8]) { if isGrouped { file.append(Block.groupEnd, []) } }
}

extension [UInt8] {
    fileprivate mutating func append(_ kind: UInt16, _ block: [UInt8]) {
        append(big: kind)
        append(big: UInt32(clamping: block.count))
        self += block
    }
}
