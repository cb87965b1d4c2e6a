import Foundation
import Testing

/// The article *Write an app* makes the package `Tests/Alone/Plants`: no line is missing, and none is another.
///
/// The steps are taken back from the finished package, the last one first, until nothing is left of it. That yields the
/// files as they are after each step.
struct WriteAnAppTests {
    /// A block of code in the article, and where it belongs.
    private struct Change {
        var step: Int
        var file: String
        var lines: [String]
        /// The line that it replaces, without indentation; `nil` when it is inserted.
        var replaced: String?
    }

    /// The lines of each file after one step, without empty ones.
    private typealias Files = [String: [String]]

    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "../../..").standardized
    private static let package = root.appending(path: "Tests/Alone/Plants")

    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map(String.init).filter { $0.contains { !$0.isWhitespace } }
    }

    private func finished() throws -> Files {
        var files: Files = [:]
        for folder in ["", "Sources/Plants", "Tests/PlantsTests"] {
            let urls = try FileManager.default.contentsOfDirectory(
                at: Self.package.appending(path: folder), includingPropertiesForKeys: nil)
            for url in urls where ["swift", "html", "css"].contains(url.pathExtension) {
                files[url.lastPathComponent] = Self.lines(try String(contentsOf: url, encoding: .utf8))
            }
        }
        return files
    }

    /// The blocks of code, in order. The last file that is named in front of one is the file it belongs to.
    private func changes() throws -> [Change] {
        let article = Self.root.appending(path: "Sources/AviaryApps/AviaryApps.docc/WriteAnApp.md")
        let text = try String(contentsOf: article, encoding: .utf8)
        var changes: [Change] = []
        for (step, chapter) in text.components(separatedBy: "\n## ").dropFirst().enumerated() {
            let parts = chapter.components(separatedBy: "\n```")
            // Words and code take turns.
            for index in stride(from: 1, to: parts.count, by: 2) {
                let language = parts[index].prefix { $0 != "\n" }
                guard ["swift", "html", "css"].contains(language) else { continue }
                let words = parts[index - 1]
                let names = words.matches(of: /`(?:\w+\/)*(\w+\.(?:swift|html|css))`/)
                let file = try #require(names.last?.output.1, "no file is named: \(words)")
                let replaced = words.firstMatch(of: /instead of `(.+?)`:/)?.output.1
                changes.append(
                    Change(
                        step: step, file: String(file),
                        lines: Self.lines(String(parts[index].dropFirst(language.count))),
                        replaced: replaced.map(String.init)))
            }
        }
        return changes
    }

    /// The files after each step.
    private func states() throws -> [Files] {
        let changes = try changes()
        var files = try finished()
        var states: [Files] = []
        for (index, change) in changes.enumerated().reversed() {
            if index == changes.count - 1 || changes[index + 1].step != change.step { states.insert(files, at: 0) }
            // Where Aviary lies is elsewhere for each.
            let lines = change.lines.map { $0.replacing("path: \"../aviary\"", with: "path: \"../../..\"") }
            var file = files[change.file] ?? []
            let place = try #require(
                file.indices.first { file[$0...].starts(with: lines) },
                "not in \(change.file): \(lines.joined(separator: "\n"))")
            let indentation = lines.first?.prefix { $0 == " " } ?? ""
            let before = change.replaced.map { ["\(indentation)\($0)"] } ?? []
            file.replaceSubrange(place..<place + lines.count, with: before)
            files[change.file] = file.isEmpty ? nil : file
        }
        #expect(files == [:], "lines that the article does not have")
        return states
    }

    @Test func theArticleMakesTheWholePackage() throws {
        #expect(try states().count == 8)
    }

    /// What a step names is there after that step.
    @Test func eachStepIsComplete() throws {
        for (step, files) in try states().enumerated() {
            for (view, controller) in [("PlantsView", "PlantsController"), ("PlantView", "PlantController")] {
                let html = files["\(view).html", default: []].joined(separator: "\n")
                let swift = files["\(controller).swift", default: []].joined(separator: "\n")
                for action in html.matches(of: /data-action="(\w+)"/).map({ String($0.output.1) }) {
                    #expect(swift.contains("\"\(action)\": \(action)"), "step \(step + 1) has no action \(action)")
                    #expect(swift.contains("func \(action)("), "step \(step + 1) has no function \(action)")
                }
                for child in html.matches(of: /data-child="(\w+)"/).map({ String($0.output.1) }) {
                    #expect(swift.contains("[\"\(child)\": \(child)]"), "step \(step + 1) has no child \(child)")
                }
            }
            let manifest = files["Package.swift", default: []].joined(separator: "\n")
            let embedded = Set(manifest.matches(of: /embedInCode\("([\w.]+)"\)/).map { String($0.output.1) })
            #expect(embedded == Set(files.keys.filter { !$0.hasSuffix(".swift") }), "step \(step + 1)")
        }
    }
}
