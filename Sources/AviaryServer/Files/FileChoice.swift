/// The files that a person has chosen or dropped at once, of which an action receives some.
///
/// The action is called for each file when it has come. What is said and taken back for all of them at once waits for the last:
///
///     try await undo.write("Add covers", for: event, group: event.choice?.id) { db in … }
///     if event.choice?.remaining == 0 { undo.offer("Covers added") }
///
/// When the last of several is cancelled or cannot be sent, the action is called once more, without files.
public struct FileChoice: Hashable, Sendable {
    /// The same in all calls for these files, and in no other.
    public var id: String
    /// How many files are still on their way.
    public var remaining: Int

    public init(id: String, remaining: Int) {
        self.id = id
        self.remaining = remaining
    }
}

extension ActionEvent {
    /// The files that were chosen with those it has; `nil` for what no file was chosen for.
    ///
    /// It comes from the page: nothing in it can be trusted.
    public var choice: FileChoice? {
        guard let id = fields["upload-choice"], let rest = fields["upload-rest"].flatMap({ Int($0) }), rest >= 0 else {
            return nil
        }
        return FileChoice(id: id, remaining: rest)
    }
}
