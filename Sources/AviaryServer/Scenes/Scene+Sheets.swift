import AviaryText
import AviaryViews

extension Scene {
    /// Loads a controller and shows it over the page. This completes even if the calling task is cancelled meanwhile.
    func present(_ presented: OnScene<Presented>) async throws {
        let result = await uncancelled { () -> Result<Void, any Error> in
            do { return .success(try await self.present(presented.value)) } catch { return .failure(error) }
        }
        try result.get()
    }

    private func present(_ presented: Presented) async throws {
        guard let stage else { return presented.didDismiss(nil) }
        // A second press may come before the first has shown anything. It presents nothing, because two sheets with one
        // address would share a history entry.
        if let address = presented.address, stage.sheets.contains(where: { $0.address == address }) { return }
        guard stage.sheets.count < Sheet.maximum else { return decline(presented.didDismiss, because: tooMany) }
        if let address = presented.address, app.routes.route(at: address) == nil {
            noteMistake("The address \(address) of a sheet has no route.")
        }
        stage.remember(presented)
        let sheet = Sheet(presented.makeChild(), name: stage.makeSheetName(for: presented.address), presented)
        let present = stage.members + stage.sheets.flatMap(\.members)
        let isThere = present.contains { member in sheet.members.contains { $0.controller === member.controller } }
        guard !isThere else {
            return decline(presented.didDismiss, because: "A controller is presented that is there already.")
        }
        stage.sheets.append(sheet)
        do {
            try sheet.tree?.check()
            for member in sheet.members { noteFaults(of: type(of: member.controller).storyboard) }
            if let tree = sheet.tree { try load(tree, into: stage.messenger, at: sheet.address ?? address) }
            try await confined {
                for member in sheet.members.reversed() { try await member.controller.viewDidLoad() }
                for member in sheet.members { await member.controller.viewWillAppear() }
                if let failure = await sheet.tree?.prepareChoices() { report(failure) }
            }
        } catch {
            // If the sheet was dismissed meanwhile, whoever presents it has been told so.
            let wasDismissed = !stage.isOpen(sheet)
            stage.end(sheet)
            if wasDismissed { return }
            throw error
        }
        for view in sheet.collections.values {
            do { try await confined { try await view.paintFirst(firstPaintItems) } } catch { report(error) }
        }
        // If the sheet was dismissed meanwhile, it is not opened.
        guard stage.isOpen(sheet) else { return stage.end(sheet) }
        stage.open(sheet)
        // Without a tab the sheet is sent at the next connection.
        guard isShown else { return }
        await turn { self.tell(sheet) }
        guard isShown, stage.isOpen(sheet) else { return }
        // A tab that has connected meanwhile may follow its collections already, or have begun its tasks.
        if !sheet.isFollowed {
            sheet.isFollowed = true
            for name in sheet.collections.keys { followBeside(name) }
        }
        guard !sheet.hasAppeared else { return }
        sheet.hasAppeared = true
        for member in sheet.members { member.controller.page.begin(in: self) }
        await confined { for member in sheet.members { await member.controller.viewDidAppear() } }
    }

    /// Gives a sheet another address, because it shows another item now.
    func moveSheet(of path: String, to address: Address, _ makeChild: OnScene<() -> any ViewController>) async {
        guard let stage, let sheet = stage.sheets.first(where: { path.hasPrefix($0.path) }) else { return }
        guard sheet.address != nil else {
            return noteMistake("A sheet that was presented without an address cannot be moved to \(address).")
        }
        sheet.move(to: address)
        let presented = Presented(
            style: sheet.style, address: address, makeChild: makeChild.value, didDismiss: sheet.didDismiss)
        stage.remember(presented)
        guard isShown, sheet.isTold else { return }
        let message = SceneMessage.present(
            sheet: sheet.name, style: sheet.style, html: "", address: address, isNew: true, version: sheet.version)
        await turn(andThen: [message]) {}
    }

    /// Opens a sheet again, because the person has gone forward to its address.
    ///
    /// - Throws: `NotFound` when this scene does not remember a sheet at this address; an error of the child's
    ///   `viewDidLoad`; `StoryboardError`.
    func reopen(_ text: String?) async throws {
        guard let address = text.flatMap({ Address($0) }), let stage,
            let presented = stage.remembered.last(where: { $0.address == address })
        else { throw NotFound() }
        try await present(OnScene(presented))
    }

    /// Asks the controllers, one after the other, to present the sheet of a lost scene at an address. Returns this
    /// sheet; `nil` if no controller presents it.
    private func presentAgain(at address: Address) async throws -> Sheet? {
        for member in stage?.everybody ?? [] {
            try await confined { try await member.controller.presentAgain(at: address) }
            if let sheet = stage?.sheets.first(where: { $0.address == address }) { return sheet }
        }
        return nil
    }

    /// Presents a sheet of a lost scene again. It keeps its name, so the page keeps its nodes.
    ///
    /// - Returns: `true` if the page can keep showing it.
    private func bringBack(_ shown: ShownSheet) async -> Bool {
        guard let stage, let address = shown.address, Sheet.isName(shown.name),
            !stage.sheets.contains(where: { $0.name == shown.name || $0.address == address })
        else { return false }
        stage.returning = (shown.name, address)
        defer { stage.returning = nil }
        guard let sheet = try? await presentAgain(at: address) else { return false }
        // A page that is about to reload keeps showing its own sheet until the reload.
        if sheet.name == shown.name, sheet.version == shown.version || isOutdated { return true }
        // Here the page has the sheet from another storyboard, or a sheet with this address was opened just now. In
        // both cases the page cannot keep its nodes.
        if sheet.name == shown.name { await dismiss(sheet.name) }
        return false
    }

    /// Shows an alert.
    ///
    /// - Returns: The alert's name; `nil` when nobody can be asked, or too many sheets are open.
    func ask(_ alert: Alert, _ didAnswer: OnScene<(Int?) -> Void>) async -> String? {
        guard let stage, isShown else {
            didAnswer.value(nil)
            return nil
        }
        guard stage.sheets.count < Sheet.maximum else {
            decline(didAnswer.value, because: tooMany)
            return nil
        }
        let sheet = Sheet(
            alert, name: stage.makeSheetName(), cancel: words.page.cancel, didAnswer: didAnswer.value)
        sheet.isReady = true
        stage.sheets.append(sheet)
        await turn { self.tell(sheet) }
        return sheet.name
    }

    /// Checks the storyboard of a sheet, because the start of the app checks only the storyboards of routes. Unknown
    /// names are logged as mistakes, and the sheet is shown nevertheless.
    private func noteFaults(of storyboard: Storyboard) {
        do { try app.check(storyboard) } catch { noteMistake("\(error)") }
    }

    private func decline(_ didDismiss: (Int?) -> Void, because mistake: String) {
        noteMistake(mistake)
        didDismiss(nil)
    }

    /// Has the tab show a sheet.
    ///
    /// - Parameter again: Sends the sheet even if it was sent before. The tab keeps the nodes of a sheet that it shows
    ///   already.
    func tell(_ sheet: Sheet, again: Bool = false) {
        guard let stage, stage.isOpen(sheet), sheet.isReady, again || !sheet.isTold else { return }
        let isNew = !sheet.isTold || sheet.page == tab
        (sheet.isTold, sheet.page) = (true, tab)
        sheet.toldVersion = sheet.version
        let html =
            (sheet.markup ?? (try? stage.html(of: sheet, in: language, under: app.prefix)) ?? "") + files(of: sheet)
        stage.told.append(
            .present(
                sheet: sheet.name, style: sheet.style, html: html, address: sheet.address, isNew: isNew,
                version: sheet.version))
        if again { return }
        // The sheet's content follows in the same packet.
        stage.messenger.dropOutlets(under: sheet.path)
        for member in sheet.members { member.controller.page.redraw() }
        for view in sheet.collections.values { view.redraw() }
    }

    /// The links to the style sheet and the module of the sheet's room. The client loads both.
    private func files(of sheet: Sheet) -> String {
        guard let route = sheet.address.flatMap({ app.routes.route(at: $0) }) else { return "" }
        let module = route.module.map {
            let path = app.prefix.added(to: PageFile.path(namedByContent: $0, in: ServerPaths.rooms))
            return "<link href=\"\(path.htmlEscaped)\" data-room>"
        }
        return route.styleLink(under: app.prefix) + (module ?? "")
    }

    func dismissSheet(of path: String) async {
        guard let stage else { return }
        // If the sheet of the path is already closed, no other sheet is closed.
        let own = Sheet.owns(path) ? stage.sheet(of: path) : stage.sheets.last
        if let own { await uncancelled { await self.dismiss(own.name) } }
    }

    /// Dismisses a sheet, with all sheets over it.
    ///
    /// - Parameters:
    ///   - isByPerson: Whether the person has dismissed it, so the tab has removed it already.
    ///   - messages: Further messages of the same packet.
    func dismiss(
        _ name: String, answer: Int? = nil, isByPerson: Bool = false, andThen messages: [SceneMessage] = []
    ) async {
        guard let stage, let index = stage.sheets.firstIndex(where: { $0.name == name }) else {
            return await turn(andThen: messages) {}
        }
        // Removed at once, so that a second call finds no sheet to dismiss.
        let leaving = Array(stage.sheets[index...].reversed())
        stage.sheets.removeSubrange(index...)
        let members = leaving.filter(\.isReady).flatMap(\.members)
        await confined {
            for member in members { await member.controller.viewWillDisappear() }
            for member in members { await member.controller.viewDidDisappear() }
        }
        await turn(andThen: messages) {
            for sheet in leaving {
                self.stopFollowing(sheet.collections.keys)
                stage.end(sheet)
                if sheet.isTold, !(isByPerson && sheet.name == name) { stage.told.append(.dismiss(sheet: sheet.name)) }
                sheet.didDismiss(sheet.name == name ? answer : nil)
            }
        }
    }

    /// Handles a dismissal by the person, once for each number, as `select` handles a selection.
    func didDismiss(_ name: String, answer: Int?, _ number: Int) async {
        let done = [SceneMessage.done(number: number)]
        if await answerAgain(number) { return }
        if tab != nil { answers.note(number) }
        guard answer == nil || stage?.sheets.contains(where: { $0.name == name }) == true else {
            let failed = [SceneMessage.failed(number: number, sentence: words.page.questionIsGone)]
            if tab != nil { answers.settle(number, failed) }
            return await turn(andThen: failed) {}
        }
        await dismiss(name, answer: answer, isByPerson: true, andThen: done)
    }

    /// Compares the sheets that a reconnected tab shows, topmost last, with those of this scene. Sheets of a lost scene
    /// that have an address are presented again, from the lowest up to the first one that cannot be presented.
    func review(sheets: [ShownSheet]) async {
        let known = Set(stage?.sheets.map(\.name) ?? [])
        var gone = sheets.prefix(2 * Sheet.maximum).filter { !known.contains($0.name) }
        if stage?.hasHadSheets == false {
            while let lowest = gone.first, await bringBack(lowest) { gone.removeFirst() }
        }
        // An outdated page is about to reload at the address of its sheet, so that sheet is not dismissed.
        if isOutdated { gone.removeAll { $0.address != nil } }
        if gone.isEmpty { return }
        await turn(
            andThen: gone.map { .dismiss(sheet: $0.name) } + [.say(kind: .notice, sentence: words.page.sheetIsLost)]
        ) {}
    }

    /// Ends all open questions, because the tab has disconnected.
    func endQuestions() {
        for sheet in stage?.sheets ?? [] where sheet.markup != nil {
            stage?.end(sheet)
            sheet.didDismiss(nil)
        }
    }
}

private let tooMany = "More than \(Sheet.maximum) sheets would stand over each other. This one is not shown."
