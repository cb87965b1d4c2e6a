/// The changes that a view has made since its screen took them, and the completions that wait for the screen.
///
/// A screen that follows changes begins with the complete state. Until then nothing is recorded, so a view whose screen
/// reads its state keeps no messages.
struct ChangeLog {
    /// True if a screen follows the changes.
    private(set) var isRecording = false
    private var changes: [CollectionChange] = []
    private var completions: [() -> Void] = []

    /// Records all changes from now on.
    mutating func record() { isRecording = true }

    /// Adds a change. A reload takes the place of all changes before it. Only the deletion of an edited item stays.
    mutating func add(_ change: CollectionChange) {
        guard isRecording else { return }
        if case .reload = change { changes.removeAll { if case .gone = $0 { false } else { true } } }
        changes.append(change)
    }

    /// Adds a completion, to be called once the screen displays all changes so far.
    mutating func add(_ completion: @escaping () -> Void) { completions.append(completion) }

    mutating func takeChanges() -> [CollectionChange] {
        defer { changes.removeAll() }
        return changes
    }

    mutating func takeCompletions() -> [() -> Void] {
        if completions.isEmpty { return [] }
        defer { completions = [] }
        return completions
    }
}
