import Logging

extension Scene: PageHost {
    /// Runs a change of a controller's task in a turn. The person sees an error that it throws.
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

    /// Reports an error of a controller's task. The error of a cancelled task is ignored, because its controller has
    /// ended.
    func fail(_ error: any Error) {
        guard !(error is CancellationError), !Task.isCancelled else { return }
        app.logger.notice("A task failed", metadata: ["error": .outside(error), "room": "\(route.title)"])
        say(error)
    }
}
