import AviarySnapshots

extension CollectionView {
    /// Takes the heights that the screen has measured for cells of a layout of self-sizing cells. The first item in view
    /// stays in place.
    ///
    /// Heights that were measured in another layout or at another width are ignored, and so are those of unknown items. An
    /// item needs no cell any more, because the screen may have measured it before it heard that the cell is gone.
    ///
    /// - Parameters:
    ///   - heights: Heights in whole points, from 1 to 20,000, by the text of the items' identifiers.
    ///   - version: The version of the layout, as the screen was told in the key of the frames.
    /// - Throws: The error that keeps the content of cells that come into view from being read.
    /// - Complexity: O(visible + *k* log *n*) for *k* heights, plus O(*m*) for *m* heights measured before.
    package func measure(_ heights: [String: Double], version: Int) async throws {
        var next: Viewport.Next?
        func needed() -> [ItemID] {
            next = nil
            guard viewport.isSelfSizing, version == viewport.layoutVersion else { return [] }
            var measured: [Int: Double] = [:]
            for (identifier, height) in heights {
                if let position = item(named: identifier).flatMap(snapshot.position(of:)) {
                    measured[position] = height
                }
            }
            next = viewport.next(measuring: measured, in: snapshot, window: window)
            guard let next else { return [] }
            return snapshot.items(in: next.window).filter { cells[$0] == nil } + cells.placeholders
        }
        try await preparing(needed) {
            // Looking up an item takes a fraction of the time of a cell, and laying out takes that of some cells.
            cells.addWork(4 + heights.count / 4)
            guard let next else { return }
            moveViewport(to: next)
            tellCells(rearrange(to: next.window), isMeasured: true)
            reconfigure(cells.placeholders)
            dataSource?.didApply(snapshot)
            announceDisplay()
        }
    }

    /// Uses the mean of the measured heights for the items that were not measured, before the view jumps somewhere.
    func useMeanHeight() {
        guard let next = viewport.nextWithMean(in: snapshot, window: window) else { return }
        moveViewport(to: next)
        tellCells(nil, isMeasured: true)
        announceDisplay()
    }
}
