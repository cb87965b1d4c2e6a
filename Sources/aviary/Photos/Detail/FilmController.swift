import AviaryApps
import AviaryResults
import AviaryServer
import AviarySnapshots

/// A controller that shows one photograph of a film, turns to those beside it, and makes a palette of it.
protocol FilmController: ViewController {
    associatedtype Record: LiveRecord

    var id: Int64 { get }
    var film: Film<Record> { get }
    var history: UndoController { get }
    /// The room that a sheet stands over: what it offers can be pressed when the sheet is closed. `nil` for a page of its own.
    var room: (any ViewController)? { get }

    /// - Parameter record: `nil` when the photograph is gone.
    func show(_ record: Record?, _ neighbours: Film<Record>.Neighbours)
    func go(to record: Record?) async throws
}

extension FilmController {
    /// Shows from now on what changes in the list, or of the photograph.
    func followFilm() async throws {
        for list in try await film.lists(about: id) {
            task { [self] in
                for await _ in list.updates() { await update() }
            }
        }
    }

    private func update() async {
        let id = id
        // A store that cannot be read has deleted nothing. The next update looks again.
        guard let seen = try? await film.look(at: id) else { return }
        // The person may have gone on to another while these were read.
        await page.update { if self.id == id { self.show(seen.record, seen.neighbours) } }
    }

    // MARK: Actions

    func previous(_ event: ActionEvent) async throws { try await go(to: film.neighbours(of: id).before) }

    func next(_ event: ActionEvent) async throws { try await go(to: film.neighbours(of: id).after) }

    /// Saves a palette, and says so with a button that calls `showPalette` of the room, or of this page.
    func save(_ palette: PicturePalette, for event: ActionEvent) async throws {
        try await palette.save(in: history, for: event)
        (room?.page ?? page).offer(palette.sentence, action: "showPalette", title: RoomWords.show)
    }
}
