import AviarySnapshots
import AviaryText
import AviaryViews

extension Scene {
    /// Handles a packet from the tab, or refuses it. The door asks for its price twice: before the packet is read, and
    /// before its messages are handled.
    func receive(_ packet: String) async {
        await app.door.run(asker.charge(.packet(bytes: packet.utf8.count))) { await self.read(packet) }
    }

    private func read(_ packet: String) async {
        let messages: [BrowserMessage]
        do throws(MessageRefusal) { messages = try BrowserMessage.read(packet) } catch {
            return await refuse(error.reason)
        }
        await app.door.run(Price(messages, for: collections)) { await self.pay(for: messages) }
    }

    /// Handles messages, and charges the tab for the work that was done.
    private func pay(for messages: [BrowserMessage]) async {
        let before = Price(ofWorkIn: collections.values)
        await receive(messages)
        asker.charge(.messages(messages.count) + Price(ofWorkIn: collections.values) - before)
    }

    func receive(_ messages: [BrowserMessage]) async {
        for message in messages where !queue.isStopping && (!isGone || message.asksForAction) {
            switch message {
            case .hello: await refuse("this connection has said hello before")
            case .ping: await turn(andThen: [.pong]) {}
            case .displayed(let displayed): await didDisplay(displayed.number)
            case .scroll(let scroll):
                await turn(in: scroll.collection) { view in
                    if scroll.hasEnded { return view.endScrolling(at: scroll.rect) }
                    self.noteHeight(of: scroll.rect, scroll.collection)
                    try await view.scroll(to: scroll.rect, isAtEnd: scroll.isAtEnd)
                }
            case .edit(let edit): await turn(in: edit.collection) { view in try await view.edit(edit.items) }
            case .measured(let measured):
                await turn(in: measured.collection) { view in
                    try await view.measure(measured.heights, version: measured.version)
                }
            case .tap(let tap):
                let (name, item) = (tap.collection, tap.item)
                if let number = tap.number {
                    if await answerAgain(number) { continue }
                    if let action = collections[name]?.primaryAction(for: item).map({ name.path + $0 }),
                        stage?.action(named: action) != nil
                    {
                        await take(number, action, ActionEvent(item: item))
                        continue
                    }
                }
                await select(in: name, tap.number) { view in
                    view.tap(item) ? nil : "\(name) has no item \(item.prefix(40))"
                }
            case .range(let range):
                await select(in: range.collection, range.number) { view in
                    view.selectRange(from: range.from, to: range.to, isOn: range.isOn)
                        ? nil : "\(range.collection) does not have both ends of a range"
                }
            case .selectAll(let selection):
                await select(in: selection.collection, selection.number) { view in
                    view.selectAll(selection.isOn)
                    return nil
                }
            case .band(let band):
                await select(in: band.collection, band.number) { view in
                    view.selectBand(in: band.rect, band.step)
                    return nil
                }
            case .find(let find):
                await turn(in: find.collection) { view in
                    try await view.search(for: find.text, from: find.from, number: find.number)
                }
            case .expand(let expand):
                await turn(in: expand.collection) { view in view.setExpanded(expand.isExpanded, expand.item) }
            case .ascend(let ascend):
                await turn(in: ascend.collection) { view in view.ascend(from: ascend.item, number: ascend.number) }
            case .lift(let lift):
                await turn(in: lift.collection) { view in
                    let lifting = await view.deciding(moveOf: lift.item) { view.lift(lift.item) }
                    if let failure = lifting.failure { throw failure }
                }
            case .labels(let labels):
                await turn(in: labels.collection) { view in view.tellLabels(at: labels.heights) }
            case .menu(let menu): await openMenu(menu.number, in: menu.collection, at: menu.item)
            case .swipe(let swipe): await beginSwipe(swipe.number, in: swipe.collection, at: swipe.item)
            case .dismissed(let dismissed):
                await callBeforeNextMessage {
                    await self.didDismiss(dismissed.sheet, answer: dismissed.answer, dismissed.number)
                }
            case .sheets(let shown): await callBeforeNextMessage { await self.review(sheets: shown.sheets) }
            case .stop(let stop): await stopAction(stop.number)
            case .copied(let copied):
                stage?.messenger.copies.settle(copied.number, copied.isDone ? .done : .refused)
            case .press(let press):
                await self.press(
                    press.shortcut, press.number, in: press.collection,
                    ActionEvent(fields: press.fields, item: press.item))
            case .move(let move):
                let request = MoveRequest(item: move.item, side: move.side, end: move.end)
                await self.move(request, move.number, in: move.collection)
            case .drop(let drop):
                let content = DroppedContent(
                    text: drop.text, items: drop.items, page: drop.page, collection: drop.origin)
                let request = DropRequest(content, side: drop.side, end: drop.end)
                await self.drop(request, drop.number, in: drop.collection)
            case .action(let call):
                var event = ActionEvent(fields: call.fields, item: call.item, section: call.section)
                event.uploads = call.uploads ?? []
                event.receipt = call.number.receipt.map(storedReceipt)
                if let menu = call.menu {
                    await choose(call.action, call.number.value, in: menu, event)
                } else {
                    await take(call.number.value, call.action, event)
                }
            }
        }
    }

    /// Handles a message about a collection in a turn. The person sees an error of reading the list.
    private func turn(in name: String, _ body: @escaping (any ScreenCollection) async throws -> Void) async {
        guard let view = collections[name] else { return await refuse(collection: name) }
        await turn {
            do { try await self.confined { try await body(view) } } catch { self.report(error) }
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
        let done = number.map { [SceneMessage.done(number: $0)] } ?? []
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
        // The previous process may have ended in this action. So that it does not end this process, too, the store says
        // whether the action was performed.
        if Supervision.current?.isAfterTrap == true, lastAsked.map({ number <= $0 }) == true {
            await app.uploads.discard(event.uploads, by: visitor)
            return await fail(number, receipt: event.receipt, words.page.serverEnded)
        }
        guard let action = stage?.action(named: name) else {
            if Sheet.owns(name) { return await failClosed(number, receipt: event.receipt) }
            return await refuse("there is no action \(name.prefix(40))", answering: number, receipt: event.receipt)
        }
        if !event.uploads.isEmpty, stage?.takesFiles(name) == false {
            await app.uploads.discard(event.uploads, by: visitor)
            return await refuse(
                "the action \(name.prefix(40)) takes no files", answering: number, receipt: event.receipt)
        }
        guard !queue.isFull else {
            await app.uploads.discard(event.uploads, by: visitor)
            return await refuse(
                "too many actions are waiting", answering: number, receipt: event.receipt, words.page.tooManyActions)
        }
        guard let admission = app.door.admit(fields: event.fields, selected: selectionCount, of: account) else {
            await app.uploads.discard(event.uploads, by: visitor)
            return await refuse(
                tooManyLarge, answering: number, receipt: event.receipt, words.page.tooManyLargeActions)
        }
        var event = event
        event.receipt = event.receipt ?? receipt(of: number)
        for view in collections.values { event.selections[ObjectIdentifier(view)] = view.currentSelection }
        if tab != nil { answers.take(number) }
        event.isFromLostScene = answers.isContinued
        queue.add(
            ActionQueue.Request(
                number: number, action: name, perform: OnScene(action), event: event, admission: admission))
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

/// Why a large action is refused.
let tooManyLarge = "too many large changes are waiting"
