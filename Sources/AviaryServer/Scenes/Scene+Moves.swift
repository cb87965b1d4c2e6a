import AviaryText
import AviaryViews

extension Scene {
    /// Queues the action that stores a move, or answers why the move is not possible.
    func move(_ request: MoveRequest, _ number: Int, in name: String) async {
        // A repeated request gets the earlier answer. The request is not checked, because its own move may have made it
        // meaningless.
        if await answerAgain(number) { return }
        if Sheet.owns(name), collections[name] == nil { return await failClosed(number) }
        guard let view = collections[name], let action = view.moveAction.map({ name.path + $0 }) else {
            return await refuse("nothing can be moved in \(name.prefix(40))", answering: number)
        }
        let result = await turn {
            await self.decided {
                await view.deciding(moveOf: request.item) {
                    Result { () throws(MoveRefusal) in try view.move(for: request) }
                }
            }
        }
        var event = ActionEvent(item: request.item)
        switch result {
        case .success(nil): return await answer(number, [.done(number: number)])
        case .success(let move?): event.moves[ObjectIdentifier(view)] = move
        case .failure(let refusal): return await fail(number, refusal.sentence(in: language.words))
        }
        await take(number, action, event)
    }

    /// Queues the action that accepts a drop, or answers why the drop is not possible.
    func drop(_ request: DropRequest, _ number: Int, in name: String) async {
        if await answerAgain(number) { return }
        if Sheet.owns(name), collections[name] == nil { return await failClosed(number) }
        guard let view = collections[name], let action = view.dropAction.map({ name.path + $0 }) else {
            return await refuse("nothing can be dropped in \(name.prefix(40))", answering: number)
        }
        // The text becomes a field of the action, so that it counts toward the size of the action.
        var event = ActionEvent(fields: ["text": request.content.text])
        let result = await turn {
            let drop = {
                Result { () throws(MoveRefusal) in
                    var request = request
                    request.content = try self.whole(request.content)
                    return try view.drop(for: request)
                }
            }
            guard let origin = self.origin(of: request.content), let item = request.content.items.first else {
                return drop()
            }
            return await self.decided { await origin.deciding(moveOf: item, drop) }
        }
        switch result {
        case .success(let drop): event.drops[ObjectIdentifier(view)] = drop
        case .failure(let refusal): return await fail(number, refusal.sentence(in: language.words))
        }
        await take(number, action, event)
    }

    private func origin(of content: DroppedContent) -> (any ScreenCollection)? {
        content.page.isEmpty && !content.collection.isEmpty ? collections[content.collection] : nil
    }

    /// Completes content that comes from another collection of the same page. The tab names one item. Only the scene
    /// knows all items that move with it.
    private func whole(_ content: DroppedContent) throws(MoveRefusal) -> DroppedContent {
        guard content.page.isEmpty, !content.collection.isEmpty else { return content }
        guard let origin = collections[content.collection], let item = content.items.first else { throw .gone }
        guard origin.moveAction != nil else { throw .fixed }
        var content = content
        content.items = try origin.itemsMoved(with: item)
        content.page = "\(Address(path: address.path))"
        content.origin = ObjectIdentifier(origin)
        return content
    }

    /// Records in an event where in a collection the person has dropped the event's files.
    ///
    /// - Throws: `MoveRefusal` when the view refuses the files. A target that no longer exists is ignored, so the files
    ///   are accepted.
    func place(_ event: inout ActionEvent) async throws(MoveRefusal) {
        guard let text = event.fields.removeValue(forKey: "upload-target"),
            let (name, request) = DropRequest.ofFiles(text), let view = collections[name], view.dropAction != nil
        else { return }
        let result = await turn { Result { () throws(MoveRefusal) in try view.drop(for: request) } }
        switch result {
        case .success(let drop): event.drops[ObjectIdentifier(view)] = drop
        case .failure(.gone): break
        case .failure(let refusal): throw refusal
        }
    }
}

extension DropRequest {
    /// Reads the target of dropped files: the collection, the side, and the end; `nil` if the text is malformed.
    fileprivate static func ofFiles(_ text: String) -> (collection: String, request: DropRequest)? {
        guard case .array(let parts)? = try? JSONReader.read(text, maximumValues: 4), parts.count == 3,
            case .string(let name) = parts[0], case .string(let word) = parts[1],
            let side = MoveRequest.Side(rawValue: word), let end = RangeEnd(parts[2])
        else { return nil }
        return (name, DropRequest(DroppedContent(text: "", isFile: true), side: side, end: end))
    }
}
