// Made by scripts/wire of Wire/messages.toml. Do not edit.

package import AviaryServer
package import AviaryText

/// A message of a scene, as a tab reads it. Parts that only a collection understands stay JSON.
package enum ReceivedMessage {
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
    /// Answers `menu`. Without groups there is no menu.
    case menu(MenuMessage)
    /// Answers `swipe`.
    case swiped(SwipedMessage)
    /// Puts a text on the system's clipboard. The action waits for the tab's `copied`.
    case copy(CopyMessage)
    /// Sets an outlet of the page: a named property of a storyboard's element.
    case outlet(OutletMessage)
    /// Changes the rows of a control: of a `select`, a `datalist`, radio buttons or checkboxes.
    case choices(ChoicesMessage)
    /// Sets the title of the document.
    case title(TitleMessage)
    /// Leads to another page, as a link does.
    case show(ShowMessage)
    /// There is nothing at this address. The client shows the page of status 404, and does not connect again.
    case notFound(NotFoundMessage)
    /// The page is of another version than the server. The client loads it anew, once for each version.
    case upgrade(UpgradeMessage)
    /// Shows a sheet or an alert over the page. Its values follow in the same packet.
    case present(PresentMessage)
    /// Removes a sheet.
    case dismiss(DismissMessage)
    /// An action was performed.
    case done(DoneMessage)
    /// An action was not performed.
    case failed(FailedMessage)
    /// A large action takes longer than half a second. A banner stays until the answer.
    case working(WorkingMessage)
    /// Shows a sentence. An empty sentence removes the one of its kind.
    case say(SayMessage)
    /// Has a screen reader read out a sentence that is not shown.
    case announce(AnnounceMessage)
    /// Shows a notice with a button.
    case offer(OfferMessage)
    /// Says what the tab repeats in its next `hello`, in case this scene is lost by then.
    case keepsake(KeepsakeMessage)
    /// Answers `ping`.
    case pong
    /// A completion waits until this packet is displayed. The tab answers with `displayed`.
    case display(DisplayMessage)
    /// The last packet was not understood. The client logs it, and nothing else happened.
    case refused(RefusedMessage)

    /// Tells all of a collection. The client keeps the nodes whose identifiers it already holds.
    package struct ReloadMessage {
        /// The name of the collection.
        package var collection: String
        /// A lattice or frames (see *Geometry*).
        package var geometry: JSON
        /// The number of items in the list.
        package var count: Int
        /// The position of the first tile.
        package var base: Int
        /// A list of tiles (see *Tiles*).
        package var tiles: JSON
        /// The numbers of items in the sections, where sections have headers.
        package var sections: JSON?
        /// The headers near the visible rect, where sections have headers.
        package var headers: JSON?
        /// Only the layout has changed, so each tile glides from its old frame to its new one.
        package var isRelaid: Bool
    }

    /// Changes the held tiles of a collection.
    package struct SpliceMessage {
        /// The name of the collection.
        package var collection: String
        /// The number of items in the list.
        package var count: Int
        /// The position of the first tile of the result.
        package var base: Int
        /// Steps from the old tiles to the new ones (see *Tiles*).
        package var steps: JSON
        /// Comes only with an update; without it the window was only scrolled.
        package var elsewhere: JSON?
        /// Comes when the counts change, or is `[]` in front of `headers`.
        package var sections: JSON?
        /// Comes when the headers change.
        package var headers: JSON?
        /// Comes when the frames change.
        package var frames: JSON?
        /// No visible tile moves during the update.
        package var isStill: Bool
    }

    /// Changes outlets of one tile.
    package struct CellMessage {
        /// The name of the collection.
        package var collection: String
        /// The identifier of the item.
        package var item: String
        /// `outlet, value, …`: the number of an outlet in the template, and its value, in turn.
        package var values: [JSON]
    }

    /// Changes the selection of held tiles.
    package struct SelectedMessage {
        /// The name of the collection.
        package var collection: String
        /// The items that are selected from now on.
        package var on: JSON
        /// The items that are not selected any more.
        package var off: JSON
    }

    /// An item that is being edited has left the list. If its tile was held, the splice that removes it follows.
    package struct GoneMessage {
        /// The name of the collection.
        package var collection: String
        /// The identifier of the item.
        package var item: String
    }

    /// The collection has menus.
    package struct MenusMessage {
        /// The name of the collection.
        package var collection: String
        /// The keys in the menus.
        package var shortcuts: JSON
        /// Items have swipe actions.
        package var hasSwipes: Bool
    }

    /// Says how a person may select from now on.
    package struct ModeMessage {
        /// The name of the collection.
        package var collection: String
        /// 0 for no item, 1 for one, 2 for any number.
        package var limit: Int
        /// The collection is in edit mode, where a tap always selects.
        package var isEditing: Bool
        /// Typed letters lead to an item (`find`).
        package var canSearch: Bool
    }

    /// Answers `find` and `ascend`.
    package struct FoundMessage {
        /// The name of the collection.
        package var collection: String
        /// The number of the `find` or the `ascend`.
        package var number: Int
        /// The position of the item, or `null` if there is none.
        package var position: Int?
        /// The answer is that of an `ascend`.
        package var isParent: Bool
    }

    /// Answers `lift`.
    package struct LiftedMessage {
        /// The name of the collection.
        package var collection: String
        /// The identifier of the item.
        package var item: String
        /// The number of items that are moved, this one included; 0 if it stays.
        package var count: Int
        /// Why the item stays.
        package var sentence: String?
    }

    /// Says whether items can be moved by hand from now on. Without this message they cannot.
    package struct MovesMessage {
        /// The name of the collection.
        package var collection: String
        /// Items can be moved.
        package var isOn: Bool
        /// Things from elsewhere can be dropped.
        package var takesDrops: Bool
    }

    /// Scrolls a collection to a part of its content, because its controller says so.
    package struct ScrollToMessage {
        /// The name of the collection.
        package var collection: String
        /// The top of the part.
        package var y: Double
        /// The height of the part; with `null` the visible rect begins exactly at `y`.
        package var height: Double?
        /// The share of the free space above the part; `null` scrolls as little as needed.
        package var share: Double?
        /// The content glides, if the way is short.
        package var isAnimated: Bool
    }

    /// Answers `labels`: each section that was asked for, once.
    package struct LabelsMessage {
        /// The name of the collection.
        package var collection: String
        /// A list of `[top, end, text]`: the part of a section in the content, and the first text in its header.
        package var labels: JSON
    }

    /// Answers `menu`. Without groups there is no menu.
    package struct MenuMessage {
        /// The number of the `menu`.
        package var number: Int
        /// Lists of items, with lines between the lists (see *Menus*).
        package var groups: JSON
    }

    /// Answers `swipe`.
    package struct SwipedMessage {
        /// The number of the `swipe`.
        package var number: Int
        /// Whether a full swipe calls the first action, then the items; `[]` without actions (see *Swipes*).
        package var leading: JSON
        /// Whether a full swipe calls the first action, then the items; `[]` without actions (see *Swipes*).
        package var trailing: JSON
    }

    /// Puts a text on the system's clipboard. The action waits for the tab's `copied`.
    package struct CopyMessage {
        /// The number of the copy.
        package var number: Int
        /// The text.
        package var text: String
    }

    /// Sets an outlet of the page: a named property of a storyboard's element.
    package struct OutletMessage {
        /// The name of the outlet.
        package var outlet: String
        /// A string, a number, a flag or `null`, which returns an outlet to the state in its template.
        package var value: JSON
    }

    /// Changes the rows of a control: of a `select`, a `datalist`, radio buttons or checkboxes.
    package struct ChoicesMessage {
        /// The name of the list in `data-choices`.
        package var list: String
        /// Steps from the old rows to the new ones; a row is `[id, 0, title]`, or `[id, 0, title, true]` if it cannot be chosen.
        package var steps: JSON
        /// The items that are chosen in the store.
        package var chosen: JSON
        /// Comes when the sections change.
        package var groups: JSON?
        /// There were no old rows; the client keeps the nodes whose identifiers it already holds.
        package var isNew: Bool
    }

    /// Sets the title of the document.
    package struct TitleMessage {
        /// The title, the app's name included.
        package var title: String
    }

    /// Leads to another page, as a link does.
    package struct ShowMessage {
        /// A path with its query, or an address of the web.
        package var address: String
        /// The other page takes the place of this one, and says this.
        package var sentence: String?
    }

    /// There is nothing at this address. The client shows the page of status 404, and does not connect again.
    package struct NotFoundMessage {
        /// A sentence for the person.
        package var sentence: String
    }

    /// The page is of another version than the server. The client loads it anew, once for each version.
    package struct UpgradeMessage {
        /// The version of the server.
        package var version: String
    }

    /// Shows a sheet or an alert over the page. Its values follow in the same packet.
    package struct PresentMessage {
        /// The name of the sheet.
        package var sheet: String
        /// How a sheet stands over the page.
        package var style: String
        /// Its storyboard, with names that begin with its own; empty when only its address changes.
        package var html: String
        /// The address that is shown meanwhile.
        package var address: String?
        /// No earlier page was told of the sheet.
        package var isNew: Bool
        /// The version of its storyboards.
        package var version: String
    }

    /// Removes a sheet.
    package struct DismissMessage {
        /// The name of the sheet.
        package var sheet: String
    }

    /// An action was performed.
    package struct DoneMessage {
        /// The number of the request; the numbers of a page ascend.
        package var number: Int
    }

    /// An action was not performed.
    package struct FailedMessage {
        /// The number of the request; the numbers of a page ascend.
        package var number: Int
        /// Why it was not performed.
        package var sentence: String
    }

    /// A large action takes longer than half a second. A banner stays until the answer.
    package struct WorkingMessage {
        /// The number of the request; the numbers of a page ascend.
        package var number: Int
        /// A sentence for the person.
        package var sentence: String
        /// The title of the button that sends `stop`.
        package var title: String
    }

    /// Shows a sentence. An empty sentence removes the one of its kind.
    package struct SayMessage {
        /// How a sentence is shown.
        package var kind: String
        /// A sentence for the person.
        package var sentence: String
    }

    /// Has a screen reader read out a sentence that is not shown.
    package struct AnnounceMessage {
        /// A sentence for the person.
        package var sentence: String
    }

    /// Shows a notice with a button.
    package struct OfferMessage {
        /// A sentence for the person.
        package var sentence: String
        /// The title of the button.
        package var title: String
        /// The action that the button calls.
        package var action: String
    }

    /// Says what the tab repeats in its next `hello`, in case this scene is lost by then.
    package struct KeepsakeMessage {
        /// Empty, or a JSON object (see *After a lost connection*).
        package var keepsake: String
    }

    /// A completion waits until this packet is displayed. The tab answers with `displayed`.
    package struct DisplayMessage {
        /// The number of the packet.
        package var number: Int
    }

    /// The last packet was not understood. The client logs it, and nothing else happened.
    package struct RefusedMessage {
        /// Why, for the log.
        package var reason: String
    }

    /// The collection that the message is about; `nil` for a message about the page.
    package var collection: String? {
        switch self {
        case .reload(let message): message.collection
        case .splice(let message): message.collection
        case .cell(let message): message.collection
        case .selected(let message): message.collection
        case .gone(let message): message.collection
        case .menus(let message): message.collection
        case .mode(let message): message.collection
        case .found(let message): message.collection
        case .lifted(let message): message.collection
        case .moves(let message): message.collection
        case .scrollTo(let message): message.collection
        case .labels(let message): message.collection
        default: nil
        }
    }
}

extension ReceivedMessage {
    /// Reads a message, or refuses it with a reason.
    package init(_ parts: MessageParts) throws(MessageRefusal) {
        switch parts.name {
        case "reload":
            try parts.require(5, most: 8)
            self = try .reload(
                ReloadMessage(
                    collection: parts.string(0), geometry: parts.json(1), count: parts.integer(2),
                    base: parts.integer(3), tiles: parts.json(4), sections: parts.has(5) ? parts.json(5) : nil,
                    headers: parts.has(6) ? parts.json(6) : nil, isRelaid: parts.has(7) ? parts.flag(7) : false))
        case "splice":
            try parts.require(4, most: 9)
            self = try .splice(
                SpliceMessage(
                    collection: parts.string(0), count: parts.integer(1), base: parts.integer(2), steps: parts.json(3),
                    elsewhere: parts.has(4) ? parts.json(4) : nil, sections: parts.has(5) ? parts.json(5) : nil,
                    headers: parts.has(6) ? parts.json(6) : nil, frames: parts.has(7) ? parts.json(7) : nil,
                    isStill: parts.has(8) ? parts.flag(8) : false))
        case "cell":
            try parts.require(2)
            self = try .cell(
                CellMessage(collection: parts.string(0), item: parts.string(1), values: parts.rest(from: 2)))
        case "selected":
            try parts.require(3, most: 3)
            self = try .selected(SelectedMessage(collection: parts.string(0), on: parts.json(1), off: parts.json(2)))
        case "gone":
            try parts.require(2, most: 2)
            self = try .gone(GoneMessage(collection: parts.string(0), item: parts.string(1)))
        case "menus":
            try parts.require(2, most: 3)
            self = try .menus(
                MenusMessage(
                    collection: parts.string(0), shortcuts: parts.json(1),
                    hasSwipes: parts.has(2) ? parts.flag(2) : false))
        case "mode":
            try parts.require(2, most: 4)
            self = try .mode(
                ModeMessage(
                    collection: parts.string(0), limit: parts.integer(1),
                    isEditing: parts.has(2) ? parts.flag(2) : false, canSearch: parts.has(3) ? parts.flag(3) : false))
        case "found":
            try parts.require(3, most: 4)
            self = try .found(
                FoundMessage(
                    collection: parts.string(0), number: parts.integer(1),
                    position: parts.has(2) ? parts.integer(2) : nil, isParent: parts.has(3) ? parts.flag(3) : false))
        case "lifted":
            try parts.require(3, most: 4)
            self = try .lifted(
                LiftedMessage(
                    collection: parts.string(0), item: parts.string(1), count: parts.integer(2),
                    sentence: parts.has(3) ? parts.string(3) : nil))
        case "moves":
            try parts.require(2, most: 3)
            self = try .moves(
                MovesMessage(
                    collection: parts.string(0), isOn: parts.flag(1), takesDrops: parts.has(2) ? parts.flag(2) : false))
        case "scrollTo":
            try parts.require(4, most: 5)
            self = try .scrollTo(
                ScrollToMessage(
                    collection: parts.string(0), y: parts.number(1), height: parts.has(2) ? parts.number(2) : nil,
                    share: parts.has(3) ? parts.number(3) : nil, isAnimated: parts.has(4) ? parts.flag(4) : false))
        case "labels":
            try parts.require(2, most: 2)
            self = try .labels(LabelsMessage(collection: parts.string(0), labels: parts.json(1)))
        case "menu":
            try parts.require(2, most: 2)
            self = try .menu(MenuMessage(number: parts.integer(0), groups: parts.json(1)))
        case "swiped":
            try parts.require(3, most: 3)
            self = try .swiped(SwipedMessage(number: parts.integer(0), leading: parts.json(1), trailing: parts.json(2)))
        case "copy":
            try parts.require(2, most: 2)
            self = try .copy(CopyMessage(number: parts.integer(0), text: parts.string(1)))
        case "outlet":
            try parts.require(2, most: 2)
            self = try .outlet(OutletMessage(outlet: parts.string(0), value: parts.json(1)))
        case "choices":
            try parts.require(3, most: 5)
            self = try .choices(
                ChoicesMessage(
                    list: parts.string(0), steps: parts.json(1), chosen: parts.json(2),
                    groups: parts.has(3) ? parts.json(3) : nil, isNew: parts.has(4) ? parts.flag(4) : false))
        case "title":
            try parts.require(1, most: 1)
            self = try .title(TitleMessage(title: parts.string(0)))
        case "show":
            try parts.require(1, most: 2)
            self = try .show(ShowMessage(address: parts.string(0), sentence: parts.has(1) ? parts.string(1) : nil))
        case "notFound":
            try parts.require(1, most: 1)
            self = try .notFound(NotFoundMessage(sentence: parts.string(0)))
        case "upgrade":
            try parts.require(1, most: 1)
            self = try .upgrade(UpgradeMessage(version: parts.string(0)))
        case "present":
            try parts.require(6, most: 6)
            self = try .present(
                PresentMessage(
                    sheet: parts.string(0), style: parts.string(1), html: parts.string(2),
                    address: parts.has(3) ? parts.string(3) : nil, isNew: parts.flag(4), version: parts.string(5)))
        case "dismiss":
            try parts.require(1, most: 1)
            self = try .dismiss(DismissMessage(sheet: parts.string(0)))
        case "done":
            try parts.require(1, most: 1)
            self = try .done(DoneMessage(number: parts.integer(0)))
        case "failed":
            try parts.require(2, most: 2)
            self = try .failed(FailedMessage(number: parts.integer(0), sentence: parts.string(1)))
        case "working":
            try parts.require(3, most: 3)
            self = try .working(
                WorkingMessage(number: parts.integer(0), sentence: parts.string(1), title: parts.string(2)))
        case "say":
            try parts.require(2, most: 2)
            self = try .say(SayMessage(kind: parts.string(0), sentence: parts.string(1)))
        case "announce":
            try parts.require(1, most: 1)
            self = try .announce(AnnounceMessage(sentence: parts.string(0)))
        case "offer":
            try parts.require(3, most: 3)
            self = try .offer(OfferMessage(sentence: parts.string(0), title: parts.string(1), action: parts.string(2)))
        case "keepsake":
            try parts.require(1, most: 1)
            self = try .keepsake(KeepsakeMessage(keepsake: parts.string(0)))
        case "pong":
            try parts.require(0, most: 0)
            self = .pong
        case "display":
            try parts.require(1, most: 1)
            self = try .display(DisplayMessage(number: parts.integer(0)))
        case "refused":
            try parts.require(1, most: 1)
            self = try .refused(RefusedMessage(reason: parts.string(0)))
        default: throw parts.unknown
        }
    }
}
