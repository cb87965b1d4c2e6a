import AviaryResults
import AviaryServer
import Foundation
import GRDB

extension Destination<Int64> { static var plant: Self { Destination("/plant/:id") } }

/// One plant, at an address of its own.
final class PlantController: ViewController {
    static let storyboard = Storyboard("PlantView", PackageResources.PlantView_html)

    let page = Page()
    var actions: Actions { ["addPicture": addPicture] }
    let id: Int64
    let garden: Garden

    init(_ id: Int64, in garden: Garden) {
        self.id = id
        self.garden = garden
    }

    func viewDidLoad() async throws {
        let request = ListRequest<Plant>(filter: Column("id") == id)
        let plants = try await FetchedResults(request, in: garden.store)
        guard plants.snapshot.numberOfItems > 0 else { throw NotFound("There is no such plant.") }
        await observe(plants) { plants in self.show(plants.first) }
    }

    private func show(_ plant: Plant?) {
        let name = plant?.name ?? "This plant was removed"
        page.title = name
        page["name"] = name
        page[url: "picture"] = plant?.picture.map { "/picture/\($0)" }
        page["hasNoPicture"] = plant?.picture == nil
    }

    func addPicture(_ event: ActionEvent) async throws {
        guard let file = event.files.first else { return }
        guard let ending = pictureTypes[file.type] else { throw NotAPicture() }
        try await garden.store.write(receipt: event.receipt) { [id, garden] db in
            let name = "\(UUID().uuidString).\(ending)"
            _ = try Plant.filter(key: id).updateAll(db, Column("picture").set(to: name))
            try file.move(to: "\(garden.folder)/\(name)")
        }
    }
}
