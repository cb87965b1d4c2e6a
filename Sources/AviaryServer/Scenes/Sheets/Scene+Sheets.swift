import AviaryViews

extension Scene {
    /// Reads what a controller shows, and shows it over the page.
    func present(_ presented: OnScene<Presented>) async throws {
        let presented = presented.value
        guard let stage else { return presented.didDismiss(nil) }
        guard stage.sheets.count < Sheet.maximum else { return decline(presented.didDismiss, because: tooMany) }
        if let address = presented.address, app.routes.route(at: address) == nil {
            noteMistake("The address \(address) of a sheet has no route.")
        }
        stage.remember(presented)
        let sheet = Sheet(presented.makeChild(), number: stage.nextSheetNumber(), presented)
        let present = stage.members + stage.sheets.flatMap(\.members)
        let isThere = present.contains { member in sheet.members.contains { $0.controller === member.controller } }
        guard !isThere else {
            return decline(presented.didDismiss, because: "A controller is presented that is there already.")
        }
        stage.sheets.append(sheet)
        do {
            try sheet.tree?.check()
            try sheet.tree?.load(into: stage.messenger, at: sheet.address ?? address)
            try await confined {
                for member in sheet.members.reversed() { try await member.controller.viewDidLoad() }
                for member in sheet.members { await member.controller.viewWillAppear() }
            }
        } catch {
            stage.end(sheet)
            throw error
        }
        for view in sheet.collections.values {
            do { try await confined { try await view.paintFirst(firstPaintItems) } } catch { report(error) }
        }
        // It may have been dismissed meanwhile.
        guard stage.isOpen(sheet) else { return stage.end(sheet) }
        stage.open(sheet)
        // Without a tab it is told when there is one.
        guard isShown else { return }
        await turn { self.tell(sheet) }
        guard isShown, stage.isOpen(sheet), !sheet.isFollowed else { return }
        sheet.isFollowed = true
        for member in sheet.members { member.controller.page.begin(in: self) }
        for name in sheet.collections.keys { followBeside(name) }
        await confined { for member in sheet.members { await member.controller.viewDidAppear() } }
    }

    /// The way forward leads to the address of a sheet.
    ///
    /// - Throws: `NotFound` when this scene has not presented it.
    func reopen(_ text: String?) async throws {
        guard let address = text.flatMap({ Address($0) }), let stage,
            let presented = stage.remembered.last(where: { $0.address == address })
        else { throw NotFound() }
        guard !stage.sheets.contains(where: { $0.address == address }) else { return }
        try await present(OnScene(presented))
    }

    /// - Returns: The alert's name; `nil` when there is nobody to ask.
    func ask(_ alert: Alert, _ didAnswer: OnScene<(Int?) -> Void>) async -> String? {
        guard let stage, isShown else {
            didAnswer.value(nil)
            return nil
        }
        guard stage.sheets.count < Sheet.maximum else {
            decline(didAnswer.value, because: tooMany)
            return nil
        }
        let sheet = Sheet(alert, number: stage.nextSheetNumber(), didAnswer: didAnswer.value)
        sheet.isReady = true
        stage.sheets.append(sheet)
        await turn { self.tell(sheet) }
        return sheet.name
    }

    private func decline(_ didDismiss: (Int?) -> Void, because mistake: String) {
        noteMistake(mistake)
        didDismiss(nil)
    }

    /// Has the tab show a sheet.
    ///
    /// - Parameter again: The tab is told everything. It keeps the nodes of a sheet that it has.
    func tell(_ sheet: Sheet, again: Bool = false) {
        guard let stage, stage.isOpen(sheet), sheet.isReady, again || !sheet.isTold else { return }
        let isNew = !sheet.isTold || sheet.page == tab
        (sheet.isTold, sheet.page) = (true, tab)
        let html = sheet.markup ?? (try? stage.html(of: sheet)) ?? ""
        stage.told.append(.present(name: sheet.name, sheet.style, html: html, sheet.address, isNew: isNew))
        if again { return }
        // What it shows follows in the same frame.
        stage.messenger.dropOutlets(under: sheet.path)
        for member in sheet.members { member.controller.page.redraw() }
        for view in sheet.collections.values { view.redraw() }
    }

    func dismissSheet(of path: String) async {
        guard let stage else { return }
        let own = stage.sheets.first { path.hasPrefix($0.path) } ?? stage.sheets.last
        if let own { await dismiss(own.name) }
    }

    /// Takes a sheet away, with all that stand over it.
    ///
    /// - Parameters:
    ///   - isByPerson: The tab shows it no more.
    ///   - messages: What is told in the same frame.
    func dismiss(
        _ name: String, answer: Int? = nil, isByPerson: Bool = false, andThen messages: [SceneMessage] = []
    ) async {
        guard let stage, let index = stage.sheets.firstIndex(where: { $0.name == name }) else {
            return await turn(andThen: messages) {}
        }
        // From now on it is gone, also for another who dismisses it.
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
                if sheet.isTold, !(isByPerson && sheet.name == name) { stage.told.append(.dismiss(sheet.name)) }
                sheet.didDismiss(sheet.name == name ? answer : nil)
            }
        }
    }

    /// The person has dismissed a sheet. Done once for each number, as a selection is.
    func didDismiss(_ name: String, answer: Int?, _ number: Int) async {
        let done = [SceneMessage.done(number)]
        if tab != nil {
            guard case .new = answers.state(of: number) else { return await turn(andThen: done) {} }
            answers.take(number)
        }
        guard answer == nil || stage?.sheets.contains(where: { $0.name == name }) == true else {
            let sentence = "The connection was lost before your answer arrived, so it did not count. Try again."
            return await turn(andThen: [.failed(number, sentence: sentence)]) {}
        }
        await dismiss(name, answer: answer, isByPerson: true, andThen: done)
    }

    /// A tab that has come back still shows these.
    func review(sheets: [String]) async {
        let known = Set(stage?.sheets.map(\.name) ?? [])
        let gone = sheets.prefix(2 * Sheet.maximum).filter { !known.contains($0) }
        if gone.isEmpty { return }
        let sentence = "The connection was lost, so what was open over the page was closed. Open it again."
        await turn(andThen: gone.map { .dismiss($0) } + [.say(.notice, sentence: sentence)]) {}
    }

    /// The tab is out of reach: nobody answers a question any more.
    func endQuestions() {
        for sheet in stage?.sheets ?? [] where sheet.markup != nil {
            stage?.end(sheet)
            sheet.didDismiss(nil)
        }
    }
}

private let tooMany = "More than \(Sheet.maximum) sheets would stand over each other. This one is not shown."
