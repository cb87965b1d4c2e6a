/// What only its scene's executor touches: closures of a controller and what they hold.
///
/// `@unchecked`, since the compiler does not know that a task with this preferred executor runs there and nowhere else.
struct OnScene<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
