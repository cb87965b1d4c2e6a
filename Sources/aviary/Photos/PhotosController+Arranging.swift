import AviaryApps
import AviaryResults
import AviaryServer
import AviaryViews

/// The order of the photographs, their sections, their layout, and which of them are shown.
extension PhotosController {
    func arrange(_ event: ActionEvent) async throws {
        var next = arrangement
        next.choose(event.fields)
        try await arrange(as: next)
    }

    func arrange(as next: PhotoArrangement) async throws {
        let before = arrangement
        guard next != before else { return }
        arrangement = next
        showArrangement()
        // Headers come when there are sections, and go before these do.
        let hadSections = before.sections != .none
        if hadSections { try await grid.setLayout(next.collectionLayout) }
        try await photos.change(to: place.query(next, search: searched).request)
        if !hadSections { try await grid.setLayout(next.collectionLayout) }
        show()
    }

    func search(_ event: ActionEvent) async throws {
        searched = event.fields["text"] ?? ""
        page["searched"] = searched
        updateMoving()
        try await photos.change(to: place.query(arrangement, search: searched).request)
        show()
    }

    func move(_ event: ActionEvent) async throws {
        guard let move = event.move(in: grid) else { return }
        let scope = place.query(PhotoArrangement(), search: "").scope
        try await history.write("Move", for: event) { db in try db.movePhotos(move, in: scope) }
    }

    /// Photographs are moved where people made the order, and where a drag does not select.
    func updateMoving() {
        let canMove =
            arrangement.order == .manual && place != .trash && searched.isEmpty && !isSelecting
            && !history.store.isReadOnly
        let action = canMove ? "move" : nil
        if grid.moveAction != action { grid.moveAction = action }
    }

    func showArrangement() {
        page["isRows"] = arrangement.layout == .rows
        page["isSquares"] = arrangement.layout == .squares
        page["byHand"] = arrangement.order == .manual
        page["byDate"] = arrangement.order == .date
        page["byName"] = arrangement.order == .name
        page["noSections"] = arrangement.sections == .none
        page["byDay"] = arrangement.sections == .day
        page["byMonth"] = arrangement.sections == .month
        page["allShown"] = !arrangement.onlyFavorites
        page["onlyFavorites"] = arrangement.onlyFavorites
        updateMoving()
    }
}
