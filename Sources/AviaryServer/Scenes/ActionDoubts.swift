/// The actions with an unknown outcome. They have failed in this scene, or this scene has not performed them.
///
/// Another server may have performed such an action, and its answer may have been lost. So the scene looks for the
/// receipt in the store before it says that nothing was changed. While the store cannot be read, the page says that the
/// outcome is unknown, the action gets no answer, and the scene tries again.
///
/// | the action | answer |
/// |---|---|
/// | was first sent to this scene, and threw an error that is certain | the error |
/// | has a receipt in the store | done |
/// | has none, and will have none | the error |
/// | has a receipt that cannot be looked up at present | none yet |
struct ActionDoubts {
    struct Doubt: Sendable {
        var number: Int
        var receipt: String
        /// The sentences that the action has said.
        var said: [SceneMessage]
        /// The answer if the action was not performed.
        var failure: [SceneMessage]

        func answer(isDone: Bool) -> [SceneMessage] { said + (isDone ? [.done(number: number)] : failure) }
    }

    private var open: [Doubt] = []
    /// Whether a task looks for the receipts of `open`.
    private var isAsking = false
    /// The key in `Scene.failures` of the sentence that an outcome is unknown.
    static let source = "?outcome"

    var first: Doubt? { open.first }

    mutating func add(_ doubt: Doubt) { open.append(doubt) }

    mutating func dropAll() { open = [] }

    /// Removes the first doubt, if it is still that of a receipt.
    ///
    /// - Returns: `false` if the scene has stopped or has connected to another page meanwhile.
    mutating func removeFirst(_ receipt: String) -> Bool {
        guard open.first?.receipt == receipt else { return false }
        open.removeFirst()
        return true
    }

    /// - Returns: `false` if a task looks for the receipts already.
    mutating func beginAsking() -> Bool {
        defer { isAsking = true }
        return !isAsking
    }

    mutating func endAsking() { isAsking = false }
}
