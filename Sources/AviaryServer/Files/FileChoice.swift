/// The files that a person has chosen or dropped at once, of which an action receives some.
///
/// The action is called for each file when that file has arrived. A sentence or an undo step for all of them waits for
/// the last:
///
///     try await undo.write("Add covers", for: event, group: event.choice?.id) { db in … }
///     if event.choice?.remaining == 0 { undo.offer("Covers added") }
///
/// When the last of several files is cancelled or cannot be sent, the action is called once more, without files.
public struct FileChoice: Hashable, Sendable {
    /// The same in all calls for these files, and in no others.
    public var id: String
    /// How many of the files have not arrived yet; 0 in the last call.
    public var remaining: Int

    /// A choice as a page would send it, for tests of an action.
    public init(id: String, remaining: Int) {
        self.id = id
        self.remaining = remaining
    }
}

extension ActionEvent {
    /// The choice that the files of this event belong to; `nil` when no file was chosen.
    ///
    /// It comes from the page, so nothing in it can be trusted.
    public var choice: FileChoice? {
        guard let id = fields["upload-choice"], let rest = fields["upload-rest"].flatMap({ Int($0) }), rest >= 0 else {
            return nil
        }
        return FileChoice(id: id, remaining: rest)
    }
}
