/// The mistakes of an app that a view has found, each once and up to a limit.
struct MistakeList {
    private var all: Set<String> = []
    /// Those that were not taken yet.
    private var new: [String] = []

    mutating func add(_ mistake: String) {
        guard all.count < maximumMistakes, all.insert(mistake).inserted else { return }
        new.append(mistake)
    }

    mutating func take() -> [String] {
        if new.isEmpty { return [] }
        defer { new = [] }
        return new
    }
}

/// The largest number of mistakes that a view records.
private let maximumMistakes = 16
