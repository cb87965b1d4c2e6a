import AviaryText
import AviaryViews

extension Scene {
    /// Answers with the menu for an item or for the background. Without a menu the answer is empty.
    func openMenu(_ number: Int, in name: String, at item: String?) async {
        guard let view = collections[name] else { return await refuse("there is no collection \(name.prefix(40))") }
        let menu = await turn {
            await self.decided {
                await view.deciding(menu: .opened(at: item)) {
                    view.items(of: .opened(at: item)).flatMap(view.menu)?.under(name.path)
                }
            }
        }
        await turn(andThen: [.menu(number: number, groups: menu?.groups ?? [])]) {}
    }

    /// Returns what a view has decided. The person sees the error that kept elements from being read.
    func decided<Result>(_ decide: () async -> (result: Result, failure: (any Error)?)) async -> Result {
        let (result, failure) = await confined(decide)
        if let failure { report(failure) }
        return result
    }

    /// Answers with the actions of swipes over an item. Without such an item the answer is empty.
    func beginSwipe(_ number: Int, in name: String, at item: String) async {
        guard let view = collections[name] else { return await refuse("there is no collection \(name.prefix(40))") }
        let (leading, trailing) = await turn { view.swipeActions(at: item) }
        let answer = SceneMessage.swiped(
            number: number, leading: leading?.under(name.path), trailing: trailing?.under(name.path))
        await turn(andThen: [answer]) {}
    }

    /// Performs the action of a shortcut in the menu of the selection, or else of the item with the keyboard focus. An
    /// unknown or disabled shortcut does nothing.
    func press(_ shortcut: String, _ number: Int, in name: String, _ event: ActionEvent) async {
        if await answerAgain(number) { return }
        guard let view = collections[name] else {
            if Sheet.owns(name) { return await failClosed(number) }
            return await refuse("there is no collection \(name.prefix(40))", answering: number)
        }
        let pressed = await turn { () -> (items: any Sendable, item: MenuItem)? in
            await self.decided {
                await view.deciding(menu: .pressed(at: event.item)) {
                    guard let items = view.items(of: .pressed(at: event.item)), let menu = view.menu(of: items) else {
                        return nil
                    }
                    let item = menu.actionItems.first { !$0.isDisabled && $0.shortcut == shortcut }
                    return item.map { (items, $0) }
                }
            }
        }
        guard let (items, item) = pressed else { return await turn(andThen: [.done(number: number)]) {} }
        var event = event
        event.items[ObjectIdentifier(view)] = items
        event.fields.merge(item.fields) { $1 }
        await take(number, name.path + item.action, event)
    }

    /// Performs an action chosen from a menu, for the items of that menu.
    func choose(_ action: String, _ number: Int, in name: String, _ event: ActionEvent) async {
        if await answerAgain(number) { return }
        var event = event
        if let view = collections[name], let items = view.items(of: .opened(at: event.item)) {
            event.items[ObjectIdentifier(view)] = items
        } else {
            // If the item is gone because a lost scene has performed this action already, the receipt is in the store,
            // and the answer is "done".
            return await refuse(
                "what the menu was for is gone", answering: number, receipt: event.receipt, words.page.menuIsGone)
        }
        await take(number, action, event)
    }
}

// The same with `path` before the names of actions.

extension Menu {
    fileprivate func under(_ path: String) -> Menu {
        var menu = self
        menu.groups = groups.map { $0.map { $0.under(path) } }
        return menu
    }
}

extension SwipeActions {
    fileprivate func under(_ path: String) -> SwipeActions {
        var swipe = self
        swipe.actions = actions.map { $0.under(path) }
        return swipe
    }
}

extension MenuItem {
    fileprivate func under(_ path: String) -> MenuItem {
        var item = self
        item.action = path + action
        item.children = children.map { $0.under(path) }
        return item
    }
}
