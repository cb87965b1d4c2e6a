/// What a live list tells its readers: that it has changed, or why it cannot be read.
public enum ListUpdate<S: Snapshot>: Sendable {
    /// The list has changed, or it can be read again. In the second case the changeset may be empty.
    case changed(SnapshotUpdate<S>)
    /// The list cannot be read from now on. It stays as it was, until it has `changed`.
    case failed(any Error)
}

extension ListUpdate {
    /// The change, if this is one. For tests; who shows a list shows a failure, too.
    package var change: SnapshotUpdate<S>? {
        if case .changed(let change) = self { change } else { nil }
    }
}
