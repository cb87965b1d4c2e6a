import AviaryViews

extension Scene {
    /// Handles a packet from the tab, or refuses it. A tab that has spent its budget (`WorkBudget`) is served in the
    /// slow lane (`SlowLane`).
    func receive(_ packet: String) async {
        budget.spend(WorkBudget.price(ofBytes: packet.utf8.count))
        if budget.isSpent {
            await app.slowLane.run { await self.read(packet) }
        } else {
            await read(packet)
        }
    }

    private func read(_ packet: String) async {
        let messages: [BrowserMessage]
        do throws(BrowserMessage.Refusal) { messages = try BrowserMessage.read(packet) } catch {
            return await refuse(error.reason)
        }
        if !SlowLane.isHere, asksForMuch(messages) {
            await app.slowLane.run { await self.pay(for: messages) }
        } else {
            await pay(for: messages)
        }
    }

    /// Returns whether the messages cost so much that they belong in the slow lane. Must be called before any message
    /// is handled.
    private func asksForMuch(_ messages: [BrowserMessage]) -> Bool {
        messages.count > manyMessages
            || messages.contains { message in
                switch message {
                case .scroll(_, let rect, _): rect.isLarge
                case .range(let name, let from, let to, let isOn, _):
                    collections[name].map { $0.workOfRange(from: from, to: to, isOn: isOn) > manyItems } ?? false
                case .band(let name, let rect, _, _):
                    collections[name].map { $0.workOfBand(in: rect) > manyItems } ?? false
                case .lift(let name, _): collections[name].map { $0.selectionCount > manyItems } ?? false
                case .find(_, let name, _, _): collections[name].map { $0.numberOfItems > manyCells } ?? false
                case .selectAll(let name, _, _): collections[name].map { $0.numberOfItems > manyItems } ?? false
                case .move(_, let name, _): collections[name].map { $0.selectionCount > manyItems } ?? false
                case .drop(_, _, let request):
                    collections[request.content.collection].map { $0.selectionCount > manyItems } ?? false
                default: false
                }
            }
    }

    /// Handles messages, and takes their cost from the connection's budget.
    private func pay(for messages: [BrowserMessage]) async {
        let before = work
        await receive(messages)
        budget.spend(messages.count * WorkBudget.message + work - before)
    }

    /// The work of the collections so far, in units of `WorkBudget`.
    private var work: Int {
        collections.values.reduce(0) { $0 + $1.cellWork + $1.selectionWork / WorkBudget.itemsForOne }
    }

    func receive(_ messages: [BrowserMessage]) async {
        for message in messages where !isStopping && (!isGone || message.asksForAction) {
            switch message {
            case .hello: await refuse("this connection has said hello before")
            case .ping: await turn(andThen: [.pong]) {}
            case .displayed(let number): await didDisplay(number)
            case .scroll(let name, let rect, let isAtRest):
                guard let view = collections[name] else {
                    await refuse(collection: name)
                    continue
                }
                await turn {
                    if isAtRest { return view.endScrolling(at: rect) }
                    self.noteHeight(of: rect, name)
                    do { try await self.confined { try await view.scroll(to: rect) } } catch { self.report(error) }
                }
            case .edit(let name, let items):
                guard let view = collections[name] else {
                    await refuse(collection: name)
                    continue
                }
                await turn {
                    do { try await self.confined { try await view.edit(items) } } catch { self.report(error) }
                }
            case .tap(let name, let item, let number):
                if let number, await answerAgain(number) { continue }
                if let number, let action = collections[name]?.primaryAction(for: item).map({ name.path + $0 }),
                    stage?.action(named: action) != nil
                {
                    await take(number, action, ActionEvent(item: item))
                    continue
                }
                await select(in: name, number) { view in
                    view.tap(item) ? nil : "\(name) has no item \(item.prefix(40))"
                }
            case .range(let name, let from, let to, let isOn, let number):
                await select(in: name, number) { view in
                    view.selectRange(from: from, to: to, isOn: isOn)
                        ? nil : "\(name) does not have both ends of a range"
                }
            case .selectAll(let name, let isOn, let number):
                await select(in: name, number) { view in
                    view.selectAll(isOn)
                    return nil
                }
            case .band(let name, let rect, let step, let number):
                await select(in: name, number) { view in
                    view.selectBand(in: rect, step)
                    return nil
                }
            case .find(let number, let name, let text, let start):
                guard let view = collections[name] else {
                    await refuse(collection: name)
                    continue
                }
                await turn {
                    do {
                        try await self.confined { try await view.search(for: text, from: start, number: number) }
                    } catch {
                        self.report(error)
                    }
                }
            case .lift(let name, let item):
                guard let view = collections[name] else {
                    await refuse(collection: name)
                    continue
                }
                await turn { view.lift(item) }
            case .labels(let name, let heights):
                guard let view = collections[name] else {
                    await refuse(collection: name)
                    continue
                }
                await turn { view.tellLabels(at: heights) }
            case .menu(let number, let name, let item): await openMenu(number, in: name, at: item)
            case .dismissed(let sheet, let answer, let number): await didDismiss(sheet, answer: answer, number)
            case .sheets(let names): await review(sheets: names)
            case .stop(let number): await stopAction(number)
            case .copied(let number, let isDone):
                stage?.messenger.copies.settle(number, isDone ? .done : .refused)
            case .press(let number, let name, let item, let shortcut, let fields):
                await press(shortcut, number, in: name, ActionEvent(fields: fields, item: item))
            case .move(let number, let name, let request): await move(request, number, in: name)
            case .drop(let number, let name, let request): await drop(request, number, in: name)
            case .action(let number, let name, let fields, let item, let menu, let section, let uploads, let receipt):
                var event = ActionEvent(fields: fields, item: item, section: section)
                event.uploads = uploads
                event.receipt = receipt
                if let menu { await choose(name, number, in: menu, event) } else { await take(number, name, event) }
            }
        }
    }

    /// Refuses a message about an unknown collection. If the name is that of a sheet's collection, the message is
    /// ignored, because the sheet may have been closed meanwhile.
    private func refuse(collection name: String) async {
        if !Sheet.owns(name) { await refuse("there is no collection \(name.prefix(40))") }
    }

    /// Changes a selection, once for each number, however often the tab repeats its request. The packet that shows the
    /// change also has the answer.
    ///
    /// - Parameter change: Changes the selection. It returns the reason if nothing was changed, otherwise `nil`.
    private func select(
        in name: String, _ number: Int?, _ change: @escaping (any ScreenCollection) -> String?
    ) async {
        let done = number.map { [SceneMessage.done($0)] } ?? []
        if let number {
            if await answerAgain(number) { return }
            if tab != nil { answers.note(number) }
        }
        let refusal = await turn(andThen: done) { self.collections[name].flatMap(change) }
        if let refusal { await refuse(refusal) } else if collections[name] == nil { await refuse(collection: name) }
    }

    /// Repeats the answer to a message that the tab has sent before, even if its sheet is closed now. Sends nothing
    /// while the answer is still to come.
    ///
    /// - Returns: `true` if the message was sent before. A tab without a name never sends a message twice.
    func answerAgain(_ number: Int) async -> Bool {
        guard tab != nil else { return false }
        switch answers.state(of: number) {
        case .settled(let messages): await turn(andThen: messages) {}
        case .taken: break
        case .new: return false
        }
        return true
    }

    /// Adds an action to the queue, unless the tab has asked for it before.
    func take(_ number: Int, _ name: String, _ event: ActionEvent) async {
        if await answerAgain(number) { return }
        guard let action = stage?.action(named: name) else {
            if Sheet.owns(name) { return await failClosed(number, receipt: event.receipt) }
            return await refuse("there is no action \(name.prefix(40))", answering: number, receipt: event.receipt)
        }
        if !event.uploads.isEmpty, stage?.takesFiles(name) == false {
            await app.uploads.discard(event.uploads)
            return await refuse(
                "the action \(name.prefix(40)) takes no files", answering: number, receipt: event.receipt)
        }
        guard requests.count < maximumRequests else {
            await app.uploads.discard(event.uploads)
            return await refuse(
                "too many actions are waiting", answering: number, receipt: event.receipt, app.words.tooManyActions)
        }
        let selected = collections.values.reduce(0) { $0 + $1.selectionCount }
        let weight = ActionWeight(fields: event.fields, selected: selected)
        let admission = weight.isLarge ? app.largeActions.admit(weight, of: visitor) : nil
        if weight.isLarge, admission == nil {
            await app.uploads.discard(event.uploads)
            return await refuse(
                tooManyLarge, answering: number, receipt: event.receipt, app.words.tooManyLargeActions)
        }
        var event = event
        event.receipt = event.receipt ?? tab.map { "\($0)/\(number)" }
        for view in collections.values { event.selections[ObjectIdentifier(view)] = view.currentSelection }
        if tab != nil { answers.take(number) }
        event.isFromLostScene = answers.isContinued
        let isSlow = weight.isLarge || SlowLane.isHere
        requests.append(
            Request(
                number: number, action: name, perform: OnScene(action), event: event, isSlow: isSlow,
                admission: admission))
    }
}

extension BrowserMessage {
    /// Whether the message is a person's act that is performed even if the tab has gone. A tab that returns repeats all
    /// other messages.
    fileprivate var asksForAction: Bool {
        switch self {
        case .action, .press, .move, .drop, .dismissed: true
        default: false
        }
    }
}

/// More messages than the client puts into one packet.
private let manyMessages = 8
/// Selecting so many items takes some milliseconds.
let manyItems = 20_000
/// Configuring so many cells takes some milliseconds.
private let manyCells = 1_000
/// Why a large action is refused.
let tooManyLarge = "too many large changes are waiting"
/// The most actions of one tab that wait.
private let maximumRequests = 64
