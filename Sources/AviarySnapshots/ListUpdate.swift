/// An update that a live list sends to its readers: a change, or the reason why the list cannot be read.
public enum ListUpdate<S: Snapshot>: Sendable {
    /// The list has changed, or it can be read again. In the second case the changeset may be empty.
    case changed(SnapshotUpdate<S>)
    /// The list can no longer be read. It stays the same until the next `changed`.
    case failed(any Error)
}

extension ListUpdate {
    /// The change, if this is one; otherwise `nil`. For tests, because code that shows a list has to show a failure,
    /// too.
    package var change: SnapshotUpdate<S>? {
        if case .changed(let change) = self { change } else { nil }
    }
}
