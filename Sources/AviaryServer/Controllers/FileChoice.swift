/// The files that a person has chosen or dropped together. An action receives some of them at a time.
///
/// The action is called for each file when that file has arrived. A sentence or an undo step for all files must wait
/// for the last one:
///
///     try await undo.write("Add covers", for: event, group: event.choice?.id) { db in … }
///     if event.choice?.remaining == 0 { undo.offer("Covers added") }
///
/// If the last of several files is cancelled or cannot be sent, the action is called once more, without files.
public struct FileChoice: Hashable, Sendable {
    /// An identifier that all calls for these files share.
    public var id: String
    /// The number of files that have not arrived yet; 0 in the last call.
    public var remaining: Int

    /// A choice as a page would send it, to test an action.
    public init(id: String, remaining: Int) {
        self.id = id
        self.remaining = remaining
    }
}

extension ActionEvent {
    /// The choice to which the files of this event belong; `nil` when the event has no choice.
    ///
    /// It comes from the page, so nothing in it can be trusted.
    public var choice: FileChoice? {
        guard let id = fields["upload-choice"], let rest = fields["upload-rest"].flatMap({ Int($0) }), rest >= 0 else {
            return nil
        }
        return FileChoice(id: id, remaining: rest)
    }
}
