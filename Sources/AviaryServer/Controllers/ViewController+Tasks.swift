public import AviarySnapshots

extension ViewController {
    /// Starts a task that is cancelled when the controller ends.
    ///
    ///     task {
    ///         for step in 1...10 {
    ///             try await prepare(step)
    ///             await page.update { page["progress"] = Double(step) / 10 }
    ///         }
    ///     }
    ///
    /// The task runs on the scene's executor, so it may use everything that the controller has. It runs between the
    /// scene's turns and while these are suspended. While it is suspended itself, it delays neither scrolling nor
    /// actions. It continues while the tab is briefly disconnected. Its changes to the page are sent by `page.update`,
    /// in the scene's next turn, or when the task ends. An error that the task throws is described to the person.
    ///
    /// A task that is created before a tab is connected, for example in `viewDidLoad`, starts when a tab connects. A
    /// first paint starts no tasks.
    public func task(_ body: @escaping () async throws -> Void) { page.tasks.add(body) }

    /// Follows a sequence as long as the controller lives. Each element is handled in a turn of the scene, so all
    /// changes for one element become visible in one step.
    ///
    ///     observe(player.positions) { position in self.page["position"] = position }
    ///
    /// - Parameters:
    ///   - sequence: Must end or throw when the task that reads it is cancelled.
    ///   - change: Handles an element. An error that it throws is described to the person, and the sequence is
    ///     followed further.
    public func observe<S: AsyncSequence>(_ sequence: S, _ change: @escaping (S.Element) throws -> Void) {
        task { [page] in
            for try await element in sequence { await page.turn { try change(element) } }
        }
    }

    /// Follows a short list with all its elements. The closure gets the elements before this method returns, and again
    /// in a turn of the scene after each change.
    ///
    ///     await observe(palettes) { palettes in
    ///         self.palettes = palettes
    ///         self.grid.reconfigureHeaders()
    ///     }
    ///
    /// When the list cannot be read, the reason is described to the person until it can be read again.
    ///
    /// - Complexity: O(*n*) for each change, because all elements are read again. Show a long list in a collection
    ///   view, which reads only the visible elements.
    public func observe<List: LiveList>(_ list: List, _ change: @escaping ([List.Element]) -> Void) async {
        let updates = list.updates()
        // If the list cannot be read now, an update reports that. A later update brings the elements.
        if let elements = try? await list.elements(in: updates.initial) { change(elements) }
        let name = "list \(ObjectIdentifier(updates))"
        task { [page] in
            for await update in updates {
                do {
                    let elements = try await list.elements(in: update.get().new)
                    await page.turn(reading: name, failure: nil) { change(elements) }
                } catch {
                    if Task.isCancelled { break }
                    await page.turn(reading: name, failure: error) {}
                }
            }
            // The list brings no more updates, so its error is cleared here.
            await page.turn(reading: name, failure: nil) {}
        }
    }
}

extension LiveList {
    fileprivate func elements(in snapshot: Identifiers) async throws -> [Element] {
        let items = snapshot.items(in: 0..<snapshot.numberOfKnownItems)
        let elements = try await elements(for: Array(items))
        return items.compactMap { elements[$0] }
    }
}

extension Page {
    /// Changes the page from an action or a task, and sends the changes at once, in one step.
    ///
    /// Do not call this within a turn, that is, from a cell provider, a delegate's method, or a closure of `observe`.
    public func update(_ change: @escaping () -> Void) async {
        guard let scene = messenger?.scene else { return change() }
        await scene.turn(with: OnScene(change))
    }

    fileprivate func turn(_ change: @escaping () throws -> Void) async {
        guard let scene = messenger?.scene else { return }
        await scene.turn(with: OnScene(change))
    }

    func turn(reading source: String, failure: (any Error)?, _ change: @escaping () -> Void) async {
        guard let scene = messenger?.scene else { return }
        await scene.turn(reading: source, failure: failure, with: OnScene(change))
    }
}
