public import AviaryResults
public import AviaryServer
import AviaryViews

extension Page {
    /// Shows whether a store can be written, in the outlets `isReadOnly` and `isWritable`.
    ///
    /// The storyboard puts the controls that write into a `fieldset`, and has a note for when they are disabled:
    ///
    ///     <fieldset data-outlet="isReadOnly:flag(disabled)"> … </fieldset>
    ///     <p data-outlet="isWritable:flag(hidden)">Read-only</p>
    public func showAccess(to store: LiveStore) {
        self["isReadOnly"] = store.isReadOnly
        self["isWritable"] = !store.isReadOnly
    }
}
