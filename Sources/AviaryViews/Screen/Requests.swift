package import AviaryText

/// The scroll position of a screen: the visible rect, and an item in it as an anchor to restore the position.
package struct ScrollPosition: Hashable, Sendable {
    package struct Anchor: Hashable, Sendable {
        package var item: String
        /// The distance of the item's frame below the top of the visible rect, in points; negative above it.
        package var offset: Double

        package init(item: String, offset: Double) {
            self.item = item
            self.offset = offset
        }
    }

    package var rect: ContentRect
    package var anchor: Anchor?
    /// True if the screen shows the end of a list that stays there.
    package var isAtEnd: Bool

    package init(_ rect: ContentRect, anchor: Anchor? = nil, isAtEnd: Bool = false) {
        self.rect = rect
        self.anchor = anchor
        self.isAtEnd = isAtEnd
    }
}

/// One end of a range, as a screen sends it.
package enum RangeEnd: Hashable, Sendable {
    case item(String)
    /// The position of an item that has no cell on the screen. A position outside of the list means its nearest end.
    case position(Int)

    var isPosition: Bool { if case .position = self { true } else { false } }
}

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

/// A run of adjacent selected items. A million adjacent items are about 200 runs.
package struct SelectionRun: Hashable, Sendable {
    package var first: String
    package var last: String
    package var count: Int

    package init(first: String, last: String, count: Int) {
        self.first = first
        self.last = last
        self.count = count
    }
}

/// A screen's request for a move. Its item and its target may no longer exist.
package struct MoveRequest: Hashable, Sendable {
    package enum Side: String, Hashable, Sendable {
        case before, behind
        /// Into the section that `end` names.
        case section
    }

    /// The item that was dragged. If it is selected, all selected items are moved.
    package var item: String
    package var side: Side
    package var end: RangeEnd

    package init(item: String, side: Side, end: RangeEnd) {
        self.item = item
        self.side = side
        self.end = end
    }
}

/// A screen's request for a drop. If its content has a collection but no page, the content comes from that collection
/// on the same page. Then the content has one item, which stands for all items that move with it.
package struct DropRequest: Hashable, Sendable {
    package var content: DroppedContent
    package var side: MoveRequest.Side
    package var end: RangeEnd

    package init(_ content: DroppedContent, side: MoveRequest.Side, end: RangeEnd) {
        self.content = content
        self.side = side
        self.end = end
    }
}

/// The reason why nothing is moved, with a sentence for the person.
package enum MoveRefusal: SpokenError, Hashable, CustomStringConvertible {
    case gone
    case fixed
    case badTarget
    /// The delegate refuses a drop from elsewhere.
    case unwanted

    package var description: String { sentence(in: .english) }

    package func sentence(in words: Words) -> String { sentence(in: words.views) }

    func sentence(in words: Words.Views) -> String {
        switch self {
        case .gone: words.itemIsGone
        case .fixed: words.itemIsFixed
        case .badTarget: words.targetIsRefused
        case .unwanted: words.dropIsRefused
        }
    }
}

/// A person's request for a menu, or for an entry of it.
package enum MenuRequest: Hashable, Sendable {
    /// The menu was opened at an item, or at the background.
    case opened(at: String?)
    /// A shortcut was pressed while an item, or none, had the focus.
    case pressed(at: String?)
}
