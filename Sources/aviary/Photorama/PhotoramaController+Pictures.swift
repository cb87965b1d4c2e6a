import AviaryImages
import AviaryResults
import AviaryServer
import AviaryText
import AviaryViews

/// The pictures of the cells, which are fetched when the cells come into view.
extension PhotoramaController {
    func configure(_ cell: Cell, with photo: WebPhoto) {
        let isStored = library.isStored(photo, size: .small)
        let failure = isStored ? nil : failures[photo.id]
        if isStored {
            missing.remove(photo.id)
        } else if failure == nil, missing.insert(photo.id).inserted, displayed.contains(photo.id) {
            // The photo has a new picture, or its cell came into view before its content was loaded. In both cases
            // `willDisplay` has not fetched the picture.
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

    /// Updates the cells of the pictures for which results have arrived.
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
        // A failure of the whole list takes precedence over failures of pictures.
        if let latest, !dismissed.contains(latest), trouble == nil || trouble?.kind == .pictures {
            trouble = Trouble(.pictures, latest)
        }
        show()
    }

    /// Fetches pictures again that could not be fetched. Others are ignored.
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

    /// Fetches a picture again that was stored when its cell was configured, but has been removed since.
    func lost(_ event: ActionEvent) {
        guard let id = event.item(in: grid), failures[id] == nil else { return }
        missing.insert(id)
        if displayed.contains(id) { pictures.begin(id, .visible) }
        grid.reconfigureItems([id])
    }
}
