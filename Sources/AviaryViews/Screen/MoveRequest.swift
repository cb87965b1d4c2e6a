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

/// The reason why nothing is moved, with a sentence for the person.
package enum MoveRefusal: Error, Hashable, CustomStringConvertible {
    case gone
    case fixed
    case badTarget
    /// The delegate refuses a drop from elsewhere.
    case unwanted

    package var description: String { sentence(in: ViewWords()) }

    package func sentence(in words: ViewWords) -> String {
        switch self {
        case .gone: words.itemIsGone
        case .fixed: words.itemIsFixed
        case .badTarget: words.targetIsRefused
        case .unwanted: words.dropIsRefused
        }
    }
}
