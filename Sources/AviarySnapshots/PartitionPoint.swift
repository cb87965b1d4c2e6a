/// Returns the number of leading indices that satisfy a predicate. The predicate must be false for all later indices.
///
/// - Complexity: O(log *n*).
@inlinable @inline(__always)
package func partitionPoint(_ count: Int, _ predicate: (Int) throws -> Bool) rethrows -> Int {
    var (low, high) = (0, count)
    while low < high {
        let middle = (low + high) / 2
        if try predicate(middle) { low = middle + 1 } else { high = middle }
    }
    return low
}
