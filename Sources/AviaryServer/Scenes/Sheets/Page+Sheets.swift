extension Page {
    /// Shows a controller over the page until it is dismissed. The page behind it stays as it is, and takes no presses
    /// meanwhile.
    ///
    ///     try await page.present(NoteController(note))
    ///
    /// The person dismisses it by Escape, by the browser's way back, by a press beside a sheet, or by a button with
    /// `data-dismiss`. When its cell was pressed for it, it opens out of that. Its tasks and collections end with it.
    ///
    /// To be called from an action, a task or `restore`: there has to be a tab. Not from a turn, as `update` says.
    ///
    /// - Parameter onDismiss: Called once the child has gone, whoever dismissed it.
    /// - Throws: What the child's `viewDidLoad` throws; then nothing is shown.
    public func present(
        _ child: any ViewController, as style: Presentation = .sheet, onDismiss: @escaping () -> Void = {}
    ) async throws {
        try await present(Presented(style: style, makeChild: { child }, didDismiss: { _ in onDismiss() }))
    }

    /// Shows a controller over the page, at an address of its own.
    ///
    ///     try await page.present(at: Destination.photo.address(5)) { PhotoController(id: 5, store: store) }
    ///
    /// The way back dismisses it, and the way forward opens it again with another controller. A reload, or a link that is
    /// opened in a new tab, makes a page of it: so the address needs a route. While a sheet with this address is open, that
    /// one stays and no other is made.
    ///
    /// - Parameter makeChild: Called now, and each time the person goes forward to the sheet.
    public func present(
        at address: Address, as style: Presentation = .sheet, _ makeChild: @escaping () -> any ViewController,
        onDismiss: @escaping () -> Void = {}
    ) async throws {
        try await present(
            Presented(style: style, address: address, makeChild: makeChild, didDismiss: { _ in onDismiss() }))
    }

    private func present(_ presented: Presented) async throws {
        guard let scene = messenger?.host else { return presented.didDismiss(nil) }
        try await scene.present(OnScene(presented))
    }

    /// Has the sheet that this controller belongs to stand at another address: what it shows has become another item.
    ///
    ///     func next(_ event: ActionEvent) async throws {
    ///         try await show(following)
    ///         await page.move(to: Destination.photo.address(id)) { [list, id] in PhotoController(id: id, in: list) }
    ///     }
    ///
    /// The way back closes it all the same, and it closes into the tile whose link leads to the new address. A controller
    /// that is a page of its own leads the tab there, as `show` does.
    ///
    /// - Parameter makeChild: Called each time the person goes forward to the sheet.
    public func move(to address: Address, _ makeChild: @escaping () -> any ViewController) async {
        guard Sheet.owns(path) else { return show(address) }
        await messenger?.host?.moveSheet(of: path, to: address, OnScene(makeChild))
    }

    /// Whether this controller belongs to a sheet; known from `viewDidLoad` on.
    public var isPresented: Bool { Sheet.owns(path) }

    /// Dismisses the sheet that this controller belongs to, or else the topmost.
    public func dismiss() async { await messenger?.host?.dismissSheet(of: path) }

    /// Asks the person something, and waits for the answer.
    ///
    /// The answer does not wait behind other actions. Without a connection, or when it is lost meanwhile, there is none.
    ///
    /// - Returns: `nil` when the person does not choose.
    public func ask(_ alert: Alert) async -> Alert.Choice? {
        guard let scene = messenger?.host else { return nil }
        // Ended by the answer, by the end of the scene and by the cancellation of this task.
        let (answers, continuation) = AsyncStream.makeStream(of: Int?.self)
        let didAnswer = { (answer: Int?) in
            continuation.yield(answer)
            continuation.finish()
        }
        let name = await scene.ask(alert, OnScene(didAnswer))
        let answer = await LargeActions.outsideTurn { () async -> Int? in
            for await answer in answers { return answer }
            return nil
        }
        if Task.isCancelled, let name { await scene.dismiss(name) }
        return answer.flatMap { alert.choices.indices.contains($0) ? alert.choices[$0] : nil }
    }
}
