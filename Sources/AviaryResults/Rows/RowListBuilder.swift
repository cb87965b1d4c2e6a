/// Collects the rows of a list as they are read.
struct RowListBuilder {
    private var entries: [Entry] = []
    /// The locations of the rows' keys in `keys`; `nil` while all prefixes are exact.
    private var words: [UInt64]?
    private let keys = KeyBytes()
    private let isDescending: Bool

    /// - Parameter isDescending: `true` when the first sort key descends.
    init(isDescending: Bool) { self.isDescending = isDescending }

    mutating func append(_ id: Int64, _ key: RowKey) {
        if words == nil, key.full != nil { words = entries.map { word(of: RowKey(prefix: $0.prefix, full: nil)) } }
        entries.append(Entry(prefix: key.prefix, id: id))
        guard words != nil else { return }
        let stored = word(of: key)
        words?.append(stored)
    }

    private func word(of key: RowKey) -> UInt64 {
        keys.store(key.prefix, key.full ?? FullKey(prefix: key.prefix, isDescending: isDescending)).word
    }

    /// Sorts the rows by their keys. Rows with equal keys are sorted by their rowids.
    mutating func sort() {
        guard let words else {
            return entries.sort { $0.prefix == $1.prefix ? $0.id < $1.id : $0.prefix < $1.prefix }
        }
        let order = entries.indices.sorted { one, other in
            let (first, second) = (entries[one], entries[other])
            if first.prefix != second.prefix { return first.prefix < second.prefix }
            guard let key = StoredKey(word: words[one]), let otherKey = StoredKey(word: words[other]) else {
                return first.id < second.id
            }
            let result = key.compare(to: otherKey)
            return result == 0 ? first.id < second.id : result < 0
        }
        entries = order.map { entries[$0] }
        self.words = order.map { words[$0] }
    }

    mutating func reverse() {
        entries.reverse()
        words?.reverse()
    }

    /// Replaces the keys of the rows by labels.
    mutating func label() {
        for index in entries.indices { entries[index].prefix = RowList.label(index, of: entries.count) }
    }

    /// - Parameter sizes: The sizes of the rows in the same order; `nil` when the request has no size key.
    func list(sizes: RowSizes?) -> RowList {
        RowList(entries: entries, words: words, keys: keys, isDescending: isDescending, sizes: sizes)
    }
}
