import AviarySnapshots

/// The frames that a screen has received, because it cannot compute them. They belong to the items from the position
/// `first` on.
///
/// This is a class, so that a view with a lattice reserves memory for a reference only.
package final class ToldFrames<ItemID: ItemIdentifier> {
    private let first: Int
    private let items: [ItemID]
    /// The frames of `items`, in whole points.
    private let frames: [ContentRect]
    private let contentHeight: Double
    private let firstSection: Int
    private let sections: [CollectionChange.SectionFrame]
    /// The appearances, by the index in `items`.
    private let appearances: [Int: ItemAppearance]

    package var positions: Range<Int> { first..<first + items.count }

    /// No frames.
    init() {
        (first, items, frames, contentHeight, firstSection, sections, appearances) = (0, [], [], 0, 0, [], [:])
    }

    /// The frames near the visible rect.
    ///
    /// - Parameters:
    ///   - window: The positions that have cells.
    ///   - sections: The sections that have headers.
    ///   - old: The frames that the screen has now.
    /// - Complexity: O(visible), in a layout whose frames are found in O(log *n*).
    init(
        near viewport: Viewport, of list: any Snapshot<ItemID>, window: Range<Int>, sections: Range<Int>,
        after old: ToldFrames
    ) {
        let geometry = viewport.geometry
        let positions = Self.positions(
            near: viewport, known: list.numberOfKnownItems, window: window, current: old.positions)
        first = positions.lowerBound
        items = list.items(in: positions)
        frames = ((geometry as? LineGeometry)?.frames(at: positions) ?? positions.map(geometry.frame(at:))).map(\.whole)
        contentHeight = geometry.contentHeight.wholePoint
        firstSection = sections.lowerBound
        self.sections = sections.map { section in
            let (frame, header) = (geometry.sectionFrame(at: section).whole, geometry.headerFrame(at: section).whole)
            let footer = geometry.hasFooters ? geometry.footerFrame(at: section).whole.height : nil
            let isNarrow = geometry.hasSectionsSideBySide
            return .init(
                y: frame.y, end: frame.y + frame.height, header: header.height, footer: footer,
                x: isNarrow ? frame.x : nil, width: isNarrow ? frame.width : nil)
        }
        var appearances: [Int: ItemAppearance] = [:]
        for (number, position) in positions.enumerated() {
            if let appearance = geometry.appearance(at: position) { appearances[number] = appearance.bounded }
        }
        self.appearances = appearances
    }

    /// The changes that lead a screen from the frames that it has to these.
    ///
    /// - Parameter old: The frames that the screen has.
    func changes(since old: ToldFrames) -> CollectionChange.Frames {
        .init(
            first: first, steps: steps(from: old), contentHeight: contentHeight, firstSection: firstSection,
            sections: sections, appearances: appearances)
    }

    /// Returns true if a screen with these frames needs no change to have the others.
    func isShown(like other: ToldFrames) -> Bool {
        positions == other.positions && frames == other.frames && contentHeight == other.contentHeight
            && sections == other.sections && firstSection == other.firstSection && appearances == other.appearances
    }

    /// The positions whose frames a screen should have. These are the positions of the cells, and of the placeholders
    /// that a person may reach before the next frames arrive.
    ///
    /// - Parameters:
    ///   - known: The number of known items.
    ///   - window: The positions that have cells.
    ///   - current: The positions whose frames the screen has now.
    private static func positions(
        near viewport: Viewport, known count: Int, window: Range<Int>, current: Range<Int>
    ) -> Range<Int> {
        let (all, geometry, rect) = (0..<count, viewport.geometry, viewport.rect)
        let near = geometry.positions(in: rect.expanded(by: 2 * rect.height)).clamped(to: all)
        let known = current.clamped(to: all)
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

    private func steps(from old: ToldFrames) -> [CollectionChange.FrameStep] {
        var indexes: [ItemID: Int] = [:]
        for (index, item) in old.items.enumerated() { indexes[item] = index }
        var steps: [CollectionChange.FrameStep] = []
        var read = 0
        for (item, frame) in zip(items, frames) {
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

extension Viewport {
    /// The layout at the present width, with the properties that the screen needs.
    var framesKey: CollectionChange.FramesKey {
        .init(
            width: rect.width.wholePoint, hasHeaders: geometry.hasHeaders, version: layoutVersion,
            pinsHeaders: geometry.pinsHeaders, hasFooters: geometry.hasFooters, pinsFooters: geometry.pinsFooters,
            scrollDirection: layout.scrollDirection, isSelfSizing: isSelfSizing,
            hasSectionsSideBySide: geometry.hasSectionsSideBySide)
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
