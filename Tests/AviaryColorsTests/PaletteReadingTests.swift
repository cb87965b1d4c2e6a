import AviaryViews
import Foundation
import Synchronization
import Testing

@testable import AviaryColors

/// The cost of reading and writing palette files with any content.
struct PaletteReadingTests {
    private func many(_ format: PaletteFormat, count: Int) throws -> [UInt8] {
        let entries = (0..<count).map { ColorPalette.Entry(name: "color \($0)", color: SRGB(hex: UInt32($0))) }
        return try format.write([ColorPalette(name: "Many", columns: 7, entries: entries)])
    }

    @Test(arguments: PaletteFormat.allCases.filter { $0 != .aco })
    func aFileIsReadNoFurtherThanSomebodyWantsIt(format: PaletteFormat) throws {
        let bytes = try many(format, count: 6_000)
        let asked = Counter()
        #expect(format.read(bytes, while: { asked.add() > 0 }).palettes.first?.entries.count == 6_000)
        // Often enough to end soon.
        #expect(asked.count >= 20)
        let askedAgain = Counter()
        let part = format.read(bytes, while: { askedAgain.add() < 3 })
        #expect((part.palettes.first?.entries.count ?? 0) < 2_000)
        #expect(askedAgain.count < 80, "what was given up is not read on")
    }

    @Test func aTextIsReadNoFurtherThanSomebodyWantsIt() {
        for text in [String(repeating: "red\n", count: 6_000), String(repeating: "red,", count: 6_000)] {
            let asked = Counter()
            let part = PaletteFormat.read(Array(text.utf8), while: { asked.add() < 3 })
            #expect((part.palettes.first?.entries.count ?? 0) < 2_000)
            #expect(asked.count == 3)
            #expect(PaletteFormat.read(Array(text.utf8)).palettes.first?.entries.count == 6_000)
        }
    }

    /// Naming each of some millions would take minutes, and nobody reads that.
    @Test(arguments: [
        "[" + String(repeating: "\"x\",", count: 2_000) + "\"x\"]", String(repeating: "x\n", count: 2_000),
        String(repeating: "x,", count: 2_000) + "x", ":root {" + String(repeating: "--a:x;\n", count: 2_000) + "}",
        "GIMP Palette\n" + String(repeating: "x\n", count: 2_000),
        "<svg>" + String(repeating: "<a fill='x'/>\n", count: 2_000) + "</svg>",
    ])
    func aFileOfNoColorsIsGivenUp(text: String) {
        let contents = PaletteFormat.read(Array((text + "\n#f00\n").utf8))
        #expect(contents.isEmpty)
        #expect(contents.problemCount <= PaletteContents.mostProblems && contents.problems.count <= 20)
        if contents.problemCount > 1 {
            #expect(contents.problems.first?.reason.hasPrefix("nothing behind this is read") == true)
        }
    }

    @Test func valuesOfJSONThatAreNoColorsCostNothing() {
        let numbers = "[" + String(repeating: "0,[1,{}],", count: 10_000) + "true]"
        #expect(PaletteFormat.json.read(Array(numbers.utf8)) == PaletteContents())
    }

    /// The last member of an object may determine the kind of the object.
    @Test(arguments: [
        (##"{"colors": ["#f00"], "name": "Sky", "columns": 3}"##, "Sky/3: =#ff0000"),
        (##"{"list": ["#0f0"], "colors": ["#f00"], "name": "Sky"}"##, "Sky/0: =#00ff00 =#ff0000"),
        (##"{"a": "#0f0", "colors": ["#f00"]}"##, "/0: =#ff0000"),
        (##"{"children": ["#0f0", "#00f"], "name": "Sky", "value": "#f00"}"##, "/0: Sky=#ff0000"),
        (##"{"Sky": {"swatches": [{"hex": "#f00", "title": "Red"}]}}"##, "Sky/0: Red=#ff0000"),
        (##"{"a": {"b": {"c": "#0f0", "d": {"$value": "#f00", "$type": "color"}}}}"##, "/0: c=#00ff00 d=#ff0000"),
        (##"{"name": "A", "colors": [{"name": "B", "colors": ["#f00"]}, "#0f0"]}"##, "B/0: =#ff0000 | /0: =#00ff00"),
        (##"{"color": {"value": "#f00"}, "hex": 3, "label": "L"}"##, "/0: color=#ff0000"),
        (##"{"name": "A", "colors": ["#f00", "#0f0""##, "A/0: =#ff0000 =#00ff00"),
        (##"{"name": "A", "colors": ["##, ""),
        (##"{"value": "#f00", "x": ["##, "/0: =#ff0000"),
        (##"["#f00", {"value": "#0f0}"##, "/0: =#ff0000"),
        (##"{"na\u006de": "Sky\n1", "value": "#f\u00300"}"##, "/0: Sky 1=#ff0000"),
        (##""#f00""##, "/0: =#ff0000"),
    ])
    func anObjectIsKnownByAllOfItsMembers(text: String, expected: String) {
        let palettes = PaletteFormat.json.read(Array(text.utf8)).palettes.map { palette in
            "\(palette.name)/\(palette.columns): "
                + palette.entries.map { "\($0.name)=\($0.color.displayColor.hex)" }.joined(separator: " ")
        }
        #expect(palettes.joined(separator: " | ") == expected)
    }

    /// A part at a time gives the same file.
    @Test(arguments: PaletteFormat.allCases)
    func aFileIsWrittenInParts(format: PaletteFormat) throws {
        for count in [0, 1, 25, 10_100] {
            let entries = (0..<count).map { ColorPalette.Entry(name: "color", color: SRGB(hex: UInt32($0))) }
            let palette = ColorPalette(name: "Sky", columns: 3, entries: entries)
            let outline = PaletteOutline(name: "Sky", columns: 3, count: count)
            var writer = try PaletteWriter(format, [outline])
            var file = writer.head
            for _ in 0..<writer.passes {
                writer.begin(outline, in: &file)
                for entry in entries {
                    var part: [UInt8] = []
                    writer.add(entry, to: &part)
                    if part.count > 200 { Issue.record("a color takes \(part.count) bytes") }
                    file += part
                }
                writer.end(in: &file)
            }
            file += writer.foot
            #expect(try file == format.write([palette]))
            #expect(format.read(file).palettes.map(\.entries.count) == (format == .aco && count == 0 ? [] : [count]))
        }
    }

    /// Their names would take as much memory as the file.
    @Test func manyVariablesAreToldApartByTheirNumbers() throws {
        let entries = (0..<10_100).map { ColorPalette.Entry(name: "color \($0 / 2)", color: SRGB(hex: UInt32($0))) }
        let css = try PaletteFormat.css.write([ColorPalette(name: "Many", entries: entries)])
        let names = String(decoding: css, as: UTF8.self).matches(of: /--([^:]+):/).map(\.1)
        #expect(names.count == 10_100 && Set(names).count == 10_100)
        #expect(PaletteFormat.css.read(css).palettes.map(\.entries) == [entries])
    }

    @Test func textOfOtherEncodingsIsReadAcrossItsParts() {
        let name = String(repeating: "Öl 🎨 ", count: 20_000)
        let css = "/* palette: \(name)*/ a { --x: #f00; }"
        var utf16: [UInt8] = [0xff, 0xfe]
        for unit in css.utf16 { utf16 += [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)] }
        let shifted = "/* palette: .\(name)*/ a { --x: #f00; }"
        for (bytes, prefix) in [(Array(css.utf8), ""), (utf16, ""), (Array(shifted.utf8), ".")] {
            let contents = PaletteFormat.css.read(bytes)
            #expect(contents.problems == [] && contents.palettes.map(\.name) == [prefix + name.dropLast()])
        }
    }
}

private final class Counter: Sendable {
    private let value = Mutex(0)

    var count: Int { value.withLock(\.self) }

    func add() -> Int {
        value.withLock { value in
            value += 1
            return value
        }
    }
}
