import Logging

extension Scene {
    /// Lets a controller's task change something in a turn.
    func turn(with change: OnScene<() throws -> Void>) async {
        await turn {
            do { try change.value() } catch { self.say(error) }
        }
    }

    func turn(reading source: String, failure: (any Error)?, with change: OnScene<() -> Void>) async {
        await turn {
            change.value()
            self.note(failure, of: source)
        }
    }

    /// A controller's task has thrown. What a cancelled one throws concerns nobody: its controller is gone.
    func fail(_ error: any Error) {
        guard !(error is CancellationError), !Task.isCancelled else { return }
        app.logger.notice("A task failed", metadata: ["error": .outside(error), "room": "\(route.title)"])
        say(error)
    }
}
