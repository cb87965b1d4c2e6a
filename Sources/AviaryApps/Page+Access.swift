public import AviaryResults
public import AviaryServer
import AviaryViews

extension Page {
    /// Shows whether a store can be written, in the outlets `isReadOnly` and `isWritable`.
    ///
    /// The storyboard puts the controls that write into a `fieldset`, which is disabled if the store is read-only. A
    /// note can tell people that they cannot change anything:
    ///
    ///     <fieldset data-outlet="isReadOnly:flag(disabled)"> … </fieldset>
    ///     <p data-outlet="isWritable:flag(hidden)">Read-only</p>
    ///
    /// - Parameter store: The store that the controls write.
    public func showAccess(to store: LiveStore) {
        self["isReadOnly"] = store.isReadOnly
        self["isWritable"] = !store.isReadOnly
    }
}
