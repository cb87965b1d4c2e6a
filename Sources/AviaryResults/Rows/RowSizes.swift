import AviarySnapshots

/// The sizes of rows, by position. A copy costs O(1).
struct RowSizes: Sendable {
    /// One list of ratios, or two lists: widths and heights.
    private var numbers: [NumberList]

    /// Creates the sizes of all rows.
    ///
    /// - Parameter numbers: One list of ratios, or one list of widths and one of heights, in the order of the rows.
    init(_ numbers: [[Float]]) { self.numbers = numbers.map(NumberList.init) }

    var count: Int { numbers[0].count }

    mutating func insert(_ size: ItemSize, at position: Int) {
        numbers[0].insert(numbers.count == 1 ? size.width / size.height : size.width, at: position)
        if numbers.count > 1 { numbers[1].insert(size.height, at: position) }
    }

    mutating func remove(at position: Int) {
        for index in numbers.indices { numbers[index].remove(at: position) }
    }

    subscript(range: Range<Int>) -> [ItemSize] {
        let first = numbers[0][range]
        if numbers.count == 1 { return first.map { ItemSize(ratio: $0) } }
        return zip(first, numbers[1][range]).map { ItemSize(width: $0, height: $1) }
    }
}

/// A list of numbers by position. A copy costs O(1). An edit copies at most one chunk, and the two arrays above the
/// chunk.
///
///     groups   up to 64 chunks each
///     chunks   up to 512 numbers each
struct NumberList: Sendable {
    private struct Group {
        var count = 0
        var chunks: [[Float]] = []
    }

    private static let chunkCapacity = 512
    private static let groupCapacity = 64

    private var groups: [Group] = []
    private(set) var count = 0

    /// - Complexity: O(*n*).
    init(_ numbers: [Float]) {
        // Chunks begin with unused capacity, so that the first edits do not split them.
        let step = Self.chunkCapacity * 7 / 8
        let chunks = stride(from: 0, to: numbers.count, by: step).map { start in
            Array(numbers[start..<min(start + step, numbers.count)])
        }
        for start in stride(from: 0, to: chunks.count, by: Self.groupCapacity * 7 / 8) {
            let part = Array(chunks[start..<min(start + Self.groupCapacity * 7 / 8, chunks.count)])
            groups.append(Group(count: part.reduce(0) { $0 + $1.count }, chunks: part))
        }
        count = numbers.count
    }

    /// Finds the chunk of a position. With `isEnd`, the end of a chunk belongs to that chunk, not to the next one.
    private func location(of position: Int, isEnd: Bool) -> (group: Int, chunk: Int, index: Int) {
        var (rest, group, chunk) = (position, 0, 0)
        func lies(in count: Int) -> Bool { isEnd ? rest <= count : rest < count }
        while group < groups.count - 1, !lies(in: groups[group].count) {
            rest -= groups[group].count
            group += 1
        }
        while chunk < groups[group].chunks.count - 1, !lies(in: groups[group].chunks[chunk].count) {
            rest -= groups[group].chunks[chunk].count
            chunk += 1
        }
        return (group, chunk, rest)
    }

    /// - Complexity: O(*n* / 32,768), plus the size of a chunk.
    mutating func insert(_ number: Float, at position: Int) {
        precondition(position >= 0 && position <= count, "A position is within the list or at its end")
        if groups.isEmpty { groups = [Group(count: 0, chunks: [[]])] }
        let (group, chunk, index) = location(of: position, isEnd: true)
        groups[group].chunks[chunk].insert(number, at: index)
        groups[group].count += 1
        count += 1
        if groups[group].chunks[chunk].count > Self.chunkCapacity { split(chunk, of: group) }
    }

    private mutating func split(_ chunk: Int, of group: Int) {
        let full = groups[group].chunks[chunk]
        groups[group].chunks[chunk] = Array(full[..<(full.count / 2)])
        groups[group].chunks.insert(Array(full[(full.count / 2)...]), at: chunk + 1)
        let chunks = groups[group].chunks
        guard chunks.count > Self.groupCapacity else { return }
        let behind = Array(chunks[(chunks.count / 2)...])
        let moved = behind.reduce(0) { $0 + $1.count }
        groups[group] = Group(count: groups[group].count - moved, chunks: Array(chunks[..<(chunks.count / 2)]))
        groups.insert(Group(count: moved, chunks: behind), at: group + 1)
    }

    /// - Complexity: O(*n* / 32,768), plus the size of a chunk.
    mutating func remove(at position: Int) {
        precondition(position >= 0 && position < count, "A position is within the list")
        let (group, chunk, index) = location(of: position, isEnd: false)
        groups[group].chunks[chunk].remove(at: index)
        groups[group].count -= 1
        count -= 1
        let left = groups[group].chunks[chunk].count
        if left == 0 {
            groups[group].chunks.remove(at: chunk)
            if groups[group].chunks.isEmpty { groups.remove(at: group) }
        } else if chunk > 0, groups[group].chunks[chunk - 1].count + left <= Self.chunkCapacity / 2 {
            groups[group].chunks[chunk - 1] += groups[group].chunks.remove(at: chunk)
        }
    }

    /// - Complexity: O(*n* / 32,768 + *k*) for *k* numbers.
    subscript(range: Range<Int>) -> [Float] {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "A range is within the list")
        var numbers: [Float] = []
        guard !range.isEmpty else { return numbers }
        numbers.reserveCapacity(range.count)
        var (group, chunk, index) = location(of: range.lowerBound, isEnd: false)
        while numbers.count < range.count {
            let part = groups[group].chunks[chunk][index...].prefix(range.count - numbers.count)
            numbers.append(contentsOf: part)
            (chunk, index) = (chunk + 1, 0)
            if chunk == groups[group].chunks.count { (group, chunk) = (group + 1, 0) }
        }
        return numbers
    }
}
