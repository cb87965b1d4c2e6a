import AviaryImages
import AviaryResults
import AviaryServer
import AviaryText
import AviaryViews

/// Pictures, which come when their cells do.
extension PhotoramaController {
    func configure(_ cell: Cell, with photo: WebPhoto) {
        let isStored = library.isStored(photo, size: .small)
        let failure = isStored ? nil : failures[photo.id]
        if isStored {
            missing.remove(photo.id)
        } else if failure == nil, missing.insert(photo.id).inserted, displayed.contains(photo.id) {
            // It has another picture now, or the cell was in view before its content was.
            pictures.begin(photo.id, .visible)
        }
        cell["title"] = photo.title
        cell["color"] = photo.color
        cell["isFavorite"] = photo.isFavorite
        cell["isWaiting"] = !isStored && failure == nil
        cell["isFailed"] = failure != nil
        cell["failure"] = failure
        cell[url: "picture"] = isStored ? photo.picturePath(.small) : nil
    }

    /// Has the cells of the pictures that have come show them, whichever cells these are by now.
    func takePictures() {
        let outcomes = pictures.take()
        page["isSlow"] = pictures.isSlow
        for (id, failure) in outcomes {
            missing.remove(id)
            failures[id] = failure
        }
        grid.reconfigureItems(outcomes.map(\.id))
        showFailures(outcomes.compactMap(\.failure).last)
    }

    private func showFailures(_ latest: String?) {
        if failures.isEmpty, trouble?.kind == .pictures { trouble = nil }
        // What is wrong with a whole list comes first.
        if let latest, !dismissed.contains(latest), trouble == nil || trouble?.kind == .pictures {
            trouble = Trouble(.pictures, latest)
        }
        show()
    }

    /// Asks for pictures again that could not be had.
    func fetchAgain(_ items: some Sequence<WebPhoto.ID>) {
        let failed = items.filter { failures.removeValue(forKey: $0) != nil }
        missing.formUnion(failed)
        for id in failed where displayed.contains(id) { pictures.begin(id, .visible) }
        grid.reconfigureItems(failed)
    }

    func fetchAgain(_ event: ActionEvent) {
        fetchAgain(event.items(in: grid))
        showFailures(nil)
    }

    /// A picture was stored when its cell was configured, and is not any more.
    func lost(_ event: ActionEvent) {
        guard let id = event.item(in: grid), failures[id] == nil else { return }
        missing.insert(id)
        if displayed.contains(id) { pictures.begin(id, .visible) }
        grid.reconfigureItems([id])
    }
}
