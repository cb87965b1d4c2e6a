import AviaryColors
import AviaryTesting
import AviaryViews
import Foundation
import Testing

/// The files of `Tests/Golden/palettes`: for each format some as its programs write them, and some that are cut, broken
/// or absurd. Beside each file is its outcome: palettes, colors with their names, and a sentence for each problem.
///
/// `AVIARY_RECORD=1` writes the outcomes again. Such a run fails, so that somebody looks at the difference.
struct PaletteCorpusTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../Golden/palettes").standardized

    static let files: [(name: String, bytes: [UInt8])] = {
        let found = try? FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
        return (found ?? []).filter { $0.pathExtension != "expected" }.sorted { $0.path < $1.path }.map { file in
            (file.lastPathComponent, (try? Data(contentsOf: file)).map(Array.init) ?? [])
        }
    }()

    @Test func everyFormIsThere() {
        #expect(Self.files.count >= 60)
        for format in PaletteFormat.allCases {
            #expect(Self.files.count { PaletteFormat(fileName: $0.name) == format } >= 4, "\(format)")
        }
    }

    @Test(arguments: files.map(\.name)) func aFileIsReadAsItIsSaidBesideIt(name: String) throws {
        let bytes = try #require(Self.files.first { $0.name == name }?.bytes)
        let outcome = Self.outcome(of: PaletteFormat.read(bytes, named: name))
        let file = Self.folder.appending(path: "\(name).expected")
        if ProcessInfo.processInfo.environment["AVIARY_RECORD"] != nil {
            try Data(outcome.utf8).write(to: file)
            Issue.record("Recorded \(file.path); look at the difference, then run without AVIARY_RECORD.")
        } else {
            #expect(try String(contentsOf: file, encoding: .utf8) == outcome)
        }
    }

    /// The fuzzer begins with these files.
    @Test(arguments: [1, 2, 3, 4] as [UInt64]) func whateverBecomesOfAFileEndsNoProgram(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var (read, refused) = (0, 0)
        let count = draws(5_000, long: 250_000)
        for _ in 0..<count {
            var (name, bytes) = try #require(Self.files.randomElement(using: &random))
            for _ in 0..<random.skewed(upTo: 8) { random.mutate(&bytes) }
            // In any form: an ending may be wrong, too.
            if random.chance(10) { name = try #require(Self.files.randomElement(using: &random)).name }
            let contents = PaletteFormat.read(bytes, named: name)
            contents.expectOrder()
            read += contents.isEmpty ? 0 : 1
            refused += contents.problemCount > 0 ? 1 : 0
            // A palette that was read can be written.
            if let format = PaletteFormat(fileName: name), format.allowsSeveral || contents.palettes.count < 2 {
                _ = try format.write(contents.palettes)
            }
        }
        #expect(read > count / 10 && refused > count / 10, "\(read) were read, \(refused) had problems")
    }

    private static func outcome(of contents: PaletteContents) -> String {
        var lines: [String] = []
        for palette in contents.palettes {
            lines.append("palette: \(palette.name)")
            if palette.columns > 0 { lines.append("columns: \(palette.columns)") }
            for entry in palette.entries {
                lines.append(
                    ([entry.color.displayColor.hex, entry.name].filter { !$0.isEmpty }).joined(separator: " "))
            }
        }
        lines += contents.problems.map { "problem: \($0)" }
        if contents.problemCount > contents.problems.count { lines.append("problems: \(contents.problemCount)") }
        return lines.joined(separator: "\n") + "\n"
    }
}
