import AviaryViews

extension [CollectionChange.SectionStep] {
    /// Computes the number of items of each section after the steps, in the slow and obvious way.
    package func applied(to counts: [Int]) -> [Int] {
        var result: [Int] = []
        var rest = counts[...]
        for step in self {
            switch step {
            case .keep(let length):
                result += rest.prefix(length)
                rest = rest.dropFirst(length)
            case .drop(let length): rest = rest.dropFirst(length)
            case .insert(let times, let count): result += repeatElement(count, count: times)
            }
        }
        return result + rest
    }
}
