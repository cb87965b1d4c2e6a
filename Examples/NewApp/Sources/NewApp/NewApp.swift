import AviaryApps
import AviaryResults
import AviaryServer

/// The app on a folder, which holds its store.
package func makeApp(folder: String) throws -> LiveApp {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("items", creating: "item") { table in
        table.column("name", .text).notNull()
    }
    let store = try StoreFile("\(folder)/items.sqlite", migrator: migrator).open()
    return LiveApp(
        name: "NewApp", on: store, rooms: [Route("/", title: "Items") { try await ItemsController(store) }],
        assets: [.starter, Asset("app.css", PackageResources.app_css)])
}

@main
enum NewApp {
    static func main() async {
        // Says what goes wrong, and starts the serving process again when it crashes.
        await LiveApp.main(port: 8080) { try makeApp(folder: "data") }
    }
}
