import AviaryServerTesting
import AviarySnapshots
import AviaryViews
import Foundation
import Logging
import Testing

@testable import AviaryServer

/// A room whose items are UUIDs: the page has their texts, and an action gets the identifiers.
struct UUIDRoomTests {
    @Test func anActionGetsTheIdentifiersThatThePageNames() async throws {
        let plants = ["fern", "moss", "rose"].map { Plant(id: UUID(), name: $0) }
        let app = LiveApp(
            name: "Plants", rooms: [Route("/", title: "Plants") { PlantRoom(plants) }],
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let tab = try await FakeBrowser(app)
        let (fern, moss, rose) = (plants[0].id.uuidString, plants[1].id.uuidString, plants[2].id.uuidString)
        #expect(await tab.collection("list").tiles.map(\.id) == [fern, moss, rose])

        try await tab.perform("water", item: moss)
        #expect(await tab.outlets["watered"] == "\"moss\"")
        try await tab.move(rose, "before", fern, in: "list")
        #expect(await tab.collection("list").tiles.map(\.id) == [rose, fern, moss])
        await tab.tap(rose, in: "list")
        await tab.tap(moss, in: "list")
        try await tab.perform("water")
        #expect(await tab.outlets["watered"] == "\"rose, moss\"")
        #expect(await tab.collection("list").tiles.filter(\.isSelected).map(\.id) == [rose, moss])

        // A name that no item has.
        try await tab.perform("water", item: UUID().uuidString)
        #expect(await tab.outlets["watered"] == "\"\"")
        await tab.close()
        #expect(await tab.faults == [])
    }

    @Test func aPageForEachPlantHasItsUUIDInTheAddress() async throws {
        let id = UUID()
        let address = Destination.plant.address(id)
        #expect(address.description == "/plant/\(id.uuidString)")
        #expect(Destination.plant.parameter(of: address) == id)
        for other in ["/plant/7", "/plant/\(id.uuidString.lowercased())", "/plants/\(id.uuidString)"] {
            #expect(Destination.plant.parameter(of: try #require(Address(other))) == nil)
        }
        let route = Route(.plant, title: "Plant") { PlantPage($0) }
        let sample = try #require(route.sample)
        #expect(Destination.plant.parameter(of: sample) != nil, "the app's start tries the room with it")
        let app = LiveApp(name: "Plants", rooms: [route])
        let tab = try await FakeBrowser(app, path: address.description)
        #expect(await tab.outlets["id"] == "\"\(id.uuidString)\"")
        await tab.close()
        await #expect(throws: FakeBrowser.NoSuchPage.self) { try await FakeBrowser(app, path: "/plant/7") }
    }
}

extension Destination<UUID> {
    fileprivate static var plant: Self { Destination("/plant/:id") }
}

private final class PlantPage: ViewController {
    static let storyboard = Storyboard("PlantPage", Array("<h1 data-outlet=\"id\"></h1>".utf8))
    let page = Page()
    private let id: UUID

    init(_ id: UUID) { self.id = id }

    func viewDidLoad() { page["id"] = id.uuidString }
}

private struct Plant: Sendable {
    let id: UUID
    let name: String
}

private final class PlantRoom: ViewController {
    static let storyboard = Storyboard(
        "PlantRoom",
        Array(
            """
            <p data-outlet="watered"></p><button data-action="water">Water</button>
            <div data-collection="list"></div>
            <template data-cell="Line"><p><b data-outlet="name"></b><button data-action="water">Water</button></p></template>
            """.utf8))

    let page = Page()
    let list = CollectionView<UUID>(layout: FlowLayout(columns: .fixed(1), itemSize: .height(20)))
    var collections: [String: any ScreenCollection] { ["list": list] }
    var actions: Actions { ["water": water, "arrange": arrange] }
    private var plants: [Plant]
    private let source: DiffableDataSource<UUID>

    init(_ plants: [Plant]) {
        self.plants = plants
        let names = Dictionary(uniqueKeysWithValues: plants.map { ($0.id, $0.name) })
        source = DiffableDataSource { id, cell in cell["name"] = names[id] }
    }

    func viewDidLoad() {
        list.allowsMultipleSelection = true
        list.moveAction = "arrange"
        list.dataSource = source
        show()
    }

    private func show() {
        source.apply(ListSnapshot(uniqueSections: [(0, plants.map(\.id))]))
    }

    private func water(_ event: ActionEvent) {
        let items = event.items(in: list)
        page["watered"] = plants.filter { items.contains($0.id) }.map(\.name).joined(separator: ", ")
    }

    private func arrange(_ event: ActionEvent) {
        guard let move = event.move(in: list), case .before(let next) = move.target else { return }
        let moved = plants.filter { move.items.contains($0.id) }
        plants.removeAll { move.items.contains($0.id) }
        plants.insert(contentsOf: moved, at: plants.firstIndex { $0.id == next } ?? plants.endIndex)
        show()
    }
}
