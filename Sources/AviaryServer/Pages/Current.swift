import Synchronization

/// A value that is replaced when somebody saves a file of the pages. All users of it see the new value.
final class Current<Value: Sendable>: Sendable {
    private let state: Mutex<Value>

    init(_ value: Value) { state = Mutex(value) }

    var value: Value {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}
