import AviarySnapshots
import Foundation

/// How a stored list is brought up to the first page of its service, with as few changes as possible.
///
/// What stands on the page comes first, in its order. What was stored behind the last photo that both have stays behind it;
/// what stood before that photo and is not on the page is gone. If they have none in common the page is the whole list.
struct FeedMerge: Hashable {
    struct Entry: Hashable {
        var photo: Int64
        var position: Double
    }

    /// Photos that leave the list.
    private(set) var removed: [Int64] = []
    /// Photos that come into the list, or get another position.
    private(set) var placed: [Entry] = []
    /// Whether the pages that were read before still follow.
    private(set) var isContinued = false

    /// - Parameter stored: In its order.
    /// - Complexity: O(*n* log *n*).
    init(_ stored: [Entry], page: [Int64]) {
        let onPage = Set(page)
        let common = stored.lastIndex { onPage.contains($0.photo) }
        isContinued = common != nil
        let tail = common.map { stored[($0 + 1)...] } ?? []
        removed = (common.map { stored[...$0] } ?? stored[...]).map(\.photo).filter { !onPage.contains($0) }
        let order = page + tail.map(\.photo)
        let known = Dictionary(stored.map { ($0.photo, $0.position) }) { first, _ in first }
        let isSound =
            stored.allSatisfy { abs($0.position) < 1e15 }
            && zip(stored, stored.dropFirst()).allSatisfy { $0.position < $1.position }
        let positions = (isSound ? Self.positions(of: order, known) : nil) ?? order.indices.map { Double($0 + 1) }
        placed = zip(order, positions).compactMap { photo, position in
            known[photo] == position ? nil : Entry(photo: photo, position: position)
        }
    }

    /// - Returns: `nil` when there is no room between two neighbours.
    private static func positions(of order: [Int64], _ known: [Int64: Double]) -> [Double]? {
        let fixed = longestRise(order.map { known[$0] })
        var positions = [Double](repeating: 0, count: order.count)
        var start = 0
        for end in fixed + [order.count] {
            let before = start > 0 ? positions[start - 1] : nil
            let behind = end < order.count ? known[order[end]] : nil
            let count = end - start
            for step in 0..<count {
                positions[start + step] =
                    switch (before, behind) {
                    case (nil, nil): Double(step + 1)
                    case (nil, let behind?): behind - Double(count - step)
                    case (let before?, nil): before + Double(step + 1)
                    case (let before?, let behind?): before + (behind - before) * Double(step + 1) / Double(count + 1)
                    }
            }
            if let behind { positions[end] = behind }
            start = end + 1
        }
        return zip(positions, positions.dropFirst()).allSatisfy { $0 < $1 } ? positions : nil
    }

    /// The indexes of the longest part of a list that rises; they may stay where they are.
    private static func longestRise(_ values: [Double?]) -> [Int] {
        // The index at which the best part of each length ends, and what stands before each.
        var ends: [Int] = []
        var previous = [Int](repeating: -1, count: values.count)
        for (index, value) in values.enumerated() {
            guard let value else { continue }
            let length = partitionPoint(ends.count) { (values[ends[$0]] ?? 0) < value }
            previous[index] = length > 0 ? ends[length - 1] : -1
            if length < ends.count { ends[length] = index } else { ends.append(index) }
        }
        var result: [Int] = []
        var index = ends.last ?? -1
        while index >= 0 {
            result.append(index)
            index = previous[index]
        }
        return result.reversed()
    }
}
