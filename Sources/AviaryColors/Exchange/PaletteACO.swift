import AviaryText
import Foundation

// The file has the same list twice, big-endian. The first list begins with the version 1 and the number of colors. Each
// color has a number for its space, and four numbers. The second list has the version 2, and a name after each color.
// Old programs read only the first list.

private let rowSize = 10

/// Returns true if the stated number of colors fits the size of the file. The format has no other signature.
func isACO(_ bytes: [UInt8]) -> Bool {
    var file = PaletteBytes(bytes)
    guard let version = file.uint16(), let count = file.uint16(), count > 0 else { return false }
    switch version {
    case 0, 1:
        guard file.part(rowSize * Int(count)) != nil else { return false }
        return file.rest == 0 || (file.uint16() == 2 && file.uint16() == count)
    case 2: return file.rest >= (rowSize + 4) * Int(count)
    default: return false
    }
}

func readACO(_ bytes: [UInt8]) -> PaletteContents {
    var (file, contents) = (PaletteBytes(bytes), PaletteContents())
    guard let version = file.uint16(), let count = file.uint16(), version <= 2 else {
        contents.report(.byte(0), "a file of Photoshop's swatches begins with a version from 0 to 2")
        return contents
    }
    if version < 2 {
        // Reads the second list first. A complete second list has all that the first one has.
        var second = file
        if second.part(rowSize * Int(count)) != nil, second.uint16() == 2, let named = second.uint16() {
            contents = read(Int(named), isNamed: true, from: &second)
            if named == count, contents.problemCount == 0 { return contents }
        }
        let names = contents.palettes.first?.entries.map(\.name) ?? []
        var unnamed = read(Int(count), isNamed: false, from: &file)
        guard unnamed.count > contents.count else { return contents }
        for problem in contents.problems { unnamed.report(problem.place, problem.reason) }
        // If nothing but the end of the file was a problem, the first colors get the names that were read. After more
        // problems, the names may belong to other colors, so they are not used.
        if contents.problemCount <= 1 { unnamed.name(by: names) }
        return unnamed
    }
    return read(Int(count), isNamed: true, from: &file)
}

private func read(_ count: Int, isNamed: Bool, from file: inout PaletteBytes) -> PaletteContents {
    var contents = PaletteContents()
    for number in 0..<count {
        let start = file.index
        var channels: [UInt16] = []
        while channels.count < 5, let channel = file.uint16() { channels.append(channel) }
        var name: String? = ""
        if isNamed { name = file.uint32().flatMap { file.utf16(Int($0)) } }
        guard channels.count == 5, let name else {
            contents.report(
                .byte(start), "the file ends within color \((number + 1).formatted()) of \(count.formatted())")
            break
        }
        if let color = color(channels) {
            contents.add(name, color, at: .byte(start))
        } else {
            contents.report(.byte(start), "a color of an unknown space, \(channels[0])")
        }
    }
    return contents
}

private func color(_ numbers: [UInt16]) -> SRGB? {
    func share(_ index: Int) -> Double { Double(numbers[index]) / 65_535 }
    func percent(_ index: Int) -> Double { Double(numbers[index]) / 10_000 }
    func signed(_ index: Int) -> Double { Double(Int16(bitPattern: numbers[index])) / 100 }
    switch numbers[0] {
    case 0: return SRGB(red: share(1), green: share(2), blue: share(3))
    case 1: return SRGB(hue: share(1), saturation: share(2), brightness: share(3))
    // In this space, 0 means full ink.
    case 2: return SRGB(cyan: 1 - share(1), magenta: 1 - share(2), yellow: 1 - share(3), black: 1 - share(4))
    case 7: return SRGB(lightness: Double(numbers[1]) / 100, a: signed(2), b: signed(3))
    case 8: return SRGB(gray: percent(1))
    case 9: return SRGB(cyan: percent(1), magenta: percent(2), yellow: percent(3), black: percent(4))
    default: return nil
    }
}

extension PaletteContents {
    fileprivate mutating func name(by names: [String]) {
        guard let palette = palettes.first else { return }
        var named = PaletteContents()
        for problem in problems { named.report(problem.place, problem.reason) }
        for (index, entry) in palette.entries.enumerated() {
            named.add(index < names.count ? names[index] : "", entry.color, at: .file)
        }
        self = named
    }
}

struct ACOParts: PaletteParts {
    let passes = 2
    private var version: UInt16 = 0

    init(_ outlines: [PaletteOutline]) {}

    mutating func begin(_ palette: PaletteOutline, in file: inout [UInt8]) {
        version += 1
        file.append(big: version)
        file.append(big: UInt16(clamping: palette.count))
    }

    mutating func add(_ entry: ColorPalette.Entry, to file: inout [UInt8]) {
        file.append(big: UInt16(0))
        for channel in [entry.color.red, entry.color.green, entry.color.blue] {
            file.append(big: UInt16((channel * 65_535).rounded()))
        }
        file.append(big: UInt16(0))
        if version == 2 { file.append(utf16: entry.name, isWide: true) }
    }
}
