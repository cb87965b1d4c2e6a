/// What a controller decides by the elements of items: their menu, and whether they may be moved. A delegate decides by
/// identifiers instead.
final class ElementDecisions<ItemID: ItemIdentifier> {
    /// The menu of items, in the order of the list; none for the background.
    var menu: (([ItemID]) -> Menu?)?
    var canMove: ((ItemID) -> Bool)?
    /// True while the view looks for the shortcuts of menus. Then elements may be somewhat old.
    var isLookingForShortcuts = false
}

extension CollectionView {
    /// Reads the elements by which a menu is decided, and then decides.
    ///
    /// - Returns: The decision, and the error that keeps elements from being read.
    package func deciding<Result>(
        menu request: MenuRequest, _ decide: () -> Result
    ) async -> (result: Result, failure: (any Error)?) {
        guard decisions?.menu != nil else { return (decide(), nil) }
        return await deciding(
            { Array(inOrder(items(of: request) as? Set<ItemID> ?? []).prefix(maximumOfMenu)) }, decide)
    }

    /// Reads the elements by which a move is decided, and then decides.
    ///
    /// - Parameter identifier: The item that a person drags.
    /// - Returns: The decision, and the error that keeps elements from being read.
    package func deciding<Result>(
        moveOf identifier: String, _ decide: () -> Result
    ) async -> (result: Result, failure: (any Error)?) {
        guard decisions?.canMove != nil else { return (decide(), nil) }
        return await deciding({ itemsLed(by: identifier) }, decide)
    }

    private func deciding<Result>(
        _ items: () -> [ItemID], _ decide: () -> Result
    ) async -> (result: Result, failure: (any Error)?) {
        var result: Result?
        var failure: (any Error)?
        do {
            try await preparing(items) {
                result = decide()
                dataSource?.didApply(snapshot)
            }
        } catch { failure = error }
        return (result ?? decide(), failure)
    }

    func makeDecisions() -> ElementDecisions<ItemID> {
        let decisions = decisions ?? ElementDecisions()
        self.decisions = decisions
        return decisions
    }
}

/// How many elements a menu gets.
let maximumOfMenu = 1_000
