import AviaryApps
import AviaryResults
import AviaryServer
import AviaryViews
import Foundation
import GRDB

/// A row of the table `file`. The content of the file is in the folder, under its number.
struct DrawerFile: LiveRecord, Codable {
    static let databaseTableName = "file"
    var id: Int64
    var name: String
    var type: String
    var size: Int64
}

/// The store with the rows, and the folder with the contents.
struct Drawer: Sendable {
    let store: LiveStore
    let files: FetchedResults<DrawerFile>
    let folder: String

    func path(_ id: Int64) -> String { "\(folder)/file-\(id)" }

    func file(_ id: Int64) async throws -> DrawerFile {
        if let file = try await files.elements(for: [id])[id] { return file }
        throw NotFound("There is no such file in the drawer.")
    }

    /// Counts outside the scene's isolation, so that a large file does not block the window.
    @concurrent func lines(of id: Int64) async throws -> Int {
        try Data(contentsOf: URL(filePath: path(id)), options: .alwaysMapped).count { $0 == UInt8(ascii: "\n") }
    }
}

extension Destination<Int64> { static var file: Self { Destination("/file/:id") } }

/// The list of all files. Files that are dropped on it appear in every window.
final class DrawerController: ViewController {
    static let storyboard = Storyboard("DrawerView", PackageResources.DrawerView_html)
    let page = Page()
    let list = CollectionView<Int64>(layout: FlowLayout(columns: .fixed(1), itemSize: .height(48)))
    var collections: [String: any ScreenCollection] { ["list": list] }
    var actions: Actions { ["add": add, "open": open, "remove": remove] }
    let drawer: Drawer

    init(_ drawer: Drawer) { self.drawer = drawer }

    func viewDidLoad() {
        list.allowsSelection = false
        list.dataSource = LiveDataSource(drawer.files) { file, cell in cell["name"] = file.name }
    }

    /// Shows the file above the list, at the address that the link has in a new tab.
    func open(_ event: ActionEvent) async throws {
        guard let id = event.item(in: list) else { return }
        try await page.present(at: Destination.file.address(id)) { [drawer] in FileController(id, in: drawer) }
    }

    /// The transaction also moves the content, so a file that cannot be moved has no row.
    func add(_ event: ActionEvent) async throws {
        try await drawer.store.write(receipt: event.receipt) { [files = event.files, drawer] db in
            for file in files {
                try db.execute(
                    literal: "INSERT INTO file (name, type, size) VALUES (\(file.name), \(file.type), \(file.size))")
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

/// The page of one file.
final class FileController: ViewController {
    static let storyboard = Storyboard("FileView", PackageResources.FileView_html)
    let page = Page()
    let id: Int64
    let drawer: Drawer

    init(_ id: Int64, in drawer: Drawer) { (self.id, self.drawer) = (id, drawer) }

    func viewDidLoad() async throws {
        let file = try await drawer.file(id)
        page.title = file.name
        page["name"] = file.name
        page["size"] = "\(file.size) bytes"
        page[url: "content"] = "/content/\(id)"
        // The first paint does not wait for this task, and the task ends with the page.
        task { [self] in page["lines"] = "\(try await drawer.lines(of: id)) lines" }
    }
}

/// The app on a folder: the schema, the pages, uploads and downloads.
func makeDrawerApp(folder: String) async throws -> LiveApp {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("file", creating: "file") { table in
        table.column("name", .text).notNull()
        table.column("type", .text).notNull()
        table.column("size", .integer).notNull()
    }
    let store = try StoreFile("\(folder)/drawer.sqlite", migrator: migrator).open()
    let files = try await FetchedResults<DrawerFile>(ListRequest(sort: [Column("name").asc]), in: store)
    let drawer = Drawer(store: store, files: files, folder: folder)
    let content = Download("/content/:id") { request in
        let file = try await drawer.file(Int64(request["id"]) ?? 0)
        return .file(at: drawer.path(file.id), type: file.type, savedAs: file.name, isImmutable: true)
    }
    return LiveApp(
        name: "Drawer", on: store,
        rooms: [
            Route("/", title: "Drawer") { DrawerController(drawer) },
            Route(.file, title: "File") { id in FileController(id, in: drawer) },
        ],
        downloads: [content],
        uploads: [Upload("files", into: "\(folder)/uploads", limits: UploadLimits(file: 1 << 30))],
        assets: [.starter])
}

@main
enum DrawerProgram {
    static func main() async {
        await LiveApp.main(port: 8082) { try await makeDrawerApp(folder: "drawer") }
    }
}
