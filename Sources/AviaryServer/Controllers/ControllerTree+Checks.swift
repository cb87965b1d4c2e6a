import AviaryViews

extension ControllerTree {
    /// Checks that the names in the controllers and in their storyboards match, before a page is shown.
    ///
    /// - Throws: `StoryboardError`.
    func check() throws {
        if let fault {
            throw StoryboardError(type(of: members[0].controller).storyboard.name, .init(line: 1, what: fault))
        }
        var identifiers: [String: String] = [:]
        for controller in members.map(\.controller) {
            let storyboard = type(of: controller).storyboard
            let content = try storyboard.content()
            func fault(_ what: String, line: Int? = 1) -> StoryboardError {
                StoryboardError(storyboard.name, .init(line: line ?? 1, what: what))
            }
            let (actions, collections, children) = (controller.actions, controller.collections, controller.children)
            for action in content.actions.sorted() where actions[action] == nil {
                let line = ["data-action", "data-check", "data-choose"].lazy.compactMap {
                    content.lines["\($0) \(action)"]
                }.first
                throw fault("no controller has the action \(action)", line: line)
            }
            for name in content.collections where collections[name] == nil {
                throw fault("no controller has the collection \(name)", line: content.lines["data-collection \(name)"])
            }
            let choices = controller.choices
            for name in content.choices.sorted() where choices[name] == nil {
                throw fault("no controller has the choices \(name)", line: content.lines["data-choices \(name)"])
            }
            for name in choices.keys.sorted() where !content.choices.contains(name) {
                throw fault("the choices \(name) stand nowhere")
            }
            for (name, line) in content.scrubbers.sorted(by: { $0.key < $1.key })
            where collections[name]?.layout.scrollDirection == .horizontal {
                throw fault("the collection \(name) has a scrubber, but a layout that scrolls to the right", line: line)
            }
            for name in content.children where children[name] == nil {
                throw fault("no controller has the child \(name)", line: content.lines["data-child \(name)"])
            }
            if !content.collections.isEmpty, content.templates.isEmpty {
                throw fault("there is no template with data-cell")
            }
            for name in collections.keys.sorted() where !content.collections.contains(name) {
                throw fault("the collection \(name) stands nowhere")
            }
            for name in children.keys.sorted() where !content.children.contains(name) {
                throw fault("the child \(name) stands nowhere")
            }
            // All storyboards of a page share one namespace of identifiers (`id`), because labels and forms refer to
            // these.
            for (identifier, line) in content.identifiers.sorted(by: { $0.key < $1.key }) {
                if let other = identifiers.updateValue(storyboard.name, forKey: identifier) {
                    throw fault("the id \(identifier) is there twice, in \(other) as well", line: line)
                }
            }
        }
        let controllers = Set(members.map { ObjectIdentifier($0.controller) })
        let views = Set(collections.values.map { ObjectIdentifier($0) })
        guard controllers.count == members.count, views.count == collections.count else {
            let storyboard = type(of: members[0].controller).storyboard
            throw StoryboardError(
                storyboard.name, .init(line: 1, what: "a child or a collection view is there under two names"))
        }
    }
}
