import AviaryResults
import AviaryServer
import AviarySnapshots
import AviaryViews
import GRDB

/// The values for the outlets of `Film.html`, which shows one photograph.
struct FilmFrame {
    let id: Int64
    let name: String
    /// The width of the upright picture, in pixels.
    let width: Int
    let height: Int
    let color: DisplayColor
    /// The address of the large picture; `nil` while there is none.
    let picture: String?
    /// The address of a smaller picture, which is visible until the large one is painted.
    let preview: String?
    /// The address of the photograph's own page.
    let address: Address
}

/// The photograph in a viewer, and its neighbours in a list that may change.
final class Film<Record: LiveRecord> {
    typealias Neighbours = (before: Record?, after: Record?)

    /// The list that contains the photograph. The viewer keeps showing a photograph that leaves the list.
    let list: FetchedResults<Record>
    private let store: LiveStore
    /// A list of the photograph's row alone. It is needed because `list` reports no changes of a photograph that has
    /// left it.
    private var own: FetchedResults<Record>?
    /// The last position of the photograph. After it has left the list, the next photograph has this position.
    private var position = 0

    init(_ list: FetchedResults<Record>, in store: LiveStore) { (self.list, self.store) = (list, store) }

    /// Returns the lists whose updates report changes of a photograph or its neighbours. Loads the list that has only
    /// the photograph's row.
    func lists(about id: Int64) async throws -> [FetchedResults<Record>] {
        let own = try await FetchedResults(Self.request(for: id), in: store)
        self.own = own
        return [list, own]
    }

    /// Changes the list of one row to another photograph, so that the lists report its changes.
    func turn(to id: Int64) async throws { try await own?.change(to: Self.request(for: id)) }

    private static func request(for id: Int64) -> ListRequest<Record> { ListRequest(filter: Column("id") == id) }

    /// Reads a photograph and its neighbours. The record is `nil` if the photograph was deleted.
    func look(at id: Int64) async throws -> (record: Record?, neighbours: Neighbours) {
        (try await store.read { db in try db.record(Record.self, id) }, try await neighbours(of: id))
    }

    /// Returns the photographs before and after a photograph. Returns none while its position is unknown.
    func neighbours(of id: Int64) async throws -> Neighbours {
        let snapshot = list.snapshot
        let own = snapshot.position(of: id)
        // While the list is still loading, the position may be unknown. An update follows when the list is complete.
        guard own != nil || snapshot.isWhole else { return (nil, nil) }
        if let own { position = own }
        // If the photograph has left the list, its position now belongs to the next photograph.
        let around = [position - 1, own == nil ? position : position + 1].map { position in
            (0..<snapshot.numberOfKnownItems).contains(position) ? snapshot.item(at: position) : nil
        }
        let found = try await list.elements(for: around.compactMap(\.self))
        return (around[0].flatMap { found[$0] }, around[1].flatMap { found[$0] })
    }
}

extension Page {
    func show(_ frame: FilmFrame) {
        self["id"] = "\(frame.id)"
        self["name"] = frame.name
        self["color"] = frame.color
        self["width"] = frame.width
        self["height"] = frame.height
        self[url: "picture"] = frame.picture
        self[url: "preview"] = frame.preview
    }

    func show(before: FilmFrame?, after: FilmFrame?) {
        show(before, as: "before", link: "previous", disabled: "isFirst")
        show(after, as: "after", link: "next", disabled: "isLast")
    }

    private func show(_ frame: FilmFrame?, as side: String, link: String, disabled: String) {
        self[url: "\(side)Picture"] = frame?.picture
        self["\(side)Width"] = frame?.width ?? 1
        self["\(side)Height"] = frame?.height ?? 1
        self["\(side)Color"] = frame?.color
        self[url: link] = frame?.address.description
        self[disabled] = frame == nil
    }
}
