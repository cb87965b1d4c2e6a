import AviaryApps
import AviaryResults
import AviaryServer
import AviarySnapshots
import AviaryText
import AviaryViews
import Foundation

/// The actions for adding files as photographs, and the messages about them.
extension PhotosController {
    /// Adds the files of one choice as they arrive. They form one undo step, unless another step comes between them.
    /// One message reports all of them.
    func add(_ event: ActionEvent) async throws {
        let choice = event.choice ?? FileChoice(id: event.receipt ?? UUID().uuidString, remaining: 0)
        do { try await receive(event, of: choice) } catch {
            // Some files of the choice may have been added before. The message reports them.
            if choice.remaining == 0 { try? await tell(choice) }
            throw error
        }
        if choice.remaining == 0 { try await tell(choice) }
    }

    private func receive(_ event: ActionEvent, of choice: FileChoice) async throws {
        guard !event.files.isEmpty else { return }
        if additions[choice.id] == nil, additions.count >= 8 { additions = [:] }
        var summary = additions[choice.id] ?? AdditionSummary()
        if !history.isLast(group: choice.id) { summary.closeStep() }
        let album = event.fields["album"].flatMap(Album.ID.init) ?? place.album
        let name = summary.stepName(adding: event.files.count)
        let result = try await library.add(event.files) { [history] photos in
            try await history.write(name, for: event, group: choice.id) { db in try db.addPhotos(photos, to: album) }
        }
        summary.add(result, named: event.files.count == 1 ? event.files[0].name : nil)
        additions[choice.id] = summary
        if let refused = result.refused.first { page.say(error: refused.sentence) }
    }

    /// Prepares the message about a choice of files. If photographs are hidden or none is new, its button is "Show".
    /// Otherwise it is "Undo".
    private func tell(_ choice: FileChoice) async throws {
        guard let summary = additions[choice.id], !summary.isTold else { return }
        additions[choice.id]?.isTold = true
        let view = try await view(of: Set(summary.changed + summary.known))
        let sentence = summary.sentence(in: view)
        guard !sentence.isEmpty else { return }
        added = summary.first
        if view.hidden > 0 || summary.changed.isEmpty {
            return page.offer(sentence, action: "showAdded", title: RoomWords.show)
        }
        // Photographs of another album, or of a deleted one, do not appear in this list. So the message does not wait
        // for them.
        guard summary.changed.contains(where: { photos.snapshot.position(of: $0) != nil }) else {
            return history.offer(sentence)
        }
        report = AdditionReport(
            sentence: sentence, photos: summary.changed, isPlain: summary.isPlain(in: view) && !isSelecting)
    }

    /// Shows the message once the grid has one of the added photographs. If none is in view, the button is "Show".
    func tellReport() {
        guard let report, report.photos.contains(where: { grid.snapshot.position(of: $0) != nil }) else { return }
        self.report = nil
        if Set(grid.visibleItems).isDisjoint(with: report.photos) {
            page.offer(report.sentence, action: "showAdded", title: RoomWords.show)
        } else if report.isPlain {
            page.announce(report.sentence)
        } else {
            history.offer(report.sentence)
        }
    }

    private func view(of photos: Set<Photo.ID>) async throws -> AdditionSummary.View {
        var view = AdditionSummary.View(place: place, albumName: albumName ?? "")
        if place == .trash { view.hidden = photos.count }
        if place == .all, arrangement.onlyFavorites { view.filter = .favorites }
        if !searched.isEmpty { view.filter = .search }
        guard view.filter != nil, place != .trash else { return view }
        let query = place.query(arrangement, search: searched)
        view.hidden =
            photos.count - (try await library.store.read { try query.identifiers(among: photos, in: $0) }).count
        return view
    }

    /// Shows the first of the added photographs, even if a search or a filter hides it.
    func showAdded(_ event: ActionEvent) async throws {
        guard let added else { return }
        if place == .trash {
            return page.show(Self.address(showing: added))
        }
        if !searched.isEmpty { try await search(for: "") }
        var next = arrangement
        next.onlyFavorites = false
        try await arrange(as: next)
        awaited = added
    }

    /// The address of all photographs, scrolled to one of them.
    static func address(showing photo: Photo.ID?) -> Address {
        Address(path: ["photos"], query: photo.map { [Address.QueryItem("show", "\($0)")] } ?? [])
    }

    func scrollToAwaited() {
        guard let awaited, grid.snapshot.position(of: awaited) != nil else { return }
        self.awaited = nil
        grid.scrollToItem(awaited, at: .centeredVertically)
    }

    /// Reports that something other than a picture file was dropped or pasted.
    func refuse(_ event: ActionEvent) {
        page.say(error: PhotosWords.notAPicture(event.fields["name"]))
    }

    /// Reports files that were lost: the person left the page before the browser had sent the files, and the browser
    /// had no space to store them.
    func lost(_ event: ActionEvent) {
        let names = (event.fields["names"] ?? "").split(separator: "\n").prefix(20).map {
            String($0).onOneLine.shortened(to: 60).quoted
        }
        let count = max(names.count, min(event.fields["count"].flatMap { Int($0) } ?? 0, 1_000_000))
        page.say(error: PhotosWords.notSent(names, of: count))
    }
}
