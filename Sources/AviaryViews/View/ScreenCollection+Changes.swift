package import AviaryText

// Members for a screen that follows the changes of a view, instead of reading its state: the browser of AviaryServer.

extension ScreenCollection {
    // MARK: Changes

    package func use(_ words: Words.Views, sharing values: SharedValues?) { collectionView.use(words, sharing: values) }
    package func redraw() { collectionView.redraw() }
    package func takeChanges() -> [CollectionChange] { collectionView.takeChanges() }
    package var mode: SelectionMode { collectionView.mode }
    package var moveAction: String? { collectionView.moveAction }
    package var dropAction: String? { collectionView.dropAction }
    package var supplementaryPlacements: [String: SupplementaryPlacement] { collectionView.supplementary.placements }

    /// Counts the cells that were configured. The scene limits this work.
    package var cellWork: Int { collectionView.cellWork }

    // MARK: Scrolling

    package var hasScrollTarget: Bool { collectionView.hasScrollTarget }
    package func scrollToTarget() async throws { try await collectionView.scrollToTarget() }
    package func rect(of scrollPosition: ScrollPosition) -> ContentRect { collectionView.rect(of: scrollPosition) }
    package func scroll(to rect: ContentRect, isAtEnd: Bool?) async throws {
        try await collectionView.scroll(to: rect, isAtEnd: isAtEnd)
    }
    package var staysAtEnd: Bool { collectionView.anchor == .end }
    package var isAtEnd: Bool { collectionView.isAtEnd }
    package func tellLabels(at heights: [Double]) { collectionView.tellLabels(at: heights) }
    package func waitUntilWhole() async { await collectionView.waitUntilWhole() }
    package func stopFollowing() { collectionView.stopFollowing() }
    package func screenDidAppear(at scrollPosition: ScrollPosition, isNew: Bool) {
        collectionView.screenDidAppear(at: scrollPosition, isNew: isNew)
    }

    // MARK: Measuring

    package func measure(_ heights: [String: Double], version: Int) async throws {
        try await collectionView.measure(heights, version: version)
    }

    // MARK: Selection

    package var selectionCount: Int { collectionView.selectionCount }
    /// Counts the changes of the selection.
    package var selectionVersion: Int { collectionView.selectionVersion }
    /// Counts the items that were examined to select or deselect them. The scene limits this work.
    package var selectionWork: Int { collectionView.selectionWork }
    /// The selection, a set of the view's identifiers.
    package var currentSelection: any Sendable { collectionView.selection }
    package func selectAll(_ isOn: Bool) { collectionView.selectAll(isOn) }
    package func selectBand(in rect: ContentRect, _ step: BandStep) { collectionView.selectBand(in: rect, step) }
    package func workOfBand(in rect: ContentRect) -> Int { collectionView.workOfBand(in: rect) }
    package func selectRange(from start: RangeEnd, to end: RangeEnd, isOn: Bool) -> Bool {
        collectionView.selectRange(from: start, to: end, isOn: isOn)
    }
    package func workOfRange(from start: RangeEnd, to end: RangeEnd, isOn: Bool) -> Int {
        collectionView.workOfRange(from: start, to: end, isOn: isOn)
    }
    package func search(for typed: String, from start: Int, number: Int) async throws {
        try await collectionView.search(for: typed, from: start, number: number)
    }
    package func selectionRuns() -> [SelectionRun]? { collectionView.selectionRuns() }
    package func restoreSelection(_ runs: [SelectionRun]) { collectionView.restoreSelection(runs) }

    // MARK: Actions

    package func edit(_ identifiers: [String]) async throws { try await collectionView.edit(identifiers) }
    package func lift(_ identifier: String) { collectionView.lift(identifier) }
    package func items(of request: MenuRequest) -> (any Sendable)? { collectionView.items(of: request) }
    package func deciding<Result>(
        menu request: MenuRequest, _ decide: () -> Result
    ) async -> (result: Result, failure: (any Error)?) {
        await collectionView.deciding(menu: request, decide)
    }
    package func deciding<Result>(
        moveOf identifier: String, _ decide: () -> Result
    ) async -> (result: Result, failure: (any Error)?) {
        await collectionView.deciding(moveOf: identifier, decide)
    }
    package func menu(of items: any Sendable) -> Menu? { collectionView.menu(of: items) }
    package func ascend(from identifier: String, number: Int) {
        collectionView.ascend(from: identifier, number: number)
    }

    package func swipeActions(at identifier: String) -> (leading: SwipeActions?, trailing: SwipeActions?) {
        collectionView.swipeActions(at: identifier)
    }
    package func drop(for request: DropRequest) throws(MoveRefusal) -> any Sendable {
        try collectionView.drop(for: request)
    }
    package func move(for request: MoveRequest) throws(MoveRefusal) -> (any Sendable)? {
        try collectionView.move(for: request)
    }
    package func itemsMoved(with identifier: String) throws(MoveRefusal) -> [String] {
        try collectionView.itemsMoved(with: identifier)
    }
}
