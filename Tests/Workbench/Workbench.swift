import ArgumentParser
import AviaryApps
import AviaryResults
import AviaryServer
import Foundation
import GRDB
import Hummingbird

/// A page with every control there is, a rack of links and a page for each tool, over a store that other programs may write to.
@main
struct Workbench: AsyncParsableCommand {
    @Option(help: "The database file; made when it is not there.") var data: String
    @Option var port = 0
    @Option(help: "Pages of another edition have another version.") var edition = "1"
    @Option(help: "How people are recognized: by basic authentication, or by a header of a proxy.") var visitors: Way?

    enum Way: String, ExpressibleByArgument { case basic, header }

    private var check: VisitorCheck? {
        switch visitors {
        case .basic: .basic(realm: "Workbench", passwords: ["ann": "rose", "josé": "tulpe ü"])
        case .header: .header(named: "X-Forwarded-User", trusting: ["127.0.0.1"])
        case nil: nil
        }
    }

    mutating func run() async throws {
        try await makeWorkbench(path: data, edition: edition, visitors: check).run(port: port)
    }
}

/// The app on a store, which is made when it is not there.
func makeWorkbench(path: String, edition: String = "1", visitors: VisitorCheck? = nil) async throws -> LiveApp {
    var configuration = Configuration()
    configuration.busyMode = .timeout(20)
    let database = try DatabasePool(path: path, configuration: configuration)
    var migrator = DatabaseMigrator()
    migrator.registerMigration("tool", creating: "tool") { table in
        table.column("name", .text).notNull()
    }
    migrator.registerMigration("job", creating: "job") { table in
        table.column("name", .text).notNull()
        table.column("day", .text).notNull()
        table.column("position", .double).notNull().defaults(to: 0)
    }
    migrator.registerMigration("shelf", creating: "shelf") { table in
        table.column("name", .text).notNull()
        table.column("wing", .text).notNull()
        table.column("position", .double).notNull().defaults(to: 0)
    }
    migrator.registerMigration("entry", creating: "entry") { table in
        for column in ["title", "start", "fill", "mood", "tags"] { table.column(column, .text).notNull() }
        table.column("due", .text)
        table.column("shelf", .integer).notNull()
        table.column("pages", .integer).notNull()
        table.column("weight", .double).notNull()
    }
    migrator.registerJobs()
    try migrator.migrate(database)
    let store = try LiveStore(database)
    let tools = try await FetchedResults<Tool>(ListRequest(sort: [Column("id").asc]), in: store)
    let folder = "\(path)-files"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let errands = Errands(folder: "\(path)-errands")
    try FileManager.default.createDirectory(atPath: errands.folder, withIntermediateDirectories: true)
    let jobs = try await Jobs(in: store, kinds: [errands.kind])
    return LiveApp(
        name: "Workbench",
        rooms: [
            Route("/", title: "Workbench") { WorkbenchController(store: store, tools: tools) },
            Route("/files", title: "Files") { FilesController(store: store, tools: tools, folder: folder) },
            Route("/form", title: "Form") { try await FormController(store: store) },
            Route("/almanac", title: "Almanac") { AlmanacController() },
            Route("/rack", title: "Rack") { RackController(store: store) },
            Route("/errands", title: "Errands", styles: [.starter, .jobs]) { ErrandsController(jobs, errands) },
            Route("/tray", title: "Tray") { TrayController(tools: tools) },
            Route("/jobs", title: "Jobs") { try await JobsController(store: store) },
            Route(.tool, title: "Tool") { id in ToolController(id: id, store: store) },
            Route("/sheets", title: "Sheets") { SheetsController(store: store, tools: tools) },
            Route(
                .note, title: "Note", styles: [Asset("note.css", PackageResources.note_css)],
                module: Asset("note.js", PackageResources.note_js)
            ) { id in
                NoteController(id: id, list: tools)
            },
        ],
        // The pages lead to each other.
        navigation: [],
        downloads: [Download("/file/:name") { .file(at: "\(folder)/\($0["name"])", savedAs: $0["name"]) }],
        uploads: [Upload("files", into: "\(path)-uploads", limits: UploadLimits(file: 32 << 20))],
        assets: [
            Asset("workbench.css", PackageResources.workbench_css),
            Asset("edition.css", Array(":root { --edition: \(edition) }".utf8)),
        ],
        visitors: visitors,
        http: { router in
            WorkbenchMark.add(to: router)
            router.get("/who") { _, context in context.visitor?.name ?? "nobody" }
        },
        hasReceipt: { try await store.settle(receipt: $0) }
    ) { error, _ in
        (error as? WorkbenchError)?.description ?? "That did not work. Try again."
    }
}
