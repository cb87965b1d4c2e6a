import AviarySnapshots

/// One step of a rubber band, which a person draws from the gap between tiles.
package enum BandStep: String, Hashable, Sendable {
    /// It begins: what it touches replaces the selection.
    case new
    /// It begins: what it touches joins the selection.
    case add
    /// It leads on.
    case on
    /// It is given up: the selection is again as it was before the band.
    case drop
}

/// What a rubber band selects, by identifier: it follows every update.
struct SelectedBand<ItemID: ItemIdentifier> {
    /// What was selected before a band that replaces the selection.
    var replaced: Set<ItemID>?
    /// The items that the band touches and a person may select.
    var members: Set<ItemID> = []
    /// Those of them that were selected before.
    var unchanged: Set<ItemID> = []

    mutating func forget(_ deleted: DeletedItems<ItemID>) {
        replaced?.subtract(deleted)
        members.subtract(deleted)
        unchanged.subtract(deleted)
    }
}

extension CollectionView {
    /// Selects the items whose frames touch a rectangle, where several may be selected.
    ///
    /// As long as nothing else changes the selection, a band that leads on replaces its own step before: what it does not
    /// touch any more is again as it was. One that another change has ended begins anew, and adds.
    ///
    /// - Parameter rect: In content coordinates; may exceed the content.
    /// - Complexity: O(log *n* + *k*) for *k* items in the lines that the rectangle touches now, or did before.
    package func selectBand(in rect: ContentRect, _ step: BandStep) {
        guard mode.limit == .several else { return }
        let rect = ContentRect(x: rect.x, y: rect.y, width: max(0, rect.width), height: max(0, rect.height))
            .transposed(layout.scrollDirection)
        selectedRange = nil
        // Taken out while it changes, so that its sets are not copied.
        let current = selectedBand.take()
        if step == .drop { return drop(current) }
        let touched = items(touching: rect)
        selectionWork += touched.count + (current?.members.count ?? 0)
        changeSelection {
            var band: SelectedBand<ItemID> = step == .on ? current ?? SelectedBand() : SelectedBand()
            defer { selectedBand = band }
            let members = Set(touched.filter { band.members.contains($0) || isSelectable($0) })
            if step == .new {
                band.replaced = selection
                band.members = members
                selection = members
                return band.replaced != members
            }
            var hasChanged = false
            for item in band.members where !members.contains(item) {
                if band.unchanged.remove(item) == nil { hasChanged = flip(item, false) || hasChanged }
            }
            for item in members where !band.members.contains(item) {
                if flip(item, true) { hasChanged = true } else { band.unchanged.insert(item) }
            }
            band.members = members
            return hasChanged
        }
    }

    /// What `selectBand` will add to `selectionWork`.
    ///
    /// - Complexity: O(log *n*).
    package func workOfBand(in rect: ContentRect) -> Int {
        positions(near: rect.transposed(layout.scrollDirection)).count + (selectedBand?.members.count ?? 0)
    }

    private func drop(_ band: SelectedBand<ItemID>?) {
        guard let band else { return }
        changeSelection {
            if let replaced = band.replaced {
                defer { selection = replaced }
                return selection != replaced
            }
            var hasChanged = false
            for item in band.members where !band.unchanged.contains(item) {
                hasChanged = flip(item, false) || hasChanged
            }
            return hasChanged
        }
    }

    private func positions(near rect: ContentRect) -> Range<Int> {
        geometry.positions(in: rect).clamped(to: 0..<snapshot.numberOfKnownItems)
    }

    private func items(touching rect: ContentRect) -> [ItemID] {
        let positions = positions(near: rect)
        return zip(positions, snapshot.items(in: positions)).filter { geometry.frame(at: $0.0).touches(rect) }.map(\.1)
    }
}

extension ContentRect {
    fileprivate func touches(_ other: ContentRect) -> Bool {
        x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
    }
}
