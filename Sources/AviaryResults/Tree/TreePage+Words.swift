/// The pages of a `WordTree`.
///
///     leaf   a bit for each of 124 words, set if the word exists; w0 w1 …
///     node   up to 124 children, each at the index of its digit
extension TreePage {
    /// How many words fit into a leaf, and how many children into a node.
    static let fanOut = (size - wordsOffset) / MemoryLayout<UInt64>.stride

    private static let wordsOffset = content + 2 * MemoryLayout<UInt64>.stride

    /// Makes an empty page of words.
    func setUpWords(level: Int, version: UInt64) {
        setUp(level: level, idSize: 0, version: version)
        (address + Self.content).bindMemory(to: UInt64.self, capacity: 2).initialize(repeating: 0, count: 2)
        if level == 0 {
            (address + Self.wordsOffset).bindMemory(to: UInt64.self, capacity: Self.fanOut)
        } else {
            let places = (address + Self.wordsOffset).bindMemory(
                to: UnsafeMutableRawPointer?.self, capacity: Self.fanOut)
            places.initialize(repeating: nil, count: Self.fanOut)
        }
    }

    private var present: UnsafeMutablePointer<UInt64> {
        (address + Self.content).assumingMemoryBound(to: UInt64.self)
    }

    private var words: UnsafeMutablePointer<UInt64> {
        (address + Self.wordsOffset).assumingMemoryBound(to: UInt64.self)
    }

    private var places: UnsafeMutablePointer<UnsafeMutableRawPointer?> {
        (address + Self.wordsOffset).assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    }

    /// A word of a leaf; `nil` when there is none.
    subscript(word index: Int) -> UInt64? {
        get { present[index >> 6] >> UInt64(index & 63) & 1 == 1 ? words[index] : nil }
        nonmutating set {
            let bit: UInt64 = 1 << UInt64(index & 63)
            count += (newValue == nil ? 0 : 1) - (present[index >> 6] & bit == 0 ? 0 : 1)
            if let newValue {
                present[index >> 6] |= bit
                words[index] = newValue
            } else {
                present[index >> 6] &= ~bit
            }
        }
    }

    /// A child of a node; `nil` when there is none.
    subscript(child index: Int) -> TreePage? {
        get { places[index].map(TreePage.init(address:)) }
        nonmutating set {
            count += (newValue == nil ? 0 : 1) - (places[index] == nil ? 0 : 1)
            places[index] = newValue?.address
        }
    }
}
