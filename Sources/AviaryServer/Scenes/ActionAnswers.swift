/// Which actions of a tab were taken, and what came of the last of them: a tab that lost its connection asks again.
struct ActionAnswers {
    enum State {
        case new
        /// It waits or is being performed; its answer will come.
        case taken
        /// It was performed; this is what the tab was told, or should have been.
        case settled([SceneMessage])
    }

    /// Ours count from 1; a number may be 0.
    private var last = -1
    /// Whether the tab has asked for something before, of a scene that is lost.
    private(set) var isContinued = false
    /// The answers to the last actions, in ascending order.
    private var settled: [(number: Int, messages: [SceneMessage])] = []

    /// A tab numbers its actions in ascending order.
    func state(of number: Int) -> State {
        if let answer = settled.last(where: { $0.number == number }) { return .settled(answer.messages) }
        return number > last ? .new : .taken
    }

    mutating func take(_ number: Int) {
        if last < 0 { isContinued = number > 1 }
        last = number
    }

    mutating func settle(_ number: Int, _ messages: [SceneMessage]) {
        settled.append((number, messages))
        if settled.count > maximumAnswers { settled.removeFirst(settled.count - maximumAnswers) }
    }
}

/// A tab has at most this many actions without an answer: the scene lets no more wait.
private let maximumAnswers = 64
