public import AviaryViews

/// How a person wants the cells of a collection view to change: by a pinch, by the wheel, by keys or by a button.
public struct Pinch<ItemID: ItemIdentifier>: Hashable, Sendable {
    /// The number of steps; more than 0 for larger cells. It is from -8 to 8, and not 0.
    public let steps: Int
    /// The item between the fingers, or under the pointer. Pass it to `setLayout(_:keeping:)`.
    public let item: ItemID?
}

extension ActionEvent {
    /// The wish of a person for larger or smaller cells, in the action of an element with `data-pinch`; `nil` for any
    /// other action.
    ///
    ///     func resize(_ event: ActionEvent) async throws {
    ///         guard let pinch = event.pinch(in: grid) else { return }
    ///         size = min(max(size + pinch.steps, -3), 3)
    ///         try await grid.setLayout(layout, keeping: pinch.item)
    ///     }
    ///
    /// A button for the same action has the name `by`, and the value `1` or `-1`.
    ///
    /// - Parameter collection: The collection view that the element names.
    /// - Complexity: O(log *n*).
    public func pinch<ItemID>(in collection: CollectionView<ItemID>) -> Pinch<ItemID>? {
        guard let steps = fields["by"].flatMap({ Int($0) }), steps != 0 else { return nil }
        return Pinch(steps: min(max(steps, -8), 8), item: fields["item"].flatMap(collection.item(named:)))
    }
}
