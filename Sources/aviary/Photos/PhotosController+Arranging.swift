import AviaryApps
import AviaryResults
import AviaryServer
import AviaryViews

/// Actions for the order, the sections, the layout and the filter of the photographs.
extension PhotosController {
    func arrange(_ event: ActionEvent) async throws {
        var next = arrangement
        next.choose(event.fields)
        guard next != arrangement else { return }
        let (before, library, place) = (arrangement, library, place)
        try await arrange(as: next)
        try await blocking { [next] in library.arrangements.keep(next, for: place) }
        if (next.order, next.sections) != (before.order, before.sections) { page.announce(next.sentence) }
    }

    func arrange(as next: PhotoArrangement) async throws {
        let before = arrangement
        guard next != before else { return }
        arrangement = next
        showArrangement()
        // A layout with headers is used only while there are sections: it is set after they appear, and removed before
        // they vanish.
        let hadSections = before.sections != .none
        if hadSections { try await grid.setLayout(next.collectionLayout) }
        try await photos.change(to: place.query(next, search: searched).request)
        if !hadSections { try await grid.setLayout(next.collectionLayout) }
        show()
    }

    func search(_ event: ActionEvent) async throws {
        try await search(for: event.fields["text"] ?? "")
    }

    func search(for text: String) async throws {
        searched = text
        page["searched"] = searched
        try await photos.change(to: place.query(arrangement, search: searched).request)
        show()
    }

    func move(_ event: ActionEvent) async throws {
        guard let move = event.move(in: grid) else { return }
        if arrangement.order != .manual { throw PhotoError.notByHand(arrangement.order) }
        if !searched.isEmpty { throw PhotoError.foundBySearch }
        let scope = place.query(PhotoArrangement(), search: "").scope
        try await history.write(PhotosWords.Steps.move, for: event) { db in try db.movePhotos(move, in: scope) }
        hint.follow()
    }

    /// Allows or forbids moving photographs by a drag. In an order other than the manual one, a drop shows a message
    /// that says why nothing moves. In select mode a drag selects instead.
    func updateMoving() {
        let canMove = place != .trash && !isSelecting && !history.store.isReadOnly
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
