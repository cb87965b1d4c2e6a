public import AviaryServer
import AviaryText
public import AviaryViews

/// A browser tab without a browser. It exchanges wire messages with a scene in memory, and stores what a person would
/// see.
///
///     let tab = try await FakeBrowser(app, path: "/")
///     try await tab.perform("add", fields: ["title": "Milk"])
///     await tab.wait { $0.collection("list").items.count == 1 }
///
/// The tab checks each packet. A message that does not match the state of the tab is recorded in `faults`. The real
/// client would log it.
public actor FakeBrowser {
    /// The error when an action was not performed.
    public struct ActionFailure: Error, Hashable {
        /// The sentence that the person reads.
        public var sentence: String

        /// An error with this sentence, to compare with.
        public init(sentence: String) { self.sentence = sentence }
    }

    /// The error when no route has an address, or nothing exists there.
    public struct NoSuchPage: Error, Hashable {
        /// The address as it was given.
        public var path: String

        /// An error for this address, to compare with.
        public init(path: String) { self.path = path }
    }

    /// The collections that the scene has sent, by their names on the wire.
    ///
    /// A name on the wire is the name in the storyboard. In a child or a sheet, the name of the child or the sheet and
    /// a slash come first.
    package private(set) var collections: [String: FakeCollection] = [:]
    /// The outlets that were set, by their names on the wire, as the JSON text of their values.
    ///
    /// A text has quotation marks. `null` stands for the storyboard's content.
    public private(set) var outlets: [String: String] = [:]
    /// The rows of controls, by the names of their lists on the wire.
    public private(set) var choices: [String: FakeChoices] = [:]
    /// The sentences that the scene has sent for the page to show, in order. An empty sentence removes the one on the
    /// page.
    public private(set) var sentences: [String] = []
    /// The actions that sentences have offered with a button, in order.
    public private(set) var offers: [String] = []
    /// The sentences that only a screen reader says, in order.
    public private(set) var announcements: [String] = []
    /// The reasons why the scene did not understand packets, in order.
    public private(set) var refusals: [String] = []
    /// The messages that this browser did not understand, in order, as sentences.
    public private(set) var faults: [String] = []
    /// The number of answered pings.
    public private(set) var pongs = 0
    /// The number of packets received.
    public private(set) var framesReceived = 0
    /// The total length of the packets received, in bytes of UTF-8.
    package private(set) var bytesReceived = 0

    /// The markup of the open sheets and alerts, by their names.
    public private(set) var sheets: [String: String] = [:]
    /// The addresses of the open sheets that have one, by the names of the sheets.
    public private(set) var addresses: [String: Address] = [:]
    private var versions: [String: String] = [:]
    /// The titles in the last menu, in order. The titles of a submenu follow its own.
    public private(set) var menu: [String] = []
    /// The titles of the actions that the last swipe uncovers from the leading edge, the outermost first.
    public private(set) var leadingSwipeActions: [String] = []
    /// The titles of the actions that the last swipe uncovers from the trailing edge, the outermost first.
    public private(set) var trailingSwipeActions: [String] = []
    /// The text last put on the clipboard.
    public private(set) var clipboard = ""
    /// The number of the long action that the page offers to stop; `nil` if there is none.
    public private(set) var workingAction: Int?
    /// Presses the button that stops `workingAction`. Does nothing if there is no such action.
    public func stop() async {
        if let workingAction { await send(.stop(number: workingAction)) }
    }
    /// Whether the browser lets the page write to the clipboard.
    var allowsCopying = true

    /// Sets `allowsCopying` to `false`, from outside of the actor.
    public func forbidCopying() { allowsCopying = false }

    /// The numbers of packets that are to be acknowledged, but are not displayed yet.
    public private(set) var undisplayed: [Int] = []
    /// The numbers of texts that were put on the clipboard, but are not acknowledged yet.
    private var uncopied: [Int] = []
    private var isPaused = false
    /// Stops displaying packets and copying texts until `display()`, like a busy browser.
    public func pauseDisplay() { isPaused = true }
    /// Displays the packets and copies the texts that wait, and from now on each at once.
    public func display() async {
        isPaused = false
        let (numbers, copies) = (undisplayed, uncopied)
        (undisplayed, uncopied) = ([], [])
        for number in copies { await send(.copied(number: number, isDone: allowsCopying)) }
        for number in numbers { await send(.displayed(number: number)) }
    }

    /// The version that the page reports.
    private let version: String?
    /// The version of a server that has requested the page to reload; `nil` if none has.
    public private(set) var newVersion: String?
    /// The text that the tab sends in its next `hello`, so that a new scene can restore the selection and the states of
    /// its view controllers.
    public private(set) var keepsake = ""

    /// The title of the page; empty before it was sent.
    public private(set) var title = ""
    /// The address of the page that the scene has last sent the tab to. The fake tab stays on its page.
    public private(set) var destination: Address?
    /// The address on the web that the scene has last sent the tab to. The fake tab stays on its page.
    public private(set) var webDestination: String?
    private var isNotFound = false

    private let address: Address
    private let path: String
    let visitor: Visitor?
    private let language: String?
    private let tab = "\(UInt64.random(in: 1 ... .max))"
    private var rects: [String: ContentRect]
    private(set) var app: LiveApp
    /// The scene of the room (the content at the address), once the room is shown.
    package private(set) var scene: Scene?
    private var packets = SentPackets()
    /// The line of the present connection.
    private var line = MemoryLine()
    private var session: Task<Void, Never>?
    /// The connections whose place another one has taken.
    private var earlier: [(packets: SentPackets, session: Task<Void, Never>)] = []
    private var isListening = true
    /// The names of the messages that were lost since `goDeaf()`.
    private var lost: Set<String> = []
    private var actionNumber = 0
    /// A request that the scene has not answered.
    private struct Request {
        let packet: String
        /// The sheet that it closes. The scene may still present the sheet.
        let closedSheet: String?
        let receipt: CheckedContinuation<ActionFailure?, Never>
    }
    /// The unanswered requests, by their numbers.
    private var pending: [Int: Request] = [:]
    /// Whether an action waits for its answer.
    package var isAsking: Bool { !pending.isEmpty }
    private var waiters:
        [(condition: @Sendable (isolated FakeBrowser) -> Bool, resume: CheckedContinuation<Void, Never>)] = []

    /// Opens a page.
    ///
    /// - Parameters:
    ///   - app: The app. It need not be served, because no socket is used.
    ///   - path: The address with its query, percent-encoded.
    ///   - width: The width of the visible rect of every collection, in points.
    ///   - height: The height of the visible rect of every collection, in points.
    ///   - version: The version that the page reports to the server; none by default.
    ///   - visitor: The visitor, whom the app's `VisitorCheck` is not asked about; nobody by default.
    ///   - language: The language of the page, one of the app's; by default its first.
    /// - Throws: `NoSuchPage`, or `ActionFailure` when the scene cannot show its controller.
    public init(
        _ app: LiveApp, path: String = "/", width: Double = 390, height: Double = 700, version: String? = nil,
        as visitor: Visitor? = nil, in language: String? = nil
    ) async throws {
        guard let address = Address(path), let scene = app.scene(at: address, for: visitor, in: language) else {
            throw NoSuchPage(path: path)
        }
        // The scene itself reports if nothing exists at the address, so an error is ignored here.
        let names = (try? await scene.collectionNames()) ?? []
        self.app = app
        (self.address, self.path) = (address, path)
        self.visitor = visitor
        self.language = language
        self.version = version
        let rect = ContentRect(width: width, height: height)
        rects = Dictionary(uniqueKeysWithValues: names.map { ($0, rect) })
        try await open()
    }

    /// Closes the tab, once its actions are done. `reconnect()` opens it again.
    public func close() async {
        if isListening, scene != nil { await wait { $0.pending.isEmpty } }
        await leave()
    }

    private func leave() async {
        packets.finish()
        await session?.value
        session = nil
        while let (packets, session) = earlier.popLast() {
            packets.finish()
            await session.value
        }
    }

    // MARK: The connection

    /// Closes the tab at once, even with unanswered actions. The server notices, and finishes or stops the actions.
    public func vanish() async {
        isListening = false
        await leave()
    }

    /// Loses all packets of the scene from now until `reconnect()`, like a connection that broke unnoticed.
    public func goDeaf() {
        isListening = false
        lost = []
    }

    /// Takes nothing more of what the scene sends until `flow()`, like a browser that reads too slowly.
    package func stall() { line.stall() }

    /// Whether something that the scene has sent waits since `stall()`.
    package var isBlocked: Bool { line.isBlocked }

    /// Takes what the scene has sent since `stall()`.
    package func flow() {
        line.flow()
        receive(from: line)
    }

    /// Opens another connection at once, before the server knows that the earlier one is lost. Does not wait for it. The
    /// tab sends its unanswered actions again.
    ///
    /// - Parameter isNarrow: Whether the scene waits with each packet until the tab has taken it.
    package func takeOver(isNarrow: Bool = false) {
        if let session { earlier.append((packets, session)) }
        begin(over: MemoryLine(isNarrow: isNarrow))
    }

    /// Closes the connection, and opens another one to the same scene. The tab sends its unanswered actions
    /// again.
    ///
    /// - Throws: The errors of the initializer.
    public func reconnect() async throws {
        await close()
        try await open()
    }

    /// Connects to a new app, as after a crash of the server: the scene and its state are lost.
    ///
    /// - Parameter app: The new app.
    /// - Throws: The errors of the initializer.
    public func reconnect(to app: LiveApp) async throws {
        await close()
        self.app = app
        try await open()
    }

    private func open() async throws {
        await withCheckedContinuation { begin(over: MemoryLine(), $0) }
        guard scene == nil else { return }
        await leave()
        if isNotFound { throw NoSuchPage(path: path) }
        throw ActionFailure(sentence: sentences.last ?? "")
    }

    /// Begins a connection, and sends what a page sends first.
    ///
    /// - Parameter receipt: Resumed when the scene has handled all that, or when the connection closes.
    private func begin(over line: MemoryLine, _ receipt: SentPackets.Receipt? = nil) {
        isListening = true
        scene = nil
        let packets = SentPackets()
        (self.packets, self.line) = (packets, line)
        let connection = TabConnection.inMemory(
            of: visitor, in: language, over: line, didSend: { [weak self] in await self?.receive(from: line) },
            close: { _ in packets.finish() })
        let session = TabSession(app.context, on: connection) { [weak self] in await self?.enter($0, over: line) }
        self.session = Task {
            await session.run(packets)
            packets.finish()
        }
        let scrollPositions = rects.map { ($0, collection($0).scrollPosition(of: $1)) }
        let hello = BrowserMessage.hello(
            address: address, scrollPositions: Dictionary(uniqueKeysWithValues: scrollPositions), tab: tab,
            keepsake: keepsake, version: version, asked: actionNumber)
        let again = pending.sorted { $0.key < $1.key }.map(\.value.packet)
        let first = [hello.packet] + (sheets.isEmpty ? [] : [shownSheets.packet]) + again
        for packet in first.dropLast() { packets.send(packet) }
        packets.send(first[first.count - 1], receipt)
    }

    private var shownSheets: BrowserMessage {
        let shown = sheets.keys.sorted().map { name in
            guard let address = addresses[name], let version = versions[name] else { return ShownSheet(name: name) }
            return ShownSheet(name: name, address: address, version: version)
        }
        return .sheets(sheets: shown)
    }

    private func enter(_ scene: Scene, over line: MemoryLine) { if line === self.line { self.scene = scene } }

    // MARK: What a person does

    /// Calls an action and waits for its answer.
    ///
    /// - Parameters:
    ///   - action: The name of the action. In a child or a sheet, the name of the child or the sheet and a slash come
    ///     first.
    ///   - fields: The fields of a form, as text.
    ///   - item: The identifier of the item whose cell has the button.
    ///   - menu: The collection with the menu of the action. The menu is opened at `item`, or else at the background.
    ///   - section: The identifier of the section whose header has the button.
    /// - Throws: `ActionFailure` with the sentence that the person reads.
    public func perform(
        _ action: String, fields: [String: String] = [:], item: String? = nil, menu: String? = nil,
        section: String? = nil
    )
        async throws(ActionFailure)
    {
        try await ask { number in
            .action(
                number: CallNumber(number), action: action, fields: fields, item: item, menu: menu, section: section)
        }
    }

    /// Presses a shortcut and waits until its action is done.
    ///
    /// - Parameters:
    ///   - shortcut: The shortcut, as in `MenuItem.shortcut`.
    ///   - collection: The collection whose menu has the shortcut, by its name in `collections`.
    ///   - item: The identifier of the item with the keyboard focus; `nil` for none.
    ///   - fields: Fields that the browser adds: for a paste, the clipboard's text as the field `text`.
    /// - Throws: `ActionFailure` with the sentence that the person reads.
    public func press(_ shortcut: String, in collection: String, item: String? = nil, fields: [String: String] = [:])
        async throws(ActionFailure)
    {
        try await ask { number in
            .press(number: number, collection: collection, item: item, shortcut: shortcut, fields: fields)
        }
    }

    /// Moves an item by hand, and waits until the move is stored. A selected item moves with the whole selection.
    ///
    /// - Parameters:
    ///   - item: The identifier of the item.
    ///   - side: The target: `before` or `behind` the item `other`, or `section` for the end of the section `other`.
    ///   - other: The identifier of an item or a section.
    ///   - collection: The name in `collections`.
    /// - Throws: `ActionFailure` with the sentence that the person reads.
    public func move(_ item: String, _ side: String, _ other: String, in collection: String)
        async throws(ActionFailure)
    {
        let side = try self.side(side)
        try await ask { number in
            .move(number: number, collection: collection, item: item, side: side, end: .item(other))
        }
    }

    /// Drops content from elsewhere, and waits until the drop is stored.
    ///
    /// - Parameters:
    ///   - content: The content as the browser sends it: text, or items of a page.
    ///   - side: The target: `before` or `behind` the item `other`, or `section` for the end of the section `other`.
    ///   - other: The identifier of an item or a section.
    ///   - collection: The name in `collections`.
    /// - Throws: `ActionFailure` with the sentence that the person reads.
    public func drop(_ content: DroppedContent, _ side: String, _ other: String, in collection: String)
        async throws(ActionFailure)
    {
        let side = try self.side(side)
        try await ask { number in
            .drop(
                number: number, collection: collection, side: side, end: .item(other), text: content.text,
                items: content.items, page: content.page, origin: content.collection)
        }
    }

    private func side(_ name: String) throws(ActionFailure) -> MoveRequest.Side {
        guard let side = MoveRequest.Side(rawValue: name) else {
            throw ActionFailure(sentence: "There is no side \(name).")
        }
        return side
    }

    /// - Parameter sheet: The sheet that the request closes.
    func ask(closing sheet: String? = nil, _ message: (Int) -> BrowserMessage) async throws(ActionFailure) {
        actionNumber += 1
        let number = actionNumber
        let packet = message(number).packet
        let failure = await withCheckedContinuation { continuation in
            pending[number] = Request(packet: packet, closedSheet: sheet, receipt: continuation)
            packets.send(packet)
        }
        if let failure { throw failure }
    }

    /// Taps a tile, and waits until the scene has handled the message.
    ///
    /// A tap selects the item or calls an action. An action may take longer: `wait(until:)` waits for its effect.
    public func tap(_ item: String, in collection: String) async {
        await send(.tap(collection: collection, item: item))
    }

    /// Draws one step of a rubber band, and waits until the scene has handled it.
    ///
    /// - Parameters:
    ///   - rect: The band in content coordinates, in points.
    ///   - step: `new` to replace the selection, `add` to extend it, `on` to continue, `drop` to cancel the band.
    ///   - collection: The name in `collections`.
    package func drawBand(_ rect: ContentRect, _ step: String, in collection: String) async {
        guard let step = BandStep(rawValue: step) else { return faults.append("There is no step \(step).") }
        await send(.band(collection: collection, rect: rect, step: step))
    }

    /// Types letters that lead to an item, and waits until the scene has handled them. `FakeCollection.found` is the
    /// answer.
    ///
    /// - Parameters:
    ///   - text: The first letters of the text to find.
    ///   - position: The position of the item with the keyboard focus.
    ///   - collection: The name in `collections`.
    public func type(_ text: String, from position: Int = 0, in collection: String) async {
        await send(.find(number: 1, collection: collection, text: text, from: position))
    }

    /// Begins to edit the content of these items, and stops editing all other items of the collection.
    public func edit(_ items: [String], in collection: String) async {
        collections[collection, default: FakeCollection()].edited = Set(items)
        await send(.edit(collection: collection, items: items))
    }

    /// Opens the menu at an item or at the background, and waits until the scene has handled the message. `menu` is
    /// the answer.
    public func openMenu(in collection: String, at item: String? = nil) async {
        await send(.menu(number: 1, collection: collection, item: item))
    }

    /// Begins a swipe over an item, and waits until the scene has handled the message. `leadingSwipeActions` and
    /// `trailingSwipeActions` are the answer. `perform(_:item:)` calls one of the actions.
    public func swipe(_ item: String, in collection: String) async {
        await send(.swipe(number: 1, collection: collection, item: item))
    }

    /// Expands or collapses an item of an outline, and waits until the scene has handled the message.
    public func setExpanded(_ isExpanded: Bool, _ item: String, in collection: String) async {
        await send(.expand(collection: collection, item: item, isExpanded: isExpanded))
    }

    /// Asks for the parent of an item, and waits until the scene has handled the message. `FakeCollection.found` is the
    /// answer.
    public func ascend(from item: String, in collection: String) async {
        await send(.ascend(number: 1, collection: collection, item: item))
    }

    /// Closes a sheet, and waits until the scene has done so.
    ///
    /// - Parameters:
    ///   - sheet: The name in `sheets`.
    ///   - answer: The index of an alert's button, from 0; `nil` for Escape.
    /// - Throws: `ActionFailure` with the sentence that the person reads.
    public func dismiss(_ sheet: String, answer: Int? = nil) async throws(ActionFailure) {
        close(sheet)
        try await ask(closing: sheet) { .dismissed(sheet: sheet, answer: answer, number: $0) }
    }

    /// Scrolls a collection or resizes its visible rect, in content coordinates and points. Waits until the scene has
    /// handled it.
    ///
    /// In a collection that stays at its end, `isAtEnd` says that the end is in view. Then the scene shows the end,
    /// whatever `y` is.
    public func scroll(
        _ collection: String, x: Double = 0, y: Double, width: Double = 390, height: Double = 700,
        isAtEnd: Bool = false
    ) async {
        let rect = ContentRect(x: x, y: y, width: width, height: height)
        rects[collection] = rect
        await send(.scroll(collection: collection, rect: rect, isAtEnd: isAtEnd))
    }

    /// Tells the scene that a collection has stopped scrolling, and waits until the scene has handled the message. A
    /// browser does so soon after scrolling.
    public func endScrolling(_ collection: String) async {
        guard let rect = rects[collection] else { return }
        await send(.scroll(collection: collection, rect: rect, hasEnded: true))
    }

    /// Tells the scene the heights of cells of a self-sizing layout, and waits until the scene has handled the message.
    ///
    /// - Parameters:
    ///   - heights: Whole points by the identifiers of items, of at most 256 items.
    ///   - collection: The name of the collection.
    public func measure(_ heights: [String: Double], in collection: String) async {
        let version = self.collection(collection).layoutVersion
        await send(.measured(collection: collection, version: version, heights: heights))
    }

    /// Sends a ping, and waits until the scene has handled it. `pongs` counts the answers.
    public func ping() async { await send(.ping) }

    /// Waits until the scene has sent a message that the deaf tab has lost.
    ///
    /// - Parameter message: The name of the message on the wire, such as `copy`.
    public func waitUntilLost(_ message: String) async { while !lost.contains(message) { await Task.yield() } }

    /// Waits until the tab has an unanswered action.
    public func waitUntilAsked() async { while pending.isEmpty { await Task.yield() } }

    /// Sends a packet unchanged, even one that no client would send. Waits until the scene has handled it.
    public func send(_ packet: String) async {
        await withCheckedContinuation { packets.send(packet, $0) }
    }

    private func send(_ message: BrowserMessage) async { await send(message.packet) }

    // MARK: What a person sees

    /// The collection with this name; an empty one if the scene has sent nothing about it.
    public func collection(_ name: String) -> FakeCollection { collections[name] ?? FakeCollection() }

    /// The sentence beside the control of a field; `nil` for none.
    ///
    /// - Parameter field: The name of the control. In a child or a sheet, the name of the child or the sheet and a slash
    ///   come first.
    public func fault(of field: String) -> String? {
        guard
            case .string(let sentence)? = outlets["\(field)-fault"].flatMap({
                try? JSONReader.read($0, maximumDepth: 1, maximumValues: 1)
            })
        else { return nil }
        return sentence
    }

    /// Waits until a condition holds. It checks the condition after each packet.
    ///
    /// There is no time limit: if the condition never holds, the test's own limit applies.
    public func wait(until condition: @escaping @Sendable (isolated FakeBrowser) -> Bool) async {
        await withCheckedContinuation { continuation in
            if condition(self) { continuation.resume() } else { waiters.append((condition, continuation)) }
        }
    }

    /// Receives what was sent over a line. What comes over an earlier one is lost.
    private func receive(from line: MemoryLine) {
        guard line === self.line else { return }
        for packet in line.takePackets() { receive(packet) }
    }

    private func receive(_ packet: String) {
        let messages: [MessageParts]
        do { messages = try MessageParts.of(packet) } catch { return faults.append("\(error.reason): \(packet)") }
        guard isListening else { return lost.formUnion(messages.map(\.name)) }
        framesReceived += 1
        bytesReceived += packet.utf8.count
        for parts in messages {
            do throws(MessageRefusal) { apply(try ReceivedMessage(parts)) } catch { faults.append(error.reason) }
        }
        let met = waiters.filter { $0.condition(self) }
        waiters.removeAll { $0.condition(self) }
        for waiter in met { waiter.resume.resume() }
    }

    private func apply(_ message: ReceivedMessage) {
        switch message {
        case .outlet(let outlet): outlets[outlet.outlet] = outlet.value.text
        case .choices(let rows):
            do { try choices[rows.list, default: FakeChoices()].apply(rows) } catch {
                faults.append("\(rows.list): \(error)")
            }
        case .title(let title): self.title = title.title
        case .show(let shown):
            if shown.address.hasPrefix("https://") || shown.address.hasPrefix("http://") {
                webDestination = shown.address
                return
            }
            guard let address = Address(shown.address) else { return faults.append("no address: \(shown.address)") }
            destination = address
            if let sentence = shown.sentence { sentences.append(sentence) }
        case .notFound(let page):
            sentences.append(page.sentence)
            isNotFound = true
        case .present(let sheet):
            if pending.values.contains(where: { $0.closedSheet == sheet.sheet }) { return }
            if let address = sheet.address { addresses[sheet.sheet] = Address(address) }
            versions[sheet.sheet] = sheet.version
            open(sheet.sheet, sheet.html)
        case .upgrade(let upgrade): newVersion = upgrade.version
        case .dismiss(let sheet): close(sheet.sheet)
        case .done(let answer): end(answer.number, nil)
        case .failed(let answer): end(answer.number, ActionFailure(sentence: answer.sentence))
        case .working(let action): workingAction = action.number
        case .keepsake(let kept): keepsake = kept.keepsake
        case .copy(let copy):
            if allowsCopying { clipboard = copy.text }
            uncopied.append(copy.number)
            if !isPaused { Task { await self.display() } }
        case .display(let display):
            undisplayed.append(display.number)
            if !isPaused { Task { await self.display() } }
        case .menu(let menu): self.menu = titles(in: menu.groups)
        case .swiped(let answer):
            leadingSwipeActions = titles(in: .array([answer.leading]))
            trailingSwipeActions = titles(in: .array([answer.trailing]))
        case .announce(let announcement): announcements.append(announcement.sentence)
        case .offer(let offer):
            sentences.append(offer.sentence)
            offers.append(offer.action)
        case .say(let said): sentences.append(said.sentence)
        case .pong: pongs += 1
        case .refused(let refusal): refusals.append(refusal.reason)
        default: if let collection = message.collection { change(collection, by: message) }
        }
    }

    private func change(_ collection: String, by message: ReceivedMessage) {
        // The scene may still send messages about a sheet that was closed here. They are ignored.
        let owner = collection.prefix { $0 != "/" }
        if owner.hasPrefix("sheet"), owner.count < collection.count, sheets[String(owner)] == nil { return }
        do {
            try collections[collection, default: FakeCollection()].apply(message)
        } catch {
            faults.append("\(collection): \(error)")
        }
    }

    /// The titles in a menu, or a fault.
    private func titles(in groups: JSON) -> [String] {
        guard case .array(let groups) = groups else {
            faults.append("no menu: \(groups)")
            return []
        }
        func titles(of items: JSON) -> [String] {
            guard case .array(let items) = items else { return [] }
            return items.flatMap { item -> [String] in
                guard case .array(let parts) = item, case .string(let title)? = parts.first else { return [] }
                return [title] + (parts.count > 5 ? titles(of: parts[5]) : [])
            }
        }
        return groups.flatMap(titles)
    }

    private func open(_ sheet: String, _ html: String) {
        guard sheets[sheet] == nil else { return }
        sheets[sheet] = html
        for match in html.matches(of: #/data-collection="([^"]+)"/#) {
            let collection = String(match.1)
            rects[collection] = ContentRect(width: 390, height: 300)
            collections[collection] = FakeCollection()
            Task { if sheets[sheet] != nil { await scroll(collection, y: 0, height: 300) } }
        }
    }

    private func close(_ sheet: String) {
        sheets[sheet] = nil
        addresses[sheet] = nil
        versions[sheet] = nil
        for collection in rects.keys where collection.hasPrefix(sheet + "/") {
            rects[collection] = nil
            collections[collection] = nil
        }
    }

    private func end(_ number: Int, _ failure: ActionFailure?) {
        if workingAction == number { workingAction = nil }
        pending.removeValue(forKey: number)?.receipt.resume(returning: failure)
    }
}
