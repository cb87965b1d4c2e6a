/// A value that only its scene's executor touches, such as a closure of a controller with its captures.
///
/// It is `@unchecked`, because the compiler does not know that a task with this preferred executor runs nowhere else.
struct OnScene<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
