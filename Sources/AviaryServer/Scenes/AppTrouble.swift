import Synchronization

/// What is wrong for a whole app, and the scenes that say so: those with a tab.
///
/// A scene joins it for as long as its tab is connected. It reads the sentence in a turn of its own, so of several in a
/// row it says the last.
final class AppTrouble: Sendable {
    private struct Member {
        weak var scene: Scene?
    }

    private struct State {
        var sentence: String?
        var members: [ObjectIdentifier: Member] = [:]
    }

    private let state = Mutex(State())

    /// What pages say now; `nil` while nothing is wrong.
    var sentence: String? { state.withLock { $0.sentence } }

    func say(_ sentence: String?) {
        let scenes = state.withLock { state -> [Scene] in
            if state.sentence == sentence { return [] }
            state.sentence = sentence
            return state.members.values.compactMap(\.scene)
        }
        for scene in scenes { Task { await scene.noteTrouble() } }
    }

    /// - Returns: What is wrong now. When that changes, the scene is told.
    func join(_ scene: Scene) -> String? {
        state.withLock { state in
            state.members[ObjectIdentifier(scene)] = Member(scene: scene)
            return state.sentence
        }
    }

    func leave(_ scene: Scene) { state.withLock { _ = $0.members.removeValue(forKey: ObjectIdentifier(scene)) } }

    /// How many scenes are told; for tests.
    var count: Int { state.withLock { $0.members.count } }
}

extension LiveApp {
    /// Shows a sentence as an error on every page, for as long as something is wrong for the whole app: for instance
    /// while a database elsewhere cannot be reached.
    ///
    ///     app.show(trouble: "PostgreSQL cannot be reached. The lists stay as they are.")
    ///     app.show(trouble: nil)
    ///
    /// Pages that are opened meanwhile show it, too. Lists and actions go on as they can.
    ///
    /// - Parameter sentence: What is wrong; `nil` when nothing is any more. It replaces the sentence before.
    public func show(trouble sentence: String?) { trouble.say(sentence) }
}
