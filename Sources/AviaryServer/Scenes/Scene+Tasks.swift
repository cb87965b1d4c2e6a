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

    /// A controller's task has thrown.
    func fail(_ error: any Error) {
        guard !(error is CancellationError) else { return }
        app.logger.notice("A task failed", metadata: ["error": .outside(error), "room": "\(route.title)"])
        say(error)
    }
}
