import AviaryColors
import AviaryViews
import Foundation
import Testing

/// Files with colors of programs in Debian's packages, which `scripts/setup` unpacks: GIMP, Inkscape, MyPaint,
/// Bootstrap 3 and 5, and the icons of Breeze. Without them, as on a system that is not Debian, nothing is tested.
struct ProgramFileTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../.venv/palettes").standardized

    private static func files(_ package: String, _ ending: String) -> [URL] {
        let found = FileManager.default.enumerator(
            at: folder.appending(path: package), includingPropertiesForKeys: [.isRegularFileKey])
        return (found?.compactMap { $0 as? URL } ?? []).filter { url in
            url.pathExtension == ending
                && (try? url.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true
        }.sorted { $0.path < $1.path }
    }

    private func read(_ url: URL) throws -> PaletteContents {
        PaletteFormat.read(Array(try Data(contentsOf: url)), named: url.lastPathComponent)
    }

    private static let hasAll = [
        "gimp-data", "inkscape", "mypaint-data", "node-bootstrap", "libjs-bootstrap", "breeze-icon-theme",
    ]
    .allSatisfy {
        FileManager.default.fileExists(atPath: folder.appending(path: $0).path)
    }

    @Test(.enabled(if: hasAll), arguments: ["gimp-data", "inkscape", "mypaint-data"])
    func palettesAreReadWithoutAProblem(package: String) throws {
        let files = Self.files(package, "gpl")
        #expect(files.count >= 10)
        for file in files {
            let contents = try read(file)
            #expect(contents.problems.map(\.description) == [], "\(file.lastPathComponent)")
            let lines = String(decoding: try Data(contentsOf: file), as: UTF8.self).split(whereSeparator: \.isNewline)
            let rows = lines.filter { $0.contains(/^\s*[0-9]+\s+[0-9]+\s+[0-9]+(\s|$)/) }
            #expect(contents.palettes.count == 1 && contents.palettes[0].entries.count == rows.count)
        }
    }

    private func colors(_ package: String, _ ending: String) throws -> [String: String] {
        let file = try #require(Self.files(package, ending).first)
        let entries = try read(file).palettes.flatMap(\.entries)
        return Dictionary(entries.map { ($0.name, $0.color.displayColor.hex) }) { first, _ in first }
    }

    @Test(.enabled(if: hasAll)) func variablesOfSassAreRead() throws {
        let colors = try colors("node-bootstrap", "scss")
        #expect(colors["Gray 100"] == "#f8f9fa" && colors["Blue"] == "#0d6efd" && colors["Primary"] == "#0d6efd")
        #expect(colors["Danger"] == "#dc3545" && colors["Body bg"] == "#ffffff" && colors["Font weight bold"] == nil)
    }

    @Test(.enabled(if: hasAll)) func variablesOfLessAreRead() throws {
        let colors = try colors("libjs-bootstrap", "less")
        #expect(colors["Brand success"] == "#5cb85c" && colors["Body bg"] == "#ffffff")
        #expect(colors["Input bg"] == "#ffffff" && colors["Line height large"] == nil)
    }

    @Test(.enabled(if: hasAll)) func iconsWithStyleSheetsAreRead() throws {
        let files = Self.files("breeze-icon-theme", "svg")
        #expect(files.count >= 10)
        for file in files {
            let contents = try read(file)
            #expect(!contents.isEmpty && contents.problems.map(\.description) == [], "\(file.lastPathComponent)")
        }
    }
}
