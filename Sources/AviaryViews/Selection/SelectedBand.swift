import AviarySnapshots

/// One step of a rubber band that a person draws, beginning between tiles.
package enum BandStep: String, Hashable, Sendable {
    /// The band begins, and the touched items replace the selection.
    case new
    /// The band begins, and the touched items join the selection.
    case add
    /// The band changes its size.
    case on
    /// The band is cancelled, and the selection before the band is restored.
    case drop
}

/// The selection of a rubber band, by identifier, so that it follows every update.
struct SelectedBand<ItemID: ItemIdentifier> {
    /// The selection that the band has replaced; `nil` if the band adds to the selection.
    var replaced: Set<ItemID>?
    /// The touched items that a person may select.
    var members: Set<ItemID> = []
    /// The members that were already selected when the band first touched them.
    var unchanged: Set<ItemID> = []

    mutating func forget(_ deleted: DeletedItems<ItemID>) {
        replaced?.subtract(deleted)
        members.subtract(deleted)
        unchanged.subtract(deleted)
    }
}

extension CollectionView {
    /// Selects the items whose frames touch a rectangle, if several may be selected.
    ///
    /// Each step of a band undoes the step before it. An item that the band no longer touches gets back the state that
    /// it had when the band first touched it. If anything else has changed the selection meanwhile, the band begins
    /// anew, and adds to the selection.
    ///
    /// - Parameter rect: The rectangle in content coordinates. It may exceed the content.
    /// - Complexity: O(log *n* + *k*) for *k* items in the lines that the rectangle touches now or touched before.
    package func selectBand(in rect: ContentRect, _ step: BandStep) {
        guard mode.limit == .several else { return }
        let rect = ContentRect(x: rect.x, y: rect.y, width: max(0, rect.width), height: max(0, rect.height))
            .transposed(layout.scrollDirection)
        selectedRange = nil
        // The value is taken out while it changes, so that its sets are not copied.
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

    /// The most that `selectBand` will add to `selectionWork`.
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
