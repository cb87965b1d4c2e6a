/// A value that only its scene's executor touches, such as a closure of a controller with its captures.
///
/// Its conformance to `Sendable` is `@unchecked`. The compiler does not know that a task that prefers the scene's
/// executor runs nowhere else.
struct OnScene<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
