import Foundation

/// The changes of one batch of a strict view, and their effect on the cells.
struct StrictBatch {
    /// The reason why a view raises an exception, in the view's words.
    struct Refusal: Error {
        var reason: String
    }

    var deletedSections: [Int] = []
    var insertedSections: [Int] = []
    var deleted: [IndexPath] = []
    var inserted: [IndexPath] = []
    var moved: [(from: IndexPath, to: IndexPath)] = []
    var reloaded: [IndexPath] = []

    /// Finds where each cell after the batch was before it.
    ///
    /// - Parameters:
    ///   - before: How many cells each section has.
    ///   - after: How many items each section has in the data source.
    /// - Returns: For each section and item, the old index path of its cell; `nil` for a new cell.
    /// - Throws: `Refusal` when the batch breaks a rule.
    func plan(from before: [Int], to after: [Int]) throws(Refusal) -> [[(section: Int, item: Int)?]] {
        try checkSections(before, after)
        // `leaves` marks the cells that a change removes, moves or reloads. `made` marks the index paths that new and
        // moved cells take.
        var leaves = before.map { [Bool](repeating: false, count: $0) }
        for (paths, verb) in [(deleted, "delete"), (moved.map(\.from), "move"), (reloaded, "reload")] {
            for path in paths { try mark(path, in: &leaves, "\(verb) item") }
        }
        var made = after.map { [Bool](repeating: false, count: $0) }
        for path in inserted { try mark(path, in: &made, "insert item") }
        var arrivals: [IndexPath: IndexPath] = [:]
        for (from, to) in moved {
            guard !deletedSections.contains(from[0]) else {
                throw Refusal(reason: "cannot move an item from a deleted section (\(from[0]))")
            }
            guard to.count == 2, !insertedSections.contains(to[0]) else {
                throw Refusal(reason: "cannot move an item into a newly inserted section (\(to[0]))")
            }
            try mark(to, in: &made, "move an item to")
            arrivals[to] = from
        }

        var old = before.indices.filter { !deletedSections.contains($0) }[...]
        var result: [[(section: Int, item: Int)?]] = []
        for (section, count) in after.enumerated() {
            if insertedSections.contains(section) {
                result.append([(section: Int, item: Int)?](repeating: nil, count: count))
                continue
            }
            let origin = old.removeFirst()
            // A reloaded item keeps its index path and loses its cell.
            let renewed = Set(reloaded.filter { $0[0] == origin }.map { $0[1] })
            var stays = leaves[origin].indices.filter { !leaves[origin][$0] || renewed.contains($0) }[...]
            var origins: [(section: Int, item: Int)?] = []
            for item in 0..<count {
                if let from = arrivals[IndexPath(indexes: [section, item])] {
                    origins.append((from[0], from[1]))
                } else if made[section][item] {
                    origins.append(nil)
                } else if let next = stays.popFirst() {
                    origins.append(renewed.contains(next) ? nil : (origin, next))
                } else {
                    throw wrongCount(section, before[origin], count)
                }
            }
            guard stays.isEmpty else { throw wrongCount(section, before[origin], count) }
            result.append(origins)
        }
        return result
    }

    private func checkSections(_ before: [Int], _ after: [Int]) throws(Refusal) {
        for (sections, counts, verb) in [(deletedSections, before, "delete"), (insertedSections, after, "insert")] {
            for section in sections where !counts.indices.contains(section) {
                throw Refusal(reason: "attempt to \(verb) section \(section), but there are \(counts.count) sections")
            }
            guard Set(sections).count == sections.count else {
                throw Refusal(reason: "attempt to \(verb) a section twice")
            }
        }
        guard before.count - deletedSections.count + insertedSections.count == after.count else {
            throw Refusal(reason: "invalid number of sections: \(after.count) after the update, \(before.count) before")
        }
    }

    private func mark(_ path: IndexPath, in marks: inout [[Bool]], _ verb: String) throws(Refusal) {
        guard path.count == 2, marks.indices.contains(path[0]), marks[path[0]].indices.contains(path[1]) else {
            throw Refusal(reason: "attempt to \(verb) \(path), which does not exist")
        }
        guard !marks[path[0]][path[1]] else { throw Refusal(reason: "attempt to \(verb) \(path) and something else") }
        marks[path[0]][path[1]] = true
    }

    private func wrongCount(_ section: Int, _ before: Int, _ after: Int) -> Refusal {
        Refusal(reason: "invalid number of items in section \(section): \(after) after the update, \(before) before")
    }
}
