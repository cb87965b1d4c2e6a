import AviaryApps
import AviaryResults
import AviaryServer
import AviaryViews
import GRDB

/// The list of all plants.
final class PlantsController: ViewController {
    static let storyboard = Storyboard("PlantsView", PackageResources.PlantsView_html)

    let page = Page()
    let list = CollectionView<Int64>(layout: ListLayout(rowHeight: .uniform(60)))
    var collections: [String: any ScreenCollection] { ["list": list] }
    var actions: Actions {
        [
            "add": add,
            "rename": rename,
            "remove": remove,
            "open": open,
        ]
    }
    var children: [String: any ViewController] { ["undo": undo] }
    let undo: UndoController
    let garden: Garden
    let plants: FetchedResults<Plant>

    init(_ garden: Garden) async throws {
        self.garden = garden
        let request = ListRequest<Plant>(sort: [Column("name").collating(.nocase).asc])
        plants = try await FetchedResults(request, in: garden.store)
        undo = UndoController(of: garden.store, counting: "plant")
    }

    func viewDidLoad() {
        list.allowsSelection = false
        list.dataSource = LiveDataSource(plants) { plant, cell in
            cell["name"] = plant.name
        }
    }

    func add(_ event: ActionEvent) async throws {
        let name = try Plant.name(typed: event.fields["name"])
        try await undo.write("Add plant", for: event) { db in
            var plant = Plant(name: name)
            try plant.insert(db)
        }
    }

    func rename(_ event: ActionEvent) async throws {
        guard let id = event.item(in: list) else { return }
        let name = try Plant.name(typed: event.fields["name"])
        try await undo.write("Rename plant", for: event) { db in
            _ = try Plant.filter(key: id).updateAll(db, Column("name").set(to: name))
        }
    }

    func remove(_ event: ActionEvent) async throws {
        guard let id = event.item(in: list) else { return }
        let plant = try await undo.write("Remove plant", for: event) { db in
            let plant = try Plant.fetchOne(db, key: id)
            _ = try Plant.deleteOne(db, key: id)
            return plant
        }
        if let plant { undo.offer("“\(plant.name)” removed") }
    }

    func open(_ event: ActionEvent) async throws {
        guard let id = event.item(in: list) else { return }
        try await presentPlant(id)
    }

    /// After a restart of the server, a tab that shows a plant over the list asks for it again.
    func presentAgain(at address: Address) async throws {
        guard let id = Destination.plant.parameter(of: address) else { return }
        try await presentPlant(id)
    }

    private func presentPlant(_ id: Int64) async throws {
        try await page.present(at: Destination.plant.address(id)) { [garden] in PlantController(id, in: garden) }
    }
}
