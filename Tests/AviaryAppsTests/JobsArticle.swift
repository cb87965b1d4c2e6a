import AviaryApps
import AviaryResults
import AviaryServer
import AviaryServerTesting
import AviaryViews
import Foundation
import GRDB
import Testing

/// The article *Jobs with progress*: its code is compiled, and does what it says.
struct JobsArticle {
    @Test func everyLineOfCodeIsCompiled() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let article = try String(
            contentsOf: folder.appending(path: "../../Sources/AviaryApps/AviaryApps.docc/JobsWithProgress.md")
                .standardized, encoding: .utf8)
        let code = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
        for language in ["swift", "html"] {
            let blocks = article.components(separatedBy: "```\(language)\n").dropFirst().map {
                $0.components(separatedBy: "```")[0]
            }
            #expect(!blocks.isEmpty)
            for block in blocks { #expect(code.contains(block), "not compiled as it stands: \(block)") }
        }
    }

    @Test func theArticleDoesWhatItSays() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "aviary-\(UUID().uuidString)").path
        let path = "\(directory)/jobs.sqlite"
        let jobs = try await open(path)
        let files = try ["a", "b"].map { name in
            try Data(name.utf8).write(to: URL(filePath: "\(directory)/\(name)"))
            return "\(directory)/\(name)"
        }
        let folder = "\(directory)/copies"
        let app = LiveApp(
            name: "Copies", on: jobs.store,
            rooms: [Route("/", title: "Copies") { CopiesController(jobs, files: files, folder: folder) }],
            assets: [.starter, .jobs])
        let tab = try await FakeBrowser(app)
        try await tab.perform("count")
        await tab.wait { $0.collection("jobs/list").tiles.first?.values.contains("\"Counted to a hundred\"") == true }
        try await tab.perform("copy")
        let updates = jobs.list.updates()
        while try await jobs.list.elements(for: [2])[2]?.state != .failed { _ = await updates.next() }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try await tab.perform("jobs/tryAgain", item: "2")
        await tab.wait { $0.collection("jobs/list").tiles.first?.values.contains("\"2 files copied\"") == true }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["a", "b"])
        let order = CopyOrder(files: files, folder: folder)
        let count = try await jobs.run("Copy", as: JobOrder("copy", order)) { progress in
            progress.report(1, of: 1)
            return order.files.count
        }
        #expect(count == 2)
        await jobs.close()
        await tab.close()
    }

    /// The lines of the article that make the app, as they stand there.
    private func open(_ path: String) async throws -> Jobs {
        var migrator = DatabaseMigrator()
        migrator.registerJobs()
        let store = try StoreFile(path, migrator: migrator).open()
        let jobs = try await Jobs(in: store, kinds: [CopyOrder.kind])
        return jobs
    }
}

struct CopyOrder: Codable {
    var files: [String]
    var folder: String

    static let kind = JobKind("copy", CopyOrder.self) { order, progress in
        for (index, file) in order.files.enumerated() {
            try progress.checkCancellation()
            let target = "\(order.folder)/\((file as NSString).lastPathComponent)"
            // After a restart the work begins anew, so it passes over what is there.
            if !FileManager.default.fileExists(atPath: target) {
                try FileManager.default.copyItem(atPath: file, toPath: target)
            }
            progress.report(index + 1, of: order.files.count)
        }
        progress.say("\(order.files.count) files copied")
    }
}

private final class CopiesController: ViewController {
    static let storyboard = Storyboard("Copies", Array(markup.utf8))
    private static let markup = """
        <main class="page"><h1>Copies</h1><div data-child="jobs"></div></main>
        <button type="button" data-action="count">Count</button> <button type="button" data-action="copy">Copy</button>
        """

    let page = Page()
    var actions: Actions { ["count": count, "copy": copy] }
    var children: [String: any ViewController] { ["jobs": list] }
    private let list: JobsController
    private let jobs: Jobs
    private let files: [String]
    private let folder: String

    init(_ jobs: Jobs, files: [String], folder: String) {
        (self.jobs, self.files, self.folder) = (jobs, files, folder)
        list = JobsController(jobs)
    }

    private func count(_ event: ActionEvent) async throws {
        try await jobs.start("Count to a hundred", receipt: event.receipt) { progress in
            for number in 1...100 {
                try progress.checkCancellation()
                try await Task.sleep(for: .milliseconds(1))
                progress.report(number, of: 100)
            }
            progress.say("Counted to a hundred")
        }
    }

    private func copy(_ event: ActionEvent) async throws {
        let order = CopyOrder(files: files, folder: folder)
        try await jobs.start("Copy to \(folder)", JobOrder("copy", order), receipt: event.receipt)
    }
}
