/// Which actions of a tab were taken, and what came of the last of them: a tab that lost its connection asks again.
struct ActionReceipts {
    enum State {
        case new
        /// It waits or is being performed; its receipt will come.
        case taken
        /// It was performed; this is what the tab was told, or should have been.
        case settled([SceneMessage])
    }

    private var last = Int.min
    private var settled: [Int: [SceneMessage]] = [:]

    /// A tab numbers its actions in ascending order.
    func state(of number: Int) -> State {
        if let messages = settled[number] { return .settled(messages) }
        return number > last ? .new : .taken
    }

    mutating func take(_ number: Int) { last = number }

    mutating func settle(_ number: Int, _ messages: [SceneMessage]) {
        settled[number] = messages
        if settled.count > 128 { settled = settled.filter { $0.key > number - 64 } }
    }
}
