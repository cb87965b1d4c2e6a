// Made by scripts/wire of Wire/messages.toml. Do not edit.

import AviaryText
import AviaryViews

/// A message from a scene to its browser tab. `docs/WIRE.md` describes the format.
enum SceneMessage: Hashable, Sendable {
    /// A change of the collection view with this name.
    case collection(name: String, CollectionChange)
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

    /// Answers `menu`. Without groups there is no menu.
    struct MenuMessage: Hashable, Sendable {
        /// The number of the `menu`.
        var number: Int
        /// Lists of items, with lines between the lists (see *Menus*).
        var groups: [[MenuItem]]
    }

    /// Answers `menu`. Without groups there is no menu.
    static func menu(number: Int, groups: [[MenuItem]]) -> SceneMessage {
        .menu(MenuMessage(number: number, groups: groups))
    }

    /// Answers `swipe`.
    struct SwipedMessage: Hashable, Sendable {
        /// The number of the `swipe`.
        var number: Int
        /// Whether a full swipe calls the first action, then the items; `[]` without actions (see *Swipes*).
        var leading: SwipeActions?
        /// Whether a full swipe calls the first action, then the items; `[]` without actions (see *Swipes*).
        var trailing: SwipeActions?
    }

    /// Answers `swipe`.
    static func swiped(number: Int, leading: SwipeActions?, trailing: SwipeActions?) -> SceneMessage {
        .swiped(SwipedMessage(number: number, leading: leading, trailing: trailing))
    }

    /// Puts a text on the system's clipboard. The action waits for the tab's `copied`.
    struct CopyMessage: Hashable, Sendable {
        /// The number of the copy.
        var number: Int
        /// The text.
        var text: String
    }

    /// Puts a text on the system's clipboard. The action waits for the tab's `copied`.
    static func copy(number: Int, text: String) -> SceneMessage {
        .copy(CopyMessage(number: number, text: text))
    }

    /// Sets an outlet of the page: a named property of a storyboard's element.
    struct OutletMessage: Hashable, Sendable {
        /// The name of the outlet.
        var outlet: String
        /// A string, a number, a flag or `null`, which returns an outlet to the state in its template.
        var value: CellValue?
    }

    /// Sets an outlet of the page: a named property of a storyboard's element.
    static func outlet(outlet: String, value: CellValue?) -> SceneMessage {
        .outlet(OutletMessage(outlet: outlet, value: value))
    }

    /// Changes the rows of a control: of a `select`, a `datalist`, radio buttons or checkboxes.
    struct ChoicesMessage: Hashable, Sendable {
        /// The name of the list in `data-choices`.
        var list: String
        /// Steps from the old rows to the new ones; a row is `[id, 0, title]`, or `[id, 0, title, true]` if it cannot be chosen.
        var steps: [CollectionChange.Step]
        /// The items that are chosen in the store.
        var chosen: [String]
        /// Comes when the sections change.
        var groups: [ChoiceGroup]?
        /// There were no old rows; the client keeps the nodes whose identifiers it already holds.
        var isNew: Bool
    }

    /// Changes the rows of a control: of a `select`, a `datalist`, radio buttons or checkboxes.
    static func choices(
        list: String, steps: [CollectionChange.Step], chosen: [String], groups: [ChoiceGroup]? = nil,
        isNew: Bool = false
    ) -> SceneMessage {
        .choices(ChoicesMessage(list: list, steps: steps, chosen: chosen, groups: groups, isNew: isNew))
    }

    /// Sets the title of the document.
    struct TitleMessage: Hashable, Sendable {
        /// The title, the app's name included.
        var title: String
    }

    /// Sets the title of the document.
    static func title(title: String) -> SceneMessage {
        .title(TitleMessage(title: title))
    }

    /// Leads to another page, as a link does.
    struct ShowMessage: Hashable, Sendable {
        /// A path with its query, or an address of the web.
        var address: String
        /// The other page takes the place of this one, and says this.
        var sentence: String?
    }

    /// Leads to another page, as a link does.
    static func show(address: String, sentence: String? = nil) -> SceneMessage {
        .show(ShowMessage(address: address, sentence: sentence))
    }

    /// There is nothing at this address. The client shows the page of status 404, and does not connect again.
    struct NotFoundMessage: Hashable, Sendable {
        /// A sentence for the person.
        var sentence: String
    }

    /// There is nothing at this address. The client shows the page of status 404, and does not connect again.
    static func notFound(sentence: String) -> SceneMessage {
        .notFound(NotFoundMessage(sentence: sentence))
    }

    /// The page is of another version than the server. The client loads it anew, once for each version.
    struct UpgradeMessage: Hashable, Sendable {
        /// The version of the server.
        var version: String
    }

    /// The page is of another version than the server. The client loads it anew, once for each version.
    static func upgrade(version: String) -> SceneMessage {
        .upgrade(UpgradeMessage(version: version))
    }

    /// Shows a sheet or an alert over the page. Its values follow in the same packet.
    struct PresentMessage: Hashable, Sendable {
        /// The name of the sheet.
        var sheet: String
        /// How a sheet stands over the page.
        var style: Presentation
        /// Its storyboard, with names that begin with its own; empty when only its address changes.
        var html: String
        /// The address that is shown meanwhile.
        var address: Address?
        /// No earlier page was told of the sheet.
        var isNew: Bool
        /// The version of its storyboards.
        var version: String
    }

    /// Shows a sheet or an alert over the page. Its values follow in the same packet.
    static func present(
        sheet: String, style: Presentation, html: String, address: Address?, isNew: Bool, version: String
    ) -> SceneMessage {
        .present(
            PresentMessage(sheet: sheet, style: style, html: html, address: address, isNew: isNew, version: version))
    }

    /// Removes a sheet.
    struct DismissMessage: Hashable, Sendable {
        /// The name of the sheet.
        var sheet: String
    }

    /// Removes a sheet.
    static func dismiss(sheet: String) -> SceneMessage {
        .dismiss(DismissMessage(sheet: sheet))
    }

    /// An action was performed.
    struct DoneMessage: Hashable, Sendable {
        /// The number of the request; the numbers of a page ascend.
        var number: Int
    }

    /// An action was performed.
    static func done(number: Int) -> SceneMessage {
        .done(DoneMessage(number: number))
    }

    /// An action was not performed.
    struct FailedMessage: Hashable, Sendable {
        /// The number of the request; the numbers of a page ascend.
        var number: Int
        /// Why it was not performed.
        var sentence: String
    }

    /// An action was not performed.
    static func failed(number: Int, sentence: String) -> SceneMessage {
        .failed(FailedMessage(number: number, sentence: sentence))
    }

    /// A large action takes longer than half a second. A banner stays until the answer.
    struct WorkingMessage: Hashable, Sendable {
        /// The number of the request; the numbers of a page ascend.
        var number: Int
        /// A sentence for the person.
        var sentence: String
        /// The title of the button that sends `stop`.
        var title: String
    }

    /// A large action takes longer than half a second. A banner stays until the answer.
    static func working(number: Int, sentence: String, title: String) -> SceneMessage {
        .working(WorkingMessage(number: number, sentence: sentence, title: title))
    }

    /// Shows a sentence. An empty sentence removes the one of its kind.
    struct SayMessage: Hashable, Sendable {
        /// How a sentence is shown.
        var kind: SentenceKind
        /// A sentence for the person.
        var sentence: String
    }

    /// Shows a sentence. An empty sentence removes the one of its kind.
    static func say(kind: SentenceKind, sentence: String) -> SceneMessage {
        .say(SayMessage(kind: kind, sentence: sentence))
    }

    /// Has a screen reader read out a sentence that is not shown.
    struct AnnounceMessage: Hashable, Sendable {
        /// A sentence for the person.
        var sentence: String
    }

    /// Has a screen reader read out a sentence that is not shown.
    static func announce(sentence: String) -> SceneMessage {
        .announce(AnnounceMessage(sentence: sentence))
    }

    /// Shows a notice with a button.
    struct OfferMessage: Hashable, Sendable {
        /// A sentence for the person.
        var sentence: String
        /// The title of the button.
        var title: String
        /// The action that the button calls.
        var action: String
    }

    /// Shows a notice with a button.
    static func offer(sentence: String, title: String, action: String) -> SceneMessage {
        .offer(OfferMessage(sentence: sentence, title: title, action: action))
    }

    /// Says what the tab repeats in its next `hello`, in case this scene is lost by then.
    struct KeepsakeMessage: Hashable, Sendable {
        /// Empty, or a JSON object (see *After a lost connection*).
        var keepsake: String
    }

    /// Says what the tab repeats in its next `hello`, in case this scene is lost by then.
    static func keepsake(keepsake: String) -> SceneMessage {
        .keepsake(KeepsakeMessage(keepsake: keepsake))
    }

    /// A completion waits until this packet is displayed. The tab answers with `displayed`.
    struct DisplayMessage: Hashable, Sendable {
        /// The number of the packet.
        var number: Int
    }

    /// A completion waits until this packet is displayed. The tab answers with `displayed`.
    static func display(number: Int) -> SceneMessage {
        .display(DisplayMessage(number: number))
    }

    /// The last packet was not understood. The client logs it, and nothing else happened.
    struct RefusedMessage: Hashable, Sendable {
        /// Why, for the log.
        var reason: String
    }

    /// The last packet was not understood. The client logs it, and nothing else happened.
    static func refused(reason: String) -> SceneMessage {
        .refused(RefusedMessage(reason: reason))
    }
}

extension SceneMessage {
    /// The message as the wire has it.
    var json: JSON {
        switch self {
        case .collection(let name, let change): change.json(of: name)
        case .menu(let message): .message("menu", [.integer(message.number), .menuGroups(message.groups)])
        case .swiped(let message):
            .message(
                "swiped", [.integer(message.number), .swipeActions(message.leading), .swipeActions(message.trailing)])
        case .copy(let message): .message("copy", [.integer(message.number), .string(message.text)])
        case .outlet(let message): .message("outlet", [.string(message.outlet), .value(message.value)])
        case .choices(let message):
            .message(
                "choices", [.string(message.list), .steps(message.steps), .identifiers(message.chosen)],
                optional: [message.groups.map(JSON.choiceGroups), .flag(message.isNew)])
        case .title(let message): .message("title", [.string(message.title)])
        case .show(let message):
            .message("show", [.string(message.address)], optional: [message.sentence.map(JSON.string)])
        case .notFound(let message): .message("notFound", [.string(message.sentence)])
        case .upgrade(let message): .message("upgrade", [.string(message.version)])
        case .present(let message):
            .message(
                "present",
                [
                    .string(message.sheet), .choice(message.style), .string(message.html),
                    message.address.map(JSON.address) ?? .null, .flag(message.isNew), .string(message.version),
                ])
        case .dismiss(let message): .message("dismiss", [.string(message.sheet)])
        case .done(let message): .message("done", [.integer(message.number)])
        case .failed(let message): .message("failed", [.integer(message.number), .string(message.sentence)])
        case .working(let message):
            .message("working", [.integer(message.number), .string(message.sentence), .string(message.title)])
        case .say(let message): .message("say", [.choice(message.kind), .string(message.sentence)])
        case .announce(let message): .message("announce", [.string(message.sentence)])
        case .offer(let message):
            .message("offer", [.string(message.sentence), .string(message.title), .string(message.action)])
        case .keepsake(let message): .message("keepsake", [.string(message.keepsake)])
        case .pong: .message("pong")
        case .display(let message): .message("display", [.integer(message.number)])
        case .refused(let message): .message("refused", [.string(message.reason)])
        }
    }
}

extension CollectionChange {
    /// The message as the wire has it.
    fileprivate func json(of collection: String) -> JSON {
        switch self {
        case .reload(let message):
            .message(
                "reload",
                [
                    .string(collection), .geometry(message.geometry), .integer(message.count), .integer(message.base),
                    .tiles(message.tiles),
                ],
                optional: [
                    message.sections.map(JSON.counts), message.headers.map(JSON.headers), .flag(message.isRelaid),
                ])
        case .splice(let message):
            .message(
                "splice",
                [.string(collection), .integer(message.count), .integer(message.base), .steps(message.steps)],
                optional: [
                    message.elsewhere.map(JSON.elsewhere), message.sections.map(JSON.sections),
                    message.headers.map(JSON.headers), message.frames.map(JSON.frames), .flag(message.isStill),
                ])
        case .cell(let message):
            .message("cell", [.string(collection), .string(message.item)] + JSON.outletValues(message.values))
        case .selected(let message):
            .message("selected", [.string(collection), .identifiers(message.on), .identifiers(message.off)])
        case .gone(let message): .message("gone", [.string(collection), .string(message.item)])
        case .menus(let message):
            .message(
                "menus", [.string(collection), .identifiers(message.shortcuts)], optional: [.flag(message.hasSwipes)])
        case .mode(let message):
            .message(
                "mode", [.string(collection), .limit(message.limit)],
                optional: [.flag(message.isEditing), .flag(message.canSearch)])
        case .found(let message):
            .message(
                "found", [.string(collection), .integer(message.number), message.position.map(JSON.integer) ?? .null],
                optional: [.flag(message.isParent)])
        case .lifted(let message):
            .message(
                "lifted", [.string(collection), .string(message.item), .integer(message.count)],
                optional: [message.sentence.map(JSON.string)])
        case .moves(let message):
            .message("moves", [.string(collection), .flag(message.isOn)], optional: [.flag(message.takesDrops)])
        case .scrollTo(let message):
            .message(
                "scrollTo",
                [
                    .string(collection), .points(message.y), message.height.map(JSON.points) ?? .null,
                    message.share.map(JSON.number) ?? .null,
                ], optional: [.flag(message.isAnimated)])
        case .labels(let message): .message("labels", [.string(collection), .labels(message.labels)])
        }
    }
}
