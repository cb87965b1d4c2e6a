import AviaryApps
import AviaryResults
import AviaryServer
import AviarySnapshots

/// A controller of a viewer: it shows one photograph, moves to its neighbours, and makes a palette of it.
protocol FilmController: ViewController {
    associatedtype Record: LiveRecord

    var id: Int64 { get }
    var film: Film<Record> { get }
    var history: UndoController { get }
    /// The room below the sheet; `nil` for a page of its own. An offer with a button appears in the room, because the
    /// sheet may be closed before the button is pressed.
    var room: (any ViewController)? { get }

    /// Shows a photograph and its neighbours.
    ///
    /// - Parameter record: The photograph; `nil` when it was deleted.
    func show(_ record: Record?, _ neighbours: Film<Record>.Neighbours)
    func go(to record: Record?) async throws
}

/// A room that remembers for its viewer whether the panel with details is open, also when the scene is lost.
protocol DetailsRoom: ViewController {
    var showsDetails: Bool { get set }
}

extension FilmController {
    /// Follows changes of the list and of the photograph.
    func followFilm() async throws {
        for list in try await film.lists(about: id) {
            task { [self] in
                for await _ in list.updates() { await update() }
            }
        }
    }

    private func update() async {
        let id = id
        // If the store cannot be read, that does not mean that the photograph was deleted. The next update reads again.
        guard let seen = try? await film.look(at: id) else { return }
        // The person may have moved on while the rows were read.
        await page.update { if self.id == id { self.show(seen.record, seen.neighbours) } }
    }

    // MARK: Actions

    func previous(_ event: ActionEvent) async throws { try await go(to: film.neighbours(of: id).before) }

    func next(_ event: ActionEvent) async throws { try await go(to: film.neighbours(of: id).after) }

    /// Saves a palette, and reports it with a button that calls `showPalette` of the room, or of this page.
    func save(_ palette: PicturePalette, for event: ActionEvent) async throws {
        try await palette.save(in: history, for: event)
        (room?.page ?? page).offer(palette.sentence, action: "showPalette", title: RoomWords.show)
    }
}
