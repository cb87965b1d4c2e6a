import AviaryApps
import AviaryResults
import AviaryServer
import AviarySnapshots

/// A controller of a viewer. The viewer shows one photograph, moves to its neighbours, and makes a palette of it.
protocol FilmController: ViewController {
    associatedtype Record: LiveRecord

    var id: Int64 { get }
    var film: Film<Record> { get }
    var history: UndoController { get }
    /// The controller of the page below the sheet; `nil` if the viewer is a page of its own. Offers with a button
    /// appear on the page below, because the sheet may be closed before the person presses the button.
    var room: (any ViewController)? { get }

    /// Shows a photograph and its neighbours.
    ///
    /// - Parameter record: The photograph; `nil` if it was deleted.
    func show(_ record: Record?, _ neighbours: Film<Record>.Neighbours)
    func go(to record: Record?) async throws
}

/// A page that remembers whether its viewer shows the panel with details. The restoration state keeps this, too.
protocol DetailsRoom: ViewController {
    var showsDetails: Bool { get set }
}

extension FilmController {
    /// Updates the viewer when the photograph or its list changes.
    func followFilm() async throws {
        for list in try await film.lists(about: id) {
            task { [self] in
                for await _ in list.updates() { await update() }
            }
        }
    }

    private func update() async {
        let id = id
        // A failed read does not mean that the photograph was deleted, so nothing changes. The next update reads again.
        guard let seen = try? await film.look(at: id) else { return }
        // The person may have moved to another photograph while the rows were read.
        await page.update { if self.id == id { self.show(seen.record, seen.neighbours) } }
    }

    // MARK: Actions

    func previous(_ event: ActionEvent) async throws { try await go(to: film.neighbours(of: id).before) }

    func next(_ event: ActionEvent) async throws { try await go(to: film.neighbours(of: id).after) }

    /// Saves a palette. The message has a button for the action `showPalette` of the page below, or of this page.
    func save(_ palette: PicturePalette, for event: ActionEvent) async throws {
        try await palette.save(in: history, for: event)
        (room?.page ?? page).offer(palette.sentence, action: "showPalette", title: RoomWords.show)
    }
}
