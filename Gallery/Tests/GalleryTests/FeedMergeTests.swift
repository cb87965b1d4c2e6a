import AviaryTesting
import Testing

@testable import aviary

/// How a stored list is brought up to a service's first page.
struct FeedMergeTests {
    private typealias Entry = FeedMerge.Entry

    private func entries(_ photos: [Int64]) -> [Entry] {
        photos.enumerated().map { Entry(photo: $1, position: Double($0 + 1)) }
    }

    /// The list that a merge makes.
    private func list(_ stored: [Entry], _ merge: FeedMerge) -> [Int64] {
        var positions = Dictionary(uniqueKeysWithValues: stored.map { ($0.photo, $0.position) })
        for photo in merge.removed { positions[photo] = nil }
        for entry in merge.placed { positions[entry.photo] = entry.position }
        return positions.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
    }

    @Test(
        arguments: [
            ([], [1, 2, 3], [1, 2, 3], 3), ([1, 2, 3], [1, 2, 3], [1, 2, 3], 0),
            ([1, 2, 3, 4], [9, 8, 1, 2], [9, 8, 1, 2, 3, 4], 2),
            // Gone from within the page; what comes behind it stays.
            ([1, 2, 3, 4, 5], [1, 3, 4], [1, 3, 4, 5], 0),
            // Nothing in common: another list.
            ([1, 2, 3], [7, 8], [7, 8], 2), ([1, 2, 3], [], [], 0),
            ([1, 2, 3, 4], [4, 1, 2, 3], [4, 1, 2, 3], 1), ([1, 2, 3], [1, 9, 2, 3], [1, 9, 2, 3], 1),
        ] as [([Int64], [Int64], [Int64], Int)])
    func thePageComesFirstAndLittleIsWritten(stored: [Int64], page: [Int64], expected: [Int64], placed: Int) {
        let stored = entries(stored)
        let merge = FeedMerge(stored, page: page)
        #expect(list(stored, merge) == expected)
        #expect(merge.placed.count == placed)
        #expect(merge.isContinued == !Set(stored.map(\.photo)).isDisjoint(with: page))
    }

    @Test func positionsOfOtherProgramsAreMadeAnewWhereTheySayNoOrder() {
        for positions in [[1, 1, 1], [.infinity, .infinity, .infinity], [1, .nan, 2], [1, 1.0.nextUp, 2]] {
            let stored = zip([1, 2, 3] as [Int64], positions).map { Entry(photo: $0, position: $1) }
            let merge = FeedMerge(stored, page: [1, 9, 2, 3])
            #expect(merge.placed.map(\.photo).contains(9))
            #expect(list(stored, merge) == [1, 9, 2, 3], "\(positions)")
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func drawnRefreshesAreAsASlowModelHasThem(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var stored: [Entry] = []
        for _ in 0..<draws(2_000, long: 50_000) {
            let old = stored.map(\.photo)
            var page = Array(old.prefix(.random(in: 0...12, using: &random)))
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                switch Int.random(in: 0..<4, using: &random) {
                case 0: page.insert(.random(in: 0..<60, using: &random), at: 0)
                case 1: if let index = page.indices.randomElement(using: &random) { page.remove(at: index) }
                case 2:
                    page.insert(.random(in: 0..<60, using: &random), at: .random(in: 0...page.count, using: &random))
                default: if Int.random(in: 0..<5, using: &random) == 0 { page.shuffle(using: &random) }
                }
            }
            var seen: Set<Int64> = []
            page = page.filter { seen.insert($0).inserted }
            let merge = FeedMerge(stored, page: page)
            let tail = old.lastIndex { seen.contains($0) }.map { old[($0 + 1)...] } ?? []
            #expect(list(stored, merge) == page + tail, "seed \(seed)")
            let positions = Dictionary(
                (stored + merge.placed).map { ($0.photo, $0.position) }, uniquingKeysWith: { $1 })
            stored = (page + tail).map { Entry(photo: $0, position: positions[$0] ?? .nan) }
            if stored.count > 40 { stored.removeLast(20) }
        }
    }
}
