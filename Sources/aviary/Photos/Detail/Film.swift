import AviaryResults
import AviaryServer
import AviarySnapshots
import AviaryViews
import GRDB

/// One photograph as a viewer shows it: what `Film.html` has outlets for.
struct FilmFrame {
    let id: Int64
    let name: String
    /// Upright, in pixels.
    let width: Int
    let height: Int
    let color: DisplayColor
    /// As large as the window; `nil` while it is not there.
    let picture: String?
    /// What is seen until the picture is painted.
    let preview: String?
    /// The photograph's own page.
    let address: Address
}

/// The photograph that a viewer shows, and those before and after it in a list that changes meanwhile.
final class Film<Record: LiveRecord> {
    typealias Neighbours = (before: Record?, after: Record?)

    /// What the photograph is one of; it may leave the list, and is shown all the same.
    let list: FetchedResults<Record>
    private let store: LiveStore
    /// Its row alone: the list does not tell of one that has left it.
    private var own: FetchedResults<Record>?
    /// Where the photograph stood last: there the next one is when it has left the list.
    private var position = 0

    init(_ list: FetchedResults<Record>, in store: LiveStore) { (self.list, self.store) = (list, store) }

    /// The lists that tell when a photograph or those around it have changed.
    func lists(about id: Int64) async throws -> [FetchedResults<Record>] {
        let own = try await FetchedResults(Self.request(for: id), in: store)
        self.own = own
        return [list, own]
    }

    /// Has the lists tell of another photograph from now on.
    func turn(to id: Int64) async throws { try await own?.change(to: Self.request(for: id)) }

    private static func request(for id: Int64) -> ListRequest<Record> { ListRequest(filter: Column("id") == id) }

    /// A photograph, unless it is gone, and those before and after it.
    func look(at id: Int64) async throws -> (record: Record?, neighbours: Neighbours) {
        (try await store.read { db in try db.record(Record.self, id) }, try await neighbours(of: id))
    }

    /// Those before and after a photograph; none while its position is not known yet.
    func neighbours(of id: Int64) async throws -> Neighbours {
        let snapshot = list.snapshot
        let own = snapshot.position(of: id)
        // It may stand anywhere as long as not all are known; an update says when they are.
        guard own != nil || snapshot.isWhole else { return (nil, nil) }
        if let own { position = own }
        // Where it is gone, the one that has taken its position comes next.
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
