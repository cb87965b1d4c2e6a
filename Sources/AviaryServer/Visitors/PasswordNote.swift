import Synchronization

/// Notes whether the password of a request was right. A visitor may be recognized by something else, such as a cookie,
/// beside a wrong password.
final class PasswordNote: Sendable {
    private let state = Atomic(false)

    var isRight: Bool { state.load(ordering: .relaxed) }

    func noteRight() { state.store(true, ordering: .relaxed) }
}
