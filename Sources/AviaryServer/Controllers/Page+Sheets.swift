extension Page {
    /// Shows a controller over the page until it is dismissed. The page behind it stays unchanged and accepts no
    /// presses meanwhile.
    ///
    ///     try await page.present(NoteController(note))
    ///
    /// The person dismisses it by Escape, by the browser's Back button, by a press beside a sheet, or by a button with
    /// `data-dismiss`. If a press on a cell has led to this call, the sheet opens out of that cell. The tasks and
    /// collections of the controller end when it is dismissed.
    ///
    /// Call this where a tab is connected: from an action, a task or `restore`. Do not call it within a turn, such as
    /// from a cell provider or a delegate's method.
    ///
    /// - Parameters:
    ///   - child: The controller of the sheet. Its `viewDidLoad` is called before it is shown.
    ///   - style: A sheet, or an alert, which a press beside it does not dismiss.
    ///   - onDismiss: Called when the child is dismissed, whoever does it, and when it cannot be shown. It is not
    ///     called if this method throws.
    /// - Throws: `StoryboardError`, or the error of the child's `viewDidLoad`. Nothing is shown then.
    public func present(
        _ child: any ViewController, as style: Presentation = .sheet, onDismiss: @escaping () -> Void = {}
    ) async throws {
        try await present(Presented(style: style, makeChild: { child }, didDismiss: { _ in onDismiss() }))
    }

    /// Shows a controller over the page, at an address of its own.
    ///
    ///     try await page.present(at: Destination.photo.address(5)) { PhotoController(id: 5, store: store) }
    ///
    /// The browser's Back button dismisses it, and Forward opens it again with another controller. A reload shows the
    /// content as a page, and so does a link to the address in a new tab. So the address needs a route. While a sheet
    /// with this address is open, this call does nothing.
    ///
    /// - Parameters:
    ///   - address: The address that the browser shows while the sheet is open.
    ///   - style: A sheet, or an alert, which a press beside it does not dismiss.
    ///   - makeChild: Called now, and each time the person goes forward to the sheet.
    ///   - onDismiss: Called when the child is dismissed, whoever does it, and when it cannot be shown. It is not
    ///     called if this method throws.
    /// - Throws: `StoryboardError`, or the error of the child's `viewDidLoad`. Nothing is shown then.
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

    /// Gives the sheet of this controller another address, because the sheet shows another item now.
    ///
    ///     func next(_ event: ActionEvent) async throws {
    ///         try await show(following)
    ///         await page.move(to: Destination.photo.address(id)) { [list, id] in PhotoController(id: id, in: list) }
    ///     }
    ///
    /// The Back button still closes the sheet. It then shrinks into the tile whose link leads to the new address. A
    /// sheet that was presented without an address gets none, and the mistake is logged. If the controller is a page of
    /// its own, the tab is led to the address, as by `show`.
    ///
    /// - Parameters:
    ///   - address: The address of the item that is shown now. It needs a route.
    ///   - makeChild: Called each time the person goes forward to the sheet.
    public func move(to address: Address, _ makeChild: @escaping () -> any ViewController) async {
        guard Sheet.owns(path) else { return show(address) }
        await messenger?.host?.moveSheet(of: path, to: address, OnScene(makeChild))
    }

    /// Whether this controller belongs to a sheet. This is known from `viewDidLoad` on.
    public var isPresented: Bool { Sheet.owns(path) }

    /// Dismisses the sheet that this controller belongs to, or the topmost sheet when it belongs to none.
    public func dismiss() async { await messenger?.host?.dismissSheet(of: path) }

    /// Asks the person a question, and waits for the answer.
    ///
    /// The answer is handled at once, even while other actions wait. So a controller may ask in an action, in a task or in
    /// `viewDidAppear`. Do not ask within a turn, such as in a cell provider or a delegate's method.
    ///
    /// - Returns: The choice; `nil` when the person cancels, when this task is cancelled, when too many sheets are
    ///   open, and when there is no connection or it is lost meanwhile.
    public func ask(_ alert: Alert) async -> Alert.Choice? {
        guard let scene = messenger?.host else { return nil }
        // The stream ends with the answer, the end of the scene, or the cancellation of this task.
        let (answers, continuation) = AsyncStream.makeStream(of: Int?.self)
        let didAnswer = { (answer: Int?) in
            continuation.yield(answer)
            continuation.finish()
        }
        let name = await scene.ask(alert, OnScene(didAnswer))
        AppCall.awaitPerson()
        let answer = await Door.outsideTurn { () async -> Int? in
            for await answer in answers { return answer }
            return nil
        }
        if Task.isCancelled, let name { await scene.dismissSheet(of: "\(name)/") }
        return answer.flatMap { alert.choices.indices.contains($0) ? alert.choices[$0] : nil }
    }
}
