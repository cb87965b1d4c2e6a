import AviaryApps
import AviaryResults
import AviaryServer
import GRDB

/// Where everything is kept: rows in the store, files in the folder.
struct Garden: Sendable {
    let store: LiveStore
    let folder: String
}

/// The app on a folder.
package func makePlants(folder: String) throws -> LiveApp {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("plants", creating: "plant") { table in
        table.column("name", .text).notNull()
    }
    migrator.registerMigration("pictures") { db in
        try db.alter(table: "plant") { table in table.add(column: "picture", .text) }
        try History.install(on: "plant", in: db)
    }
    let store = try StoreFile("\(folder)/plants.sqlite", migrator: migrator).open()
    let garden = Garden(store: store, folder: folder)
    return LiveApp(
        name: "Plants", on: store,
        rooms: [
            Route("/", title: "Plants") { try await PlantsController(garden) },
            Route(.plant, title: "Plant") { id in PlantController(id, in: garden) },
        ],
        downloads: [picture(in: garden)],
        uploads: [
            Upload(
                "pictures", into: "\(folder)/uploads", types: Array(pictureTypes.keys),
                limits: UploadLimits(file: 32 << 20))
        ],
        assets: [
            .starter,
            Asset("plants.css", PackageResources.plants_css),
        ])
}

@main
enum Plants {
    static func main() async {
        // Says what goes wrong, and starts the serving process again when it crashes.
        await LiveApp.main(port: 8084) { try makePlants(folder: "plants") }
    }
}
