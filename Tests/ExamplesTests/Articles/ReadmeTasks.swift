import AviaryResults
import AviaryServer

/// The page for each item of `docs/FIRST-APP.md`.
final class TaskController: ViewController {
    static let storyboard = Storyboard("ReadmeTask", Array("<h1>Task</h1>".utf8))

    let page = Page()
    let id: Int64
    let store: LiveStore
    var actions: Actions { ["next": next, "look": look, "clear": clear] }

    init(id: Int64, store: LiveStore) { (self.id, self.store) = (id, store) }

    func next(_ event: ActionEvent) {
        page.show(.task, 5)
    }

    func look(_ event: ActionEvent) async throws {
        try await page.present(at: Destination.task.address(5)) { [store] in TaskController(id: 5, store: store) }
    }

    func clear(_ event: ActionEvent) async throws {
        let delete = Alert.Choice("Delete", isDestructive: true)
        guard await page.ask(Alert("Delete all?", choices: [delete])) == delete else { return }
        page.title = "Deleted"
    }
}

extension Destination<Int64> { static var task: Self { Destination("/task/:id") } }

func makeTaskApp(store: LiveStore) -> LiveApp {
    LiveApp(
        name: "Tasks",
        rooms: [
            Route(.task, title: "Task") { id in TaskController(id: id, store: store) }
        ])
}
