// Made by scripts/wire of Wire/messages.toml. Do not edit.

/// A change that a collection view sends to the screen. A screen that applies all changes in order shows the
/// state of the view.
package enum CollectionChange: Hashable, Sendable {
    /// Tells all of a collection. The client keeps the nodes whose identifiers it already holds.
    case reload(ReloadMessage)
    /// Changes the held tiles of a collection.
    case splice(SpliceMessage)
    /// Changes outlets of one tile.
    case cell(CellMessage)
    /// Changes the selection of held tiles.
    case selected(SelectedMessage)
    /// An item that is being edited has left the list. If its tile was held, the splice that removes it follows.
    case gone(GoneMessage)
    /// The collection has menus.
    case menus(MenusMessage)
    /// Says how a person may select from now on.
    case mode(ModeMessage)
    /// Answers `find` and `ascend`.
    case found(FoundMessage)
    /// Answers `lift`.
    case lifted(LiftedMessage)
    /// Says whether items can be moved by hand from now on. Without this message they cannot.
    case moves(MovesMessage)
    /// Scrolls a collection to a part of its content, because its controller says so.
    case scrollTo(ScrollToMessage)
    /// Answers `labels`: each section that was asked for, once.
    case labels(LabelsMessage)

    /// Tells all of a collection. The client keeps the nodes whose identifiers it already holds.
    package struct ReloadMessage: Hashable, Sendable {
        /// A lattice or frames (see *Geometry*).
        package var geometry: CollectionChange.Geometry
        /// The number of items in the list.
        package var count: Int
        /// The position of the first tile.
        package var base: Int
        /// A list of tiles (see *Tiles*).
        package var tiles: [CollectionChange.Tile]
        /// The numbers of items in the sections, where sections have headers.
        package var sections: [Int]?
        /// The headers near the visible rect, where sections have headers.
        package var headers: CollectionChange.Headers?
        /// Only the layout has changed, so each tile glides from its old frame to its new one.
        package var isRelaid: Bool

        package init(
            geometry: CollectionChange.Geometry, count: Int, base: Int, tiles: [CollectionChange.Tile],
            sections: [Int]? = nil, headers: CollectionChange.Headers? = nil, isRelaid: Bool = false
        ) {
            self.geometry = geometry
            self.count = count
            self.base = base
            self.tiles = tiles
            self.sections = sections
            self.headers = headers
            self.isRelaid = isRelaid
        }
    }

    /// Tells all of a collection. The client keeps the nodes whose identifiers it already holds.
    package static func reload(
        geometry: CollectionChange.Geometry, count: Int, base: Int, tiles: [CollectionChange.Tile],
        sections: [Int]? = nil, headers: CollectionChange.Headers? = nil, isRelaid: Bool = false
    ) -> CollectionChange {
        .reload(
            ReloadMessage(
                geometry: geometry, count: count, base: base, tiles: tiles, sections: sections, headers: headers,
                isRelaid: isRelaid))
    }

    /// Changes the held tiles of a collection.
    package struct SpliceMessage: Hashable, Sendable {
        /// The number of items in the list.
        package var count: Int
        /// The position of the first tile of the result.
        package var base: Int
        /// Steps from the old tiles to the new ones (see *Tiles*).
        package var steps: [CollectionChange.Step]
        /// Comes only with an update; without it the window was only scrolled.
        package var elsewhere: [CollectionChange.Elsewhere]?
        /// Comes when the counts change, or is `[]` in front of `headers`.
        package var sections: [CollectionChange.SectionStep]?
        /// Comes when the headers change.
        package var headers: CollectionChange.Headers?
        /// Comes when the frames change.
        package var frames: CollectionChange.Frames?
        /// No visible tile moves during the update.
        package var isStill: Bool

        package init(
            count: Int, base: Int, steps: [CollectionChange.Step], elsewhere: [CollectionChange.Elsewhere]? = nil,
            sections: [CollectionChange.SectionStep]? = nil, headers: CollectionChange.Headers? = nil,
            frames: CollectionChange.Frames? = nil, isStill: Bool = false
        ) {
            self.count = count
            self.base = base
            self.steps = steps
            self.elsewhere = elsewhere
            self.sections = sections
            self.headers = headers
            self.frames = frames
            self.isStill = isStill
        }
    }

    /// Changes the held tiles of a collection.
    package static func splice(
        count: Int, base: Int, steps: [CollectionChange.Step], elsewhere: [CollectionChange.Elsewhere]? = nil,
        sections: [CollectionChange.SectionStep]? = nil, headers: CollectionChange.Headers? = nil,
        frames: CollectionChange.Frames? = nil, isStill: Bool = false
    ) -> CollectionChange {
        .splice(
            SpliceMessage(
                count: count, base: base, steps: steps, elsewhere: elsewhere, sections: sections, headers: headers,
                frames: frames, isStill: isStill))
    }

    /// Changes outlets of one tile.
    package struct CellMessage: Hashable, Sendable {
        /// The identifier of the item.
        package var item: String
        /// `outlet, value, …`: the number of an outlet in the template, and its value, in turn.
        package var values: [Int: CellValue?]

        package init(item: String, values: [Int: CellValue?]) {
            self.item = item
            self.values = values
        }
    }

    /// Changes outlets of one tile.
    package static func cell(item: String, values: [Int: CellValue?]) -> CollectionChange {
        .cell(CellMessage(item: item, values: values))
    }

    /// Changes the selection of held tiles.
    package struct SelectedMessage: Hashable, Sendable {
        /// The items that are selected from now on.
        package var on: [String]
        /// The items that are not selected any more.
        package var off: [String]

        package init(on: [String], off: [String]) {
            self.on = on
            self.off = off
        }
    }

    /// Changes the selection of held tiles.
    package static func selected(on: [String], off: [String]) -> CollectionChange {
        .selected(SelectedMessage(on: on, off: off))
    }

    /// An item that is being edited has left the list. If its tile was held, the splice that removes it follows.
    package struct GoneMessage: Hashable, Sendable {
        /// The identifier of the item.
        package var item: String

        package init(item: String) {
            self.item = item
        }
    }

    /// An item that is being edited has left the list. If its tile was held, the splice that removes it follows.
    package static func gone(item: String) -> CollectionChange {
        .gone(GoneMessage(item: item))
    }

    /// The collection has menus.
    package struct MenusMessage: Hashable, Sendable {
        /// The keys in the menus.
        package var shortcuts: [String]
        /// Items have swipe actions.
        package var hasSwipes: Bool

        package init(shortcuts: [String], hasSwipes: Bool = false) {
            self.shortcuts = shortcuts
            self.hasSwipes = hasSwipes
        }
    }

    /// The collection has menus.
    package static func menus(shortcuts: [String], hasSwipes: Bool = false) -> CollectionChange {
        .menus(MenusMessage(shortcuts: shortcuts, hasSwipes: hasSwipes))
    }

    /// Says how a person may select from now on.
    package struct ModeMessage: Hashable, Sendable {
        /// 0 for no item, 1 for one, 2 for any number.
        package var limit: SelectionMode.Limit
        /// The collection is in edit mode, where a tap always selects.
        package var isEditing: Bool
        /// Typed letters lead to an item (`find`).
        package var canSearch: Bool

        package init(limit: SelectionMode.Limit, isEditing: Bool = false, canSearch: Bool = false) {
            self.limit = limit
            self.isEditing = isEditing
            self.canSearch = canSearch
        }
    }

    /// Says how a person may select from now on.
    package static func mode(limit: SelectionMode.Limit, isEditing: Bool = false, canSearch: Bool = false)
        -> CollectionChange
    {
        .mode(ModeMessage(limit: limit, isEditing: isEditing, canSearch: canSearch))
    }

    /// Answers `find` and `ascend`.
    package struct FoundMessage: Hashable, Sendable {
        /// The number of the `find` or the `ascend`.
        package var number: Int
        /// The position of the item, or `null` if there is none.
        package var position: Int?
        /// The answer is that of an `ascend`.
        package var isParent: Bool

        package init(number: Int, position: Int?, isParent: Bool = false) {
            self.number = number
            self.position = position
            self.isParent = isParent
        }
    }

    /// Answers `find` and `ascend`.
    package static func found(number: Int, position: Int?, isParent: Bool = false) -> CollectionChange {
        .found(FoundMessage(number: number, position: position, isParent: isParent))
    }

    /// Answers `lift`.
    package struct LiftedMessage: Hashable, Sendable {
        /// The identifier of the item.
        package var item: String
        /// The number of items that are moved, this one included; 0 if it stays.
        package var count: Int
        /// Why the item stays.
        package var sentence: String?

        package init(item: String, count: Int, sentence: String? = nil) {
            self.item = item
            self.count = count
            self.sentence = sentence
        }
    }

    /// Answers `lift`.
    package static func lifted(item: String, count: Int, sentence: String? = nil) -> CollectionChange {
        .lifted(LiftedMessage(item: item, count: count, sentence: sentence))
    }

    /// Says whether items can be moved by hand from now on. Without this message they cannot.
    package struct MovesMessage: Hashable, Sendable {
        /// Items can be moved.
        package var isOn: Bool
        /// Things from elsewhere can be dropped.
        package var takesDrops: Bool

        package init(isOn: Bool, takesDrops: Bool = false) {
            self.isOn = isOn
            self.takesDrops = takesDrops
        }
    }

    /// Says whether items can be moved by hand from now on. Without this message they cannot.
    package static func moves(isOn: Bool, takesDrops: Bool = false) -> CollectionChange {
        .moves(MovesMessage(isOn: isOn, takesDrops: takesDrops))
    }

    /// Scrolls a collection to a part of its content, because its controller says so.
    package struct ScrollToMessage: Hashable, Sendable {
        /// The top of the part.
        package var y: Double
        /// The height of the part; with `null` the visible rect begins exactly at `y`.
        package var height: Double?
        /// The share of the free space above the part; `null` scrolls as little as needed.
        package var share: Double?
        /// The content glides, if the way is short.
        package var isAnimated: Bool

        package init(y: Double, height: Double?, share: Double?, isAnimated: Bool = false) {
            self.y = y
            self.height = height
            self.share = share
            self.isAnimated = isAnimated
        }
    }

    /// Scrolls a collection to a part of its content, because its controller says so.
    package static func scrollTo(y: Double, height: Double?, share: Double?, isAnimated: Bool = false)
        -> CollectionChange
    {
        .scrollTo(ScrollToMessage(y: y, height: height, share: share, isAnimated: isAnimated))
    }

    /// Answers `labels`: each section that was asked for, once.
    package struct LabelsMessage: Hashable, Sendable {
        /// A list of `[top, end, text]`: the part of a section in the content, and the first text in its header.
        package var labels: [CollectionChange.SectionLabel]

        package init(labels: [CollectionChange.SectionLabel]) {
            self.labels = labels
        }
    }

    /// Answers `labels`: each section that was asked for, once.
    package static func labels(labels: [CollectionChange.SectionLabel]) -> CollectionChange {
        .labels(LabelsMessage(labels: labels))
    }
}
