/// What a screen says of a move. Nothing of it needs to be there any more.
package struct MoveRequest: Hashable, Sendable {
    package enum Side: String, Hashable, Sendable {
        case before, behind
        /// Into the section of that name.
        case section
    }

    /// The item that was led. When it is selected, all that are selected are moved.
    package var item: String
    package var side: Side
    package var end: RangeEnd

    package init(item: String, side: Side, end: RangeEnd) {
        self.item = item
        self.side = side
        self.end = end
    }
}

/// Why nothing is moved: a sentence for the person.
package enum MoveRefusal: Error, Hashable, CustomStringConvertible {
    case gone
    case fixed
    case badTarget
    /// Of what comes from elsewhere.
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
