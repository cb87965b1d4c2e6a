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
    /// The actions that wait or are being performed.
    private var open: Set<Int> = []
    /// The last answers that say more than that something is done.
    private var settled: [(number: Int, messages: [SceneMessage])] = []

    /// A tab numbers its actions in ascending order.
    func state(of number: Int) -> State {
        if let answer = settled.last(where: { $0.number == number }) { return .settled(answer.messages) }
        if number > last { return .new }
        return open.contains(number) ? .taken : .settled([.done(number)])
    }

    /// Takes note of something whose answer comes later, by `settle`.
    mutating func take(_ number: Int) {
        note(number)
        open.insert(number)
    }

    /// Takes note of something that is done in the same turn.
    mutating func note(_ number: Int) {
        if last < 0 { isContinued = number > 1 }
        last = max(last, number)
    }

    mutating func settle(_ number: Int, _ messages: [SceneMessage]) {
        open.remove(number)
        // That something is done says nothing which `last` does not.
        if number <= last, messages == [.done(number)] { return }
        settled.append((number, messages))
        if settled.count > maximumAnswers { settled.removeFirst(settled.count - maximumAnswers) }
    }
}

/// A tab has at most this many actions without an answer: the scene lets no more wait.
private let maximumAnswers = 64
