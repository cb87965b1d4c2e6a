public import AviaryResults
public import AviaryServer
import AviaryViews

extension Page {
    /// Shows whether a store can be written, by two flags: the outlets `isReadOnly` and `isWritable`.
    ///
    /// The storyboard has the controls that write in a `fieldset`, and a note that is visible when they cannot be used:
    ///
    ///     <fieldset data-outlet="isReadOnly:flag(disabled)"> … </fieldset>
    ///     <p data-outlet="isWritable:flag(hidden)">Read-only</p>
    public func showAccess(to store: LiveStore) {
        self["isReadOnly"] = store.isReadOnly
        self["isWritable"] = !store.isReadOnly
    }
}
