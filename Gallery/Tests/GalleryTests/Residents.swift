import AviaryViews
import Synchronization

@testable import AviaryServer

/// A scene with the controllers, pages and collection views of its page and its sheets, held weakly.
struct Residents: @unchecked Sendable {
    private struct Resident {
        weak var object: AnyObject?
        var name: String
    }

    // Only looked at, and only once the scene has had its day.
    private let all: [Resident]

    init(_ objects: [AnyObject]) { all = objects.map { Resident(object: $0, name: "\(type(of: $0))") } }

    /// The types of those that are still there.
    var alive: [String] { all.filter { $0.object != nil }.map(\.name) }
}

/// All scenes of an app.
final class Census: Sendable {
    private let all = Mutex<[Residents]>([])

    func note(_ scene: isolated Scene) {
        let residents = scene.residents
        all.withLock { $0.append(residents) }
    }

    /// How many scenes there have been.
    var count: Int { all.withLock { $0.count } }

    /// The types of what is left of them.
    var alive: [String] { all.withLock { $0.flatMap(\.alive) } }
}

extension Scene {
    var residents: Residents {
        let own = stage?.everybody.flatMap { [$0.controller, $0.controller.page] as [AnyObject] } ?? []
        return Residents([self] + own + Array(collections.values))
    }
}
