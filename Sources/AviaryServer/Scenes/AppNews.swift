import Synchronization

/// The error of a whole app, and its new version. The scenes with a connected tab show them.
///
/// A scene joins when its tab connects, and leaves when the tab has gone. It reads the sentence in a turn of its own,
/// so of several sentences in quick succession it may show only the last.
final class AppNews: Sendable {
    private struct Member {
        weak var scene: Scene?
    }

    private struct State {
        var trouble: String?
        var mistake: String?
        var sentence: String? { mistake ?? trouble }
        var members: [ObjectIdentifier: Member] = [:]
    }

    private let state = Mutex(State())

    /// The sentence that pages show now; `nil` while nothing is wrong. A mistake in a saved file goes first.
    var sentence: String? { state.withLock { $0.sentence } }

    /// Says the error of the app; `nil` when it is over.
    func say(trouble: String?) { change { $0.trouble = trouble } }

    /// Says the mistake in a saved file; `nil` when it is mended.
    func say(mistake: String?) { change { $0.mistake = mistake } }

    /// Has the pages of another version reload.
    func renew() {
        for scene in state.withLock({ $0.members.values.compactMap(\.scene) }) { Task { await scene.noteVersion() } }
    }

    private func change(_ body: (inout State) -> Void) {
        let scenes = state.withLock { state -> [Scene] in
            let before = state.sentence
            body(&state)
            return state.sentence == before ? [] : state.members.values.compactMap(\.scene)
        }
        for scene in scenes { Task { await scene.noteTrouble() } }
    }

    /// Adds a scene, which is notified when the sentence changes.
    ///
    /// - Returns: The current sentence.
    func join(_ scene: Scene) -> String? {
        state.withLock { state in
            state.members[ObjectIdentifier(scene)] = Member(scene: scene)
            return state.sentence
        }
    }

    func leave(_ scene: Scene) { state.withLock { _ = $0.members.removeValue(forKey: ObjectIdentifier(scene)) } }

    /// The number of scenes that are notified; for tests.
    var count: Int { state.withLock { $0.members.count } }
}
