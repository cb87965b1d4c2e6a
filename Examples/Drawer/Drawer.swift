import AviaryApps
import AviaryResults
import AviaryServer
import AviaryViews
import Foundation
import GRDB

/// A file in the drawer: a row of the table `file`. Its content lies in a folder, under its number.
struct DrawerFile: Codable, Identifiable, FetchableRecord, PersistableRecord, Sendable {
    static let databaseTableName = "file"
    var id: Int64
    var name: String
    var type: String
    var size: Int64
}

/// Where things are kept.
struct Drawer: Sendable {
    let store: LiveStore
    let folder: String

    func path(_ id: Int64) -> String { "\(folder)/\(id)" }

    func file(_ id: Int64) async throws -> DrawerFile {
        let file = try await store.read { db in try DrawerFile.fetchOne(db, key: id) }
        guard let file else { throw NotFound("There is no such file in the drawer.") }
        return file
    }
}

extension Destination<Int64> {
    static var file: Self { Destination("/file/:id") }
}

/// All files: drop some, see them in every window.
final class DrawerController: ViewController {
    static let storyboard = Storyboard("DrawerView", PackageResources.DrawerView_html)

    let page = Page()
    let list = CollectionView<Int64>(layout: FlowLayout(columns: .fixed(1), itemSize: .height(48)))
    var collections: [String: AnyCollectionView] { ["list": list] }
    var actions: Actions { ["add": add, "open": open, "remove": remove] }
    let drawer: Drawer
    let files: FetchedResults<DrawerFile>

    init(drawer: Drawer, files: FetchedResults<DrawerFile>) {
        self.drawer = drawer
        self.files = files
    }

    func viewDidLoad() {
        list.allowsSelection = false
        list.dataSource = LiveDataSource(files) { file, cell in cell["name"] = file.name }
    }

    /// Over the list, at the address that the link has in a new tab.
    func open(_ event: ActionEvent) async throws {
        guard let id = event.item(in: list) else { return }
        try await page.present(at: Destination.file.address(id)) { [drawer] in FileController(id: id, drawer: drawer) }
    }

    /// The row and the content come together: a file that cannot be moved is not in the list.
    func add(_ event: ActionEvent) async throws {
        let (files, drawer) = (event.files, drawer)
        try await drawer.store.write(receipt: event.receipt) { db in
            for file in files {
                try db.execute(
                    sql: "INSERT INTO file (name, type, size) VALUES (?, ?, ?)",
                    arguments: [file.name, file.type, file.size])
                try file.move(to: drawer.path(db.lastInsertedRowID))
            }
        }
    }

    func remove(_ event: ActionEvent) async throws {
        guard let id = event.item(in: list) else { return }
        _ = try await drawer.store.write(receipt: event.receipt) { db in try DrawerFile.deleteOne(db, key: id) }
        try? FileManager.default.removeItem(atPath: drawer.path(id))
    }
}

/// One file, at an address of its own.
final class FileController: ViewController {
    static let storyboard = Storyboard("FileView", PackageResources.FileView_html)

    let page = Page()
    let drawer: Drawer
    let id: Int64

    init(id: Int64, drawer: Drawer) {
        self.id = id
        self.drawer = drawer
    }

    func viewDidLoad() async throws {
        let file = try await drawer.file(id)
        page.title = file.name
        page["name"] = file.name
        page["size"] = "\(file.size) bytes"
        page[url: "content"] = "/content/\(id)"
        // A first paint does not wait for it, and it ends with the page.
        task { try await self.countLines() }
    }

    private func countLines() async throws {
        let handle = try FileHandle(forReadingFrom: URL(filePath: drawer.path(id)))
        defer { try? handle.close() }
        var count = 0
        while let bytes = try handle.read(upToCount: 1 << 16), !bytes.isEmpty {
            count += bytes.count { $0 == UInt8(ascii: "\n") }
            try Task.checkCancellation()
            await Task.yield()
        }
        page["lines"] = "\(count) lines"
    }
}

/// The app on a folder: the schema, the pages, what can be sent and fetched.
func makeDrawerApp(folder: String) async throws -> LiveApp {
    try FileManager.default.createDirectory(atPath: "\(folder)/files", withIntermediateDirectories: true)
    var migrator = DatabaseMigrator()
    migrator.registerMigration("file") { db in
        try db.create(table: "file") { table in
            table.autoIncrementedPrimaryKey("id")
            table.column("name", .text).notNull()
            table.column("type", .text).notNull()
            table.column("size", .integer).notNull()
        }
        try History.install(on: "file", in: db)
        try Receipts.install(in: db)
    }
    let store = try StoreFile("\(folder)/drawer.sqlite", migrator: migrator).open()
    let drawer = Drawer(store: store, folder: "\(folder)/files")
    let files = try await FetchedResults<DrawerFile>(ListRequest(sort: [Column("name").asc]), in: store)
    return LiveApp(
        name: "Drawer", on: store,
        rooms: [
            Route("/", title: "Drawer") { DrawerController(drawer: drawer, files: files) },
            Route(.file, title: "File") { id in FileController(id: id, drawer: drawer) },
        ],
        downloads: [
            Download("/content/:id") { request in
                let file = try await drawer.file(Int64(request["id"]) ?? 0)
                return .file(at: drawer.path(file.id), type: file.type, savedAs: file.name, isImmutable: true)
            }
        ],
        uploads: [Upload("files", into: "\(folder)/uploads", limits: UploadLimits(file: 1 << 30))],
        assets: [Asset("drawer.css", PackageResources.drawer_css)])
}
