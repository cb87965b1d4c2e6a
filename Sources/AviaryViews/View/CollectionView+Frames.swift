import AviarySnapshots

/// The frames that a screen has received because it cannot compute them: those of the items from position `first` on.
package final class ToldFrames<ItemID: ItemIdentifier> {
    var first = 0
    var items: [ItemID] = []
    /// The frames of `items`, in whole points.
    var frames: [ContentRect] = []
    var contentHeight = 0.0
    var firstSection = 0
    var sections: [CollectionChange.SectionFrame] = []
    /// The appearances, by the index in `items`.
    var appearances: [Int: ItemAppearance] = [:]

    package var positions: Range<Int> { first..<first + items.count }
}

extension CollectionView {
    /// The geometry, as sent to the screen. Records the frames that are sent.
    func toldGeometry() -> CollectionChange.Geometry {
        told = nil
        if let lattice = geometry as? Lattice { return .lattice(lattice) }
        let frames = changedFrames(isWhole: true)
        return .frames(
            .init(
                width: shownRect.width.wholePoint, hasHeaders: geometry.hasHeaders, version: viewport.layoutVersion,
                pinsHeaders: geometry.pinsHeaders, hasFooters: geometry.hasFooters,
                pinsFooters: geometry.pinsFooters, scrollDirection: layout.scrollDirection),
            frames ?? .init(first: 0, steps: [], contentHeight: geometry.contentHeight.wholePoint))
    }

    /// The changes of the frames near the visible rect that must be sent to the screen; `nil` if there are none.
    ///
    /// - Complexity: O(visible), in a layout whose frames are found in O(log *n*).
    func changedFrames(isWhole: Bool = false) -> CollectionChange.Frames? {
        guard !(geometry is Lattice) else { return nil }
        let next = ToldFrames<ItemID>()
        let positions = framesAround(shownRect)
        next.first = positions.lowerBound
        next.items = snapshot.items(in: positions)
        let frames = (geometry as? LineGeometry)?.frames(at: positions) ?? positions.map(geometry.frame(at:))
        next.frames = frames.map(\.whole)
        next.contentHeight = geometry.contentHeight.wholePoint
        next.firstSection = heldSections.lowerBound
        next.sections = heldSections.map { section in
            let (frame, header) = (geometry.sectionFrame(at: section).whole, geometry.headerFrame(at: section).whole)
            let footer = geometry.hasFooters ? geometry.footerFrame(at: section).whole.height : nil
            return .init(y: frame.y, end: frame.y + frame.height, header: header.height, footer: footer)
        }
        for (number, position) in positions.enumerated() {
            if let appearance = geometry.appearance(at: position) { next.appearances[number] = appearance.bounded }
        }
        let before = told ?? ToldFrames()
        told = next
        guard
            isWhole || next.positions != before.positions || next.frames != before.frames
                || next.contentHeight != before.contentHeight || next.sections != before.sections
                || next.firstSection != before.firstSection || next.appearances != before.appearances
        else { return nil }
        return .init(
            first: next.first, steps: steps(from: before, to: next), contentHeight: next.contentHeight,
            firstSection: next.firstSection, sections: next.sections, appearances: next.appearances)
    }

    /// The positions whose frames a screen should have: those of the cells, and those of placeholders that a person may
    /// reach before the next frames arrive.
    private func framesAround(_ rect: ContentRect) -> Range<Int> {
        let all = 0..<snapshot.numberOfKnownItems
        let near = geometry.positions(in: rect.expanded(by: 2 * rect.height)).clamped(to: all)
        let known = (told?.positions ?? 0..<0).clamped(to: all)
        var positions = known
        if near.clamped(to: known) != near || known.isEmpty {
            positions = geometry.positions(in: rect.expanded(by: 4 * rect.height)).clamped(to: all)
        }
        if positions.count > maximumFrames, !near.isEmpty { positions = near }
        if positions.count > maximumFrames {
            // If there are still too many frames, keeps those from the first cell on.
            let last = positions.upperBound - maximumFrames
            let first = max(positions.lowerBound, min(window.lowerBound, last))
            positions = first..<first + maximumFrames
        }
        // The frames of the cells are always included.
        if !window.isEmpty {
            positions =
                positions.isEmpty
                ? window
                : min(positions.lowerBound, window.lowerBound)..<max(positions.upperBound, window.upperBound)
        }
        return positions
    }

    private func steps(
        from old: ToldFrames<ItemID>, to new: ToldFrames<ItemID>
    ) -> [CollectionChange.FrameStep] {
        var indexes: [ItemID: Int] = [:]
        for (index, item) in old.items.enumerated() { indexes[item] = index }
        var steps: [CollectionChange.FrameStep] = []
        var read = 0
        for (item, frame) in zip(new.items, new.frames) {
            if let index = indexes[item], index >= read, old.frames[index].isMoved(to: frame) {
                if index > read { steps.append(.drop(index - read)) }
                let distance = frame.y - old.frames[index].y
                if case .keep(let count, let same)? = steps.last, same == distance {
                    steps[steps.count - 1] = .keep(count + 1, down: distance)
                } else {
                    steps.append(.keep(1, down: distance))
                }
                read = index + 1
            } else if case .insert(let frames)? = steps.last {
                steps[steps.count - 1] = .insert(frames + [frame])
            } else {
                steps.append(.insert([frame]))
            }
        }
        if read < old.items.count { steps.append(.drop(old.items.count - read)) }
        return steps
    }
}

extension ContentRect {
    /// Returns true if another rectangle is this one, moved up or down.
    fileprivate func isMoved(to other: ContentRect) -> Bool {
        x == other.x && width == other.width && height == other.height
    }
}

/// The largest number of frames that a screen knows beyond its cells, however small the items are.
private let maximumFrames = 2_048
