import AviaryViews

extension Scene {
    /// Has the action performed that stores a move, or answers why it is none.
    func move(_ request: MoveRequest, _ number: Int, in name: String) async {
        if Sheet.owns(name), collections[name] == nil { return await failClosed(number) }
        guard let view = collections[name], let action = view.moveAction.map({ name.path + $0 }) else {
            return await refuse("nothing can be moved in \(name.prefix(40))", answering: number)
        }
        var event = ActionEvent(item: request.item)
        // What was done already may have made the request meaningless.
        if case .new = state(of: number) {
            var answer: SceneMessage?
            await turn {
                do throws(MoveRefusal) {
                    event.moves[ObjectIdentifier(view)] = try view.move(for: request)
                    if event.moves.isEmpty { answer = .done(number) }
                } catch {
                    answer = .failed(number, sentence: "\(error)")
                }
            }
            if case .failed? = answer, let tab, await app.hasReceipt("\(tab)/\(number)") { answer = .done(number) }
            if let answer { return await self.answer(number, answer) }
        }
        await take(number, action, event)
    }

    /// Has the action performed that takes what was dropped, or answers why nothing does.
    func drop(_ request: DropRequest, _ number: Int, in name: String) async {
        guard let view = collections[name], let action = view.dropAction.map({ name.path + $0 }) else {
            return await refuse("nothing can be dropped in \(name.prefix(40))", answering: number)
        }
        // As a field it counts for what an action may hold.
        var event = ActionEvent(fields: ["text": request.content.text])
        if case .new = state(of: number) {
            var answer: SceneMessage?
            await turn {
                do throws(MoveRefusal) {
                    event.drops[ObjectIdentifier(view)] = try view.drop(for: request)
                } catch {
                    answer = .failed(number, sentence: "\(error)")
                }
            }
            if answer != nil, let tab, await app.hasReceipt("\(tab)/\(number)") { answer = .done(number) }
            if let answer { return await self.answer(number, answer) }
        }
        await take(number, action, event)
    }

    /// Answers what needs no action.
    private func answer(_ number: Int, _ answer: SceneMessage) async {
        if tab != nil {
            answers.take(number)
            answers.settle(number, [answer])
        }
        await turn(andThen: [answer]) {}
    }
}
