// Made by scripts/wire of Wire/messages.toml. Do not edit.

package import AviaryViews

/// A message from a browser tab to its scene. Its content cannot be trusted. `docs/WIRE.md` describes the format.
package enum BrowserMessage: Hashable, Sendable {
    /// Is the first message of every connection.
    case hello(HelloMessage)
    /// Asks whether the scene is there. It answers `pong` at once, whatever actions are under way.
    case ping
    /// The packet with this `display`, and each packet before it, is painted and at rest.
    case displayed(DisplayedMessage)
    /// The visible rect has changed, or scrolling has ended.
    case scroll(ScrollMessage)
    /// A tile was tapped, clicked, or pressed with Space or Return.
    case tap(TapMessage)
    /// Selects or deselects all items between two ends, both included.
    case range(RangeMessage)
    /// Selects all items, or none.
    case selectAll(SelectAllMessage)
    /// A rubber band covers a rect. It selects the items whose frames it touches.
    case band(BandMessage)
    /// Typed letters lead to the next item whose text begins with them.
    case find(FindMessage)
    /// Expands or collapses an item of an outline.
    case expand(ExpandMessage)
    /// Asks for the parent of an item of an outline.
    case ascend(AscendMessage)
    /// A person has lifted an item to move it. The page shows that without an answer.
    case lift(LiftMessage)
    /// Asks what the sections at some heights are called.
    case labels(LabelsMessage)
    /// Cells of a self-sizing layout have other heights than their frames.
    case measured(MeasuredMessage)
    /// Names all items whose content is being edited now. It is repeated on each connection.
    case edit(EditMessage)
    /// Asks for the menu of a tile or of the background. It is for the selection when the tile is part of it.
    case menu(MenuMessage)
    /// A swipe has begun: asks for the actions of its item.
    case swipe(SwipeMessage)
    /// Answers `copy`. Without a connection a text counts as not copied.
    case copied(CopiedMessage)
    /// The person does not want an action any more.
    case stop(StopMessage)
    /// The person has closed a sheet, and the sheets over it.
    case dismissed(DismissedMessage)
    /// Follows `hello`: which sheets the page still shows, and which its history entry names.
    case sheets(SheetsMessage)
    /// Keys of a menu were pressed: asks for their action.
    case press(PressMessage)
    /// A person has moved an item, or the selection when the item is part of it.
    case move(MoveMessage)
    /// A person has dropped something from elsewhere.
    case drop(DropMessage)
    /// Asks for an action.
    case action(ActionMessage)

    /// Is the first message of every connection.
    package struct HelloMessage: Hashable, Sendable {
        /// The path and the query of the page at loading.
        package var address: Address
        /// The scroll position of each collection (see *Scroll positions*).
        package var scrollPositions: [String: ScrollPosition]
        /// A random name of the page, the same on each of its connections; clients that never reconnect have none.
        package var tab: String?
        /// The last `keepsake`, or `""`.
        package var keepsake: String?
        /// The name of the page that this one replaces.
        package var predecessor: String?
        /// The `data-version` of the page.
        package var version: String?
        /// The last number of a request; the page has sent higher numbers to no server before.
        package var asked: Int?

        package init(
            address: Address, scrollPositions: [String: ScrollPosition], tab: String? = nil, keepsake: String? = nil,
            predecessor: String? = nil, version: String? = nil, asked: Int? = nil
        ) {
            self.address = address
            self.scrollPositions = scrollPositions
            self.tab = tab
            self.keepsake = keepsake
            self.predecessor = predecessor
            self.version = version
            self.asked = asked
        }
    }

    /// Is the first message of every connection.
    package static func hello(
        address: Address, scrollPositions: [String: ScrollPosition], tab: String? = nil, keepsake: String? = nil,
        predecessor: String? = nil, version: String? = nil, asked: Int? = nil
    ) -> BrowserMessage {
        .hello(
            HelloMessage(
                address: address, scrollPositions: scrollPositions, tab: tab, keepsake: keepsake,
                predecessor: predecessor, version: version, asked: asked))
    }

    /// The packet with this `display`, and each packet before it, is painted and at rest.
    package struct DisplayedMessage: Hashable, Sendable {
        /// The number of the packet.
        package var number: Int

        package init(number: Int) {
            self.number = number
        }
    }

    /// The packet with this `display`, and each packet before it, is painted and at rest.
    package static func displayed(number: Int) -> BrowserMessage {
        .displayed(DisplayedMessage(number: number))
    }

    /// The visible rect has changed, or scrolling has ended.
    package struct ScrollMessage: Hashable, Sendable {
        /// The name of the collection.
        package var collection: String
        /// The visible rect in whole points, none of them negative.
        package var rect: ContentRect
        /// The rect has not changed for at least one frame and 30 ms.
        package var hasEnded: Bool
        /// The collection stays at its end, and the end is in view.
        package var isAtEnd: Bool

        package init(collection: String, rect: ContentRect, hasEnded: Bool = false, isAtEnd: Bool = false) {
            self.collection = collection
            self.rect = rect
            self.hasEnded = hasEnded
            self.isAtEnd = isAtEnd
        }
    }

    /// The visible rect has changed, or scrolling has ended.
    package static func scroll(collection: String, rect: ContentRect, hasEnded: Bool = false, isAtEnd: Bool = false)
        -> BrowserMessage
    {
        .scroll(ScrollMessage(collection: collection, rect: rect, hasEnded: hasEnded, isAtEnd: isAtEnd))
    }

    /// A tile was tapped, clicked, or pressed with Space or Return.
    package struct TapMessage: Hashable, Sendable {
        /// The name of the collection.
        package var collection: String
        /// The identifier of the item.
        package var item: String
        /// The number of the request; the numbers of a page ascend.
        package var number: Int?

        package init(collection: String, item: String, number: Int? = nil) {
            self.collection = collection
            self.item = item
            self.number = number
        }
    }

    /// A tile was tapped, clicked, or pressed with Space or Return.
    package static func tap(collection: String, item: String, number: Int? = nil) -> BrowserMessage {
        .tap(TapMessage(collection: collection, item: item, number: number))
    }

    /// Selects or deselects all items between two ends, both included.
    package struct RangeMessage: Hashable, Sendable {
        /// The name of the collection.
        package var collection: String
        /// The identifier of an item, or its position when its tile is not held.
        package var from: RangeEnd
        /// The identifier of an item, or its position when its tile is not held.
        package var to: RangeEnd
        /// The items are selected.
        package var isOn: Bool
        /// The number of the request; the numbers of a page ascend.
        package var number: Int?

        package init(collection: String, from: RangeEnd, to: RangeEnd, isOn: Bool, number: Int? = nil) {
            self.collection = collection
            self.from = from
            self.to = to
            self.isOn = isOn
            self.number = number
        }
    }

    /// Selects or deselects all items between two ends, both included.
    package static func range(collection: String, from: RangeEnd, to: RangeEnd, isOn: Bool, number: Int? = nil)
        -> BrowserMessage
    {
        .range(RangeMessage(collection: collection, from: from, to: to, isOn: isOn, number: number))
    }

    /// Selects all items, or none.
    package struct SelectAllMessage: Hashable, Sendable {
        /// The name of the collection.
        package var collection: String
        /// All items are selected.
        package var isOn: Bool
        /// The number of the request; the numbers of a page ascend.
        package var number: Int?

        package init(collection: String, isOn: Bool, number: Int? = nil) {
            self.collection = collection
            self.isOn = isOn
            self.number = number
        }
    }

    /// Selects all items, or none.
    package static func selectAll(collection: String, isOn: Bool, number: Int? = nil) -> BrowserMessage {
        .selectAll(SelectAllMessage(collection: collection, isOn: isOn, number: number))
    }

    /// A rubber band covers a rect. It selects the items whose frames it touches.
    package struct BandMessage: Hashable, Sendable {
        /// The name of the collection.
        package var collection: String
        /// `[x, y, width, height]` in points of the content.
        package var rect: ContentRect
        /// What the band does (see *Selecting*).
        package var step: BandStep
        /// The number of the request; the numbers of a page ascend.
        package var number: Int?

        package init(collection: String, rect: ContentRect, step: BandStep, number: Int? = nil) {
            self.collection = collection
            self.rect = rect
            self.step = step
            self.number = number
        }
    }

    /// A rubber band covers a rect. It selects the items whose frames it touches.
    package static func band(collection: String, rect: ContentRect, step: BandStep, number: Int? = nil)
        -> BrowserMessage
    {
        .band(BandMessage(collection: collection, rect: rect, step: step, number: number))
    }

    /// Typed letters lead to the next item whose text begins with them.
    package struct FindMessage: Hashable, Sendable {
        /// Counts these messages.
        package var number: Int
        /// The name of the collection.
        package var collection: String
        /// The letters.
        package var text: String
        /// Where the search begins; it goes on at the beginning of the list.
        package var from: Int

        package init(number: Int, collection: String, text: String, from: Int) {
            self.number = number
            self.collection = collection
            self.text = text
            self.from = from
        }
    }

    /// Typed letters lead to the next item whose text begins with them.
    package static func find(number: Int, collection: String, text: String, from: Int) -> BrowserMessage {
        .find(FindMessage(number: number, collection: collection, text: text, from: from))
    }

    /// Expands or collapses an item of an outline.
    package struct ExpandMessage: Hashable, Sendable {
        /// The name of the collection.
        package var collection: String
        /// The identifier of the item.
        package var item: String
        /// The children of the item are shown.
        package var isExpanded: Bool

        package init(collection: String, item: String, isExpanded: Bool) {
            self.collection = collection
            self.item = item
            self.isExpanded = isExpanded
        }
    }

    /// Expands or collapses an item of an outline.
    package static func expand(collection: String, item: String, isExpanded: Bool) -> BrowserMessage {
        .expand(ExpandMessage(collection: collection, item: item, isExpanded: isExpanded))
    }

    /// Asks for the parent of an item of an outline.
    package struct AscendMessage: Hashable, Sendable {
        /// Counts these messages.
        package var number: Int
        /// The name of the collection.
        package var collection: String
        /// The identifier of the item.
        package var item: String

        package init(number: Int, collection: String, item: String) {
            self.number = number
            self.collection = collection
            self.item = item
        }
    }

    /// Asks for the parent of an item of an outline.
    package static func ascend(number: Int, collection: String, item: String) -> BrowserMessage {
        .ascend(AscendMessage(number: number, collection: collection, item: item))
    }

    /// A person has lifted an item to move it. The page shows that without an answer.
    package struct LiftMessage: Hashable, Sendable {
        /// The name of the collection.
        package var collection: String
        /// The identifier of the item.
        package var item: String

        package init(collection: String, item: String) {
            self.collection = collection
            self.item = item
        }
    }

    /// A person has lifted an item to move it. The page shows that without an answer.
    package static func lift(collection: String, item: String) -> BrowserMessage {
        .lift(LiftMessage(collection: collection, item: item))
    }

    /// Asks what the sections at some heights are called.
    package struct LabelsMessage: Hashable, Sendable {
        /// The name of the collection.
        package var collection: String
        /// A list of heights in the content, at most 64.
        package var heights: [Double]

        package init(collection: String, heights: [Double]) {
            self.collection = collection
            self.heights = heights
        }
    }

    /// Asks what the sections at some heights are called.
    package static func labels(collection: String, heights: [Double]) -> BrowserMessage {
        .labels(LabelsMessage(collection: collection, heights: heights))
    }

    /// Cells of a self-sizing layout have other heights than their frames.
    package struct MeasuredMessage: Hashable, Sendable {
        /// The name of the collection.
        package var collection: String
        /// The version of the layout (see *Geometry*).
        package var version: Int
        /// An object of heights by identifiers: whole points from 1 to 20,000, of at most 256 items.
        package var heights: [String: Double]

        package init(collection: String, version: Int, heights: [String: Double]) {
            self.collection = collection
            self.version = version
            self.heights = heights
        }
    }

    /// Cells of a self-sizing layout have other heights than their frames.
    package static func measured(collection: String, version: Int, heights: [String: Double]) -> BrowserMessage {
        .measured(MeasuredMessage(collection: collection, version: version, heights: heights))
    }

    /// Names all items whose content is being edited now. It is repeated on each connection.
    package struct EditMessage: Hashable, Sendable {
        /// The name of the collection.
        package var collection: String
        /// At most 16 identifiers; further ones are ignored.
        package var items: [String]

        package init(collection: String, items: [String]) {
            self.collection = collection
            self.items = items
        }
    }

    /// Names all items whose content is being edited now. It is repeated on each connection.
    package static func edit(collection: String, items: [String]) -> BrowserMessage {
        .edit(EditMessage(collection: collection, items: items))
    }

    /// Asks for the menu of a tile or of the background. It is for the selection when the tile is part of it.
    package struct MenuMessage: Hashable, Sendable {
        /// Counts these messages.
        package var number: Int
        /// The name of the collection.
        package var collection: String
        /// The tile, or `null` for the background.
        package var item: String?

        package init(number: Int, collection: String, item: String?) {
            self.number = number
            self.collection = collection
            self.item = item
        }
    }

    /// Asks for the menu of a tile or of the background. It is for the selection when the tile is part of it.
    package static func menu(number: Int, collection: String, item: String?) -> BrowserMessage {
        .menu(MenuMessage(number: number, collection: collection, item: item))
    }

    /// A swipe has begun: asks for the actions of its item.
    package struct SwipeMessage: Hashable, Sendable {
        /// Counts these messages.
        package var number: Int
        /// The name of the collection.
        package var collection: String
        /// The identifier of the item.
        package var item: String

        package init(number: Int, collection: String, item: String) {
            self.number = number
            self.collection = collection
            self.item = item
        }
    }

    /// A swipe has begun: asks for the actions of its item.
    package static func swipe(number: Int, collection: String, item: String) -> BrowserMessage {
        .swipe(SwipeMessage(number: number, collection: collection, item: item))
    }

    /// Answers `copy`. Without a connection a text counts as not copied.
    package struct CopiedMessage: Hashable, Sendable {
        /// The number of the copy.
        package var number: Int
        /// The text is on the clipboard.
        package var isDone: Bool

        package init(number: Int, isDone: Bool) {
            self.number = number
            self.isDone = isDone
        }
    }

    /// Answers `copy`. Without a connection a text counts as not copied.
    package static func copied(number: Int, isDone: Bool) -> BrowserMessage {
        .copied(CopiedMessage(number: number, isDone: isDone))
    }

    /// The person does not want an action any more.
    package struct StopMessage: Hashable, Sendable {
        /// The number of the action.
        package var number: Int

        package init(number: Int) {
            self.number = number
        }
    }

    /// The person does not want an action any more.
    package static func stop(number: Int) -> BrowserMessage {
        .stop(StopMessage(number: number))
    }

    /// The person has closed a sheet, and the sheets over it.
    package struct DismissedMessage: Hashable, Sendable {
        /// The name of the sheet.
        package var sheet: String
        /// The number of a choice.
        package var answer: Int?
        /// The number of the request; the numbers of a page ascend.
        package var number: Int

        package init(sheet: String, answer: Int?, number: Int) {
            self.sheet = sheet
            self.answer = answer
            self.number = number
        }
    }

    /// The person has closed a sheet, and the sheets over it.
    package static func dismissed(sheet: String, answer: Int?, number: Int) -> BrowserMessage {
        .dismissed(DismissedMessage(sheet: sheet, answer: answer, number: number))
    }

    /// Follows `hello`: which sheets the page still shows, and which its history entry names.
    package struct SheetsMessage: Hashable, Sendable {
        /// The shown sheets, the topmost last, then the sheets of the entry.
        package var sheets: [ShownSheet]

        package init(sheets: [ShownSheet]) {
            self.sheets = sheets
        }
    }

    /// Follows `hello`: which sheets the page still shows, and which its history entry names.
    package static func sheets(sheets: [ShownSheet]) -> BrowserMessage {
        .sheets(SheetsMessage(sheets: sheets))
    }

    /// Keys of a menu were pressed: asks for their action.
    package struct PressMessage: Hashable, Sendable {
        /// The number of the request; the numbers of a page ascend.
        package var number: Int
        /// The name of the collection.
        package var collection: String
        /// The tile with the keyboard, for which the action is without a selection.
        package var item: String?
        /// Keys, as in `data-shortcut`.
        package var shortcut: String
        /// For a paste, the clipboard's text as the field `text`.
        package var fields: [String: String]

        package init(number: Int, collection: String, item: String?, shortcut: String, fields: [String: String]) {
            self.number = number
            self.collection = collection
            self.item = item
            self.shortcut = shortcut
            self.fields = fields
        }
    }

    /// Keys of a menu were pressed: asks for their action.
    package static func press(
        number: Int, collection: String, item: String?, shortcut: String, fields: [String: String]
    ) -> BrowserMessage {
        .press(PressMessage(number: number, collection: collection, item: item, shortcut: shortcut, fields: fields))
    }

    /// A person has moved an item, or the selection when the item is part of it.
    package struct MoveMessage: Hashable, Sendable {
        /// The number of the request; the numbers of a page ascend.
        package var number: Int
        /// The name of the collection.
        package var collection: String
        /// The identifier of the item.
        package var item: String
        /// Before or behind another item, or into an empty section.
        package var side: MoveRequest.Side
        /// The other item, or the identifier of the section.
        package var end: RangeEnd

        package init(number: Int, collection: String, item: String, side: MoveRequest.Side, end: RangeEnd) {
            self.number = number
            self.collection = collection
            self.item = item
            self.side = side
            self.end = end
        }
    }

    /// A person has moved an item, or the selection when the item is part of it.
    package static func move(number: Int, collection: String, item: String, side: MoveRequest.Side, end: RangeEnd)
        -> BrowserMessage
    {
        .move(MoveMessage(number: number, collection: collection, item: item, side: side, end: end))
    }

    /// A person has dropped something from elsewhere.
    package struct DropMessage: Hashable, Sendable {
        /// The number of the request; the numbers of a page ascend.
        package var number: Int
        /// The name of the collection.
        package var collection: String
        /// Before or behind another item, or into an empty section.
        package var side: MoveRequest.Side
        /// The other item, or the identifier of the section; `""` in an empty list without headers.
        package var end: RangeEnd
        /// The text of the content.
        package var text: String
        /// The items, if the content is of a collection of the app.
        package var items: [String]
        /// The page of these items; `""` for this page.
        package var page: String
        /// The collection of these items, or `""`.
        package var origin: String

        package init(
            number: Int, collection: String, side: MoveRequest.Side, end: RangeEnd, text: String, items: [String],
            page: String, origin: String
        ) {
            self.number = number
            self.collection = collection
            self.side = side
            self.end = end
            self.text = text
            self.items = items
            self.page = page
            self.origin = origin
        }
    }

    /// A person has dropped something from elsewhere.
    package static func drop(
        number: Int, collection: String, side: MoveRequest.Side, end: RangeEnd, text: String, items: [String],
        page: String, origin: String
    ) -> BrowserMessage {
        .drop(
            DropMessage(
                number: number, collection: collection, side: side, end: end, text: text, items: items, page: page,
                origin: origin))
    }

    /// Asks for an action.
    package struct ActionMessage: Hashable, Sendable {
        /// The number of the request, or `[number, receipt]` for a request of the replaced page (see *Actions*).
        package var number: CallNumber
        /// The name of the action.
        package var action: String
        /// The fields of the form around the button.
        package var fields: [String: String]
        /// The item of the button's tile, or of the menu.
        package var item: String?
        /// The collection in whose menu the action was chosen.
        package var menu: String?
        /// The section of the button's header.
        package var section: String?
        /// The files for the action.
        package var uploads: [String]?

        package init(
            number: CallNumber, action: String, fields: [String: String], item: String?, menu: String? = nil,
            section: String? = nil, uploads: [String]? = nil
        ) {
            self.number = number
            self.action = action
            self.fields = fields
            self.item = item
            self.menu = menu
            self.section = section
            self.uploads = uploads
        }
    }

    /// Asks for an action.
    package static func action(
        number: CallNumber, action: String, fields: [String: String], item: String?, menu: String? = nil,
        section: String? = nil, uploads: [String]? = nil
    ) -> BrowserMessage {
        .action(
            ActionMessage(
                number: number, action: action, fields: fields, item: item, menu: menu, section: section,
                uploads: uploads))
    }
}

extension BrowserMessage {
    /// Reads a message, or refuses it with a reason.
    init(_ parts: MessageParts) throws(MessageRefusal) {
        switch parts.name {
        case "hello":
            try parts.require(2, most: 7)
            self = try .hello(
                HelloMessage(
                    address: parts.address(0), scrollPositions: parts.scrollPositions(1),
                    tab: parts.has(2) ? parts.tab(2) : nil, keepsake: parts.has(3) ? parts.string(3) : nil,
                    predecessor: parts.has(4) ? parts.tab(4) : nil, version: parts.has(5) ? parts.string(5) : nil,
                    asked: parts.has(6) ? parts.integer(6) : nil))
        case "ping":
            try parts.require(0, most: 0)
            self = .ping
        case "displayed":
            try parts.require(1, most: 1)
            self = try .displayed(DisplayedMessage(number: parts.integer(0)))
        case "scroll":
            try parts.require(2, most: 4)
            self = try .scroll(
                ScrollMessage(
                    collection: parts.string(0), rect: parts.rect(1), hasEnded: parts.has(2) ? parts.flag(2) : false,
                    isAtEnd: parts.has(3) ? parts.flag(3) : false))
        case "tap":
            try parts.require(2, most: 3)
            self = try .tap(
                TapMessage(
                    collection: parts.string(0), item: parts.string(1), number: parts.has(2) ? parts.integer(2) : nil))
        case "range":
            try parts.require(4, most: 5)
            self = try .range(
                RangeMessage(
                    collection: parts.string(0), from: parts.rangeEnd(1), to: parts.rangeEnd(2), isOn: parts.flag(3),
                    number: parts.has(4) ? parts.integer(4) : nil))
        case "selectAll":
            try parts.require(2, most: 3)
            self = try .selectAll(
                SelectAllMessage(
                    collection: parts.string(0), isOn: parts.flag(1), number: parts.has(2) ? parts.integer(2) : nil))
        case "band":
            try parts.require(3, most: 4)
            self = try .band(
                BandMessage(
                    collection: parts.string(0), rect: parts.rect(1), step: parts.choice(2, "new, add, on or drop"),
                    number: parts.has(3) ? parts.integer(3) : nil))
        case "find":
            try parts.require(4, most: 4)
            self = try .find(
                FindMessage(
                    number: parts.integer(0), collection: parts.string(1), text: parts.string(2), from: parts.integer(3)
                ))
        case "expand":
            try parts.require(3, most: 3)
            self = try .expand(
                ExpandMessage(collection: parts.string(0), item: parts.string(1), isExpanded: parts.flag(2)))
        case "ascend":
            try parts.require(3, most: 3)
            self = try .ascend(
                AscendMessage(number: parts.integer(0), collection: parts.string(1), item: parts.string(2)))
        case "lift":
            try parts.require(2, most: 2)
            self = try .lift(LiftMessage(collection: parts.string(0), item: parts.string(1)))
        case "labels":
            try parts.require(2, most: 2)
            self = try .labels(LabelsMessage(collection: parts.string(0), heights: parts.heights(1)))
        case "measured":
            try parts.require(3, most: 3)
            self = try .measured(
                MeasuredMessage(collection: parts.string(0), version: parts.integer(1), heights: parts.cellHeights(2)))
        case "edit":
            try parts.require(2, most: 2)
            self = try .edit(EditMessage(collection: parts.string(0), items: parts.identifiers(1)))
        case "menu":
            try parts.require(3, most: 3)
            self = try .menu(
                MenuMessage(
                    number: parts.integer(0), collection: parts.string(1), item: parts.has(2) ? parts.string(2) : nil))
        case "swipe":
            try parts.require(3, most: 3)
            self = try .swipe(
                SwipeMessage(number: parts.integer(0), collection: parts.string(1), item: parts.string(2)))
        case "copied":
            try parts.require(2, most: 2)
            self = try .copied(CopiedMessage(number: parts.integer(0), isDone: parts.flag(1)))
        case "stop":
            try parts.require(1, most: 1)
            self = try .stop(StopMessage(number: parts.integer(0)))
        case "dismissed":
            try parts.require(3, most: 3)
            self = try .dismissed(
                DismissedMessage(
                    sheet: parts.string(0), answer: parts.has(1) ? parts.integer(1) : nil, number: parts.integer(2)))
        case "sheets":
            try parts.require(1, most: 1)
            self = try .sheets(SheetsMessage(sheets: parts.shownSheets(0)))
        case "press":
            try parts.require(5, most: 5)
            self = try .press(
                PressMessage(
                    number: parts.integer(0), collection: parts.string(1), item: parts.has(2) ? parts.string(2) : nil,
                    shortcut: parts.string(3), fields: parts.fields(4)))
        case "move":
            try parts.require(5, most: 5)
            self = try .move(
                MoveMessage(
                    number: parts.integer(0), collection: parts.string(1), item: parts.string(2),
                    side: parts.choice(3, "before, behind or section"), end: parts.rangeEnd(4)))
        case "drop":
            try parts.require(8, most: 8)
            self = try .drop(
                DropMessage(
                    number: parts.integer(0), collection: parts.string(1),
                    side: parts.choice(2, "before, behind or section"), end: parts.rangeEnd(3), text: parts.string(4),
                    items: parts.identifiers(5), page: parts.string(6), origin: parts.string(7)))
        case "do":
            try parts.require(4, most: 7)
            self = try .action(
                ActionMessage(
                    number: parts.call(0), action: parts.string(1), fields: parts.fields(2),
                    item: parts.has(3) ? parts.string(3) : nil, menu: parts.has(4) ? parts.string(4) : nil,
                    section: parts.has(5) ? parts.string(5) : nil, uploads: parts.has(6) ? parts.identifiers(6) : nil))
        default: throw parts.unknown
        }
    }
}

/// The limits of a packet from outside: the most of each.
enum WireLimit {
    /// The messages of a packet.
    static let messages = 64
    /// The values of a packet, those in arrays and objects included.
    static let values = 2_048
    /// Arrays and objects inside of each other.
    static let depth = 8
    /// The heights in one message.
    static let heights = 64
    /// The heights of cells in one message.
    static let cellHeights = 256
    /// The letters of a tab's name.
    static let tab = 64
}
