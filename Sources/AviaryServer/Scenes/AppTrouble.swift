import Synchronization

/// The error of a whole app. The scenes with a connected tab show it.
///
/// A scene joins when its tab connects, and leaves when the tab has gone. It reads the sentence in a turn of its own,
/// so of several sentences in quick succession it may show only the last.
final class AppTrouble: Sendable {
    private struct Member {
        weak var scene: Scene?
    }

    private struct State {
        var sentence: String?
        var members: [ObjectIdentifier: Member] = [:]
    }

    private let state = Mutex(State())

    /// The sentence that pages show now; `nil` while nothing is wrong.
    var sentence: String? { state.withLock { $0.sentence } }

    func say(_ sentence: String?) {
        let scenes = state.withLock { state -> [Scene] in
            if state.sentence == sentence { return [] }
            state.sentence = sentence
            return state.members.values.compactMap(\.scene)
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
