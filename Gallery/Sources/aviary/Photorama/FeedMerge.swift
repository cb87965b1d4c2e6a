import AviarySnapshots
import Foundation

/// Computes the fewest changes that update a stored list with the first page of its service.
///
/// The photos of the page come first, in the same order. Let *c* be the last stored photo that is also on the page.
/// Stored photos after *c* stay after those of the page. Stored photos before *c* that are not on the page are removed.
/// Without such a *c*, the page becomes the whole list.
struct FeedMerge: Hashable {
    struct Entry: Hashable {
        var photo: Int64
        var position: Double
    }

    /// Photos to remove from the list.
    private(set) var removed: [Int64] = []
    /// Photos to insert into the list, or to give another position.
    private(set) var placed: [Entry] = []
    /// Whether a stored photo is on the page, so that the list continues with stored photos.
    private(set) var isContinued = false

    /// Computes the changes.
    ///
    /// - Parameter stored: The stored entries, in their order.
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

    /// Computes positions for the new order. As many photos as possible keep their positions.
    ///
    /// - Returns: `nil` if no number is left between two neighbours.
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

    /// Returns how many elements at the beginning satisfy a condition, which no later element does.
    private static func count(of elements: [Int], where isLow: (Int) -> Bool) -> Int {
        var range = 0..<elements.count
        while let middle = range.isEmpty ? nil : range.lowerBound + range.count / 2 {
            range = isLow(elements[middle]) ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }

    /// Returns the indexes of a longest increasing subsequence. These photos keep their positions.
    private static func longestRise(_ values: [Double?]) -> [Int] {
        // `ends`: for each length, the index at which the subsequence with the smallest last value ends. `previous`:
        // for each index, its predecessor.
        var ends: [Int] = []
        var previous = [Int](repeating: -1, count: values.count)
        for (index, value) in values.enumerated() {
            guard let value else { continue }
            let length = Self.count(of: ends) { (values[$0] ?? 0) < value }
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
