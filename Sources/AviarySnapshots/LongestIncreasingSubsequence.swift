/// Returns the indexes of a longest increasing subsequence, ascending.
///
/// Patience sorting (M. Fredman, *On computing the length of longest increasing subsequences*, 1975). Each value has a
/// link to the value before it in the longest subsequence that ends with it.
///
/// - Parameter values: Distinct values. Negative values are skipped.
/// - Complexity: O(*n* log *n*); O(*n*) when the values already ascend.
@usableFromInline
package func longestIncreasingSubsequence(_ values: [Int]) -> [Int] {
    var tails: [Int] = []  // tails[l] ends the best subsequence of length l + 1
    tails.reserveCapacity(values.count)
    var previous = [Int](repeating: -1, count: values.count)
    for (index, value) in values.enumerated() where value >= 0 {
        var length = tails.count
        if let last = tails.last, values[last] > value {
            length = partitionPoint(tails.count - 1) { values[tails[$0]] < value }
        }
        if length > 0 { previous[index] = tails[length - 1] }
        if length == tails.count { tails.append(index) } else { tails[length] = index }
    }
    var result = [Int](repeating: 0, count: tails.count)
    var index = tails.last ?? -1
    for step in result.indices.reversed() {
        result[step] = index
        index = previous[index]
    }
    return result
}
