import AviaryViews

extension Scene {
    /// Answers with the menu for an item, or for the background; with an empty one when there is none.
    func openMenu(_ number: Int, in name: String, at item: String?) async {
        guard let view = collections[name] else { return await refuse("there is no collection \(name.prefix(40))") }
        var menu: Menu?
        await turn { menu = view.items(of: .opened(at: item)).flatMap(view.menu)?.under(name.path) }
        await turn(andThen: [.menu(number, menu)]) {}
    }

    /// Has the action performed that a shortcut stands for in the menu of what is selected, or else of the item where the
    /// keyboard is. A shortcut that is not there, or disabled, does nothing.
    func press(_ shortcut: String, _ number: Int, in name: String, _ event: ActionEvent) async {
        guard let view = collections[name] else {
            if Sheet.owns(name) { return await failClosed(number) }
            return await refuse("there is no collection \(name.prefix(40))", answering: number)
        }
        var event = event
        var action: String?
        await turn {
            guard let items = view.items(of: .pressed(at: event.item)), let menu = view.menu(of: items) else { return }
            event.items[ObjectIdentifier(view)] = items
            let pressed = menu.groups.joined().first { !$0.isDisabled && $0.shortcut == shortcut }
            action = pressed?.action
            event.fields.merge(pressed?.fields ?? [:]) { $1 }
        }
        if let action { await take(number, name.path + action, event) } else { await turn(andThen: [.done(number)]) {} }
    }

    /// Has an action performed that was chosen from a menu, for the items it was opened for.
    func choose(_ action: String, _ number: Int, in name: String, _ event: ActionEvent) async {
        var event = event
        if let view = collections[name], let items = view.items(of: .opened(at: event.item)) {
            event.items[ObjectIdentifier(view)] = items
        } else if case .new = answers.state(of: number) {
            // It may be gone because this was done already, before the scene was lost.
            return await refuse(
                "what the menu was for is gone", answering: number, receipt: event.receipt, app.words.menuIsGone)
        }
        await take(number, action, event)
    }
}

extension Menu {
    /// The menu of a controller whose names begin with `path` on the wire.
    fileprivate func under(_ path: String) -> Menu {
        var menu = self
        for group in groups.indices {
            for item in groups[group].indices { menu.groups[group][item].action = path + groups[group][item].action }
        }
        return menu
    }
}
