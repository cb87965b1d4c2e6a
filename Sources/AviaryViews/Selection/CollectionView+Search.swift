import AviarySnapshots
import Foundation

extension CollectionView {
    /// Finds the next item whose text begins with what a person has typed, and tells the screen its position, or that there
    /// is none. Case and accents do not count.
    ///
    /// It looks at the items from `start` on, and goes on at the beginning, at 4,096 at most. If the list is longer it may be
    /// sorted by this text: then a binary search finds the first one in all of it.
    ///
    /// - Parameter number: Names the question in the answer.
    /// - Throws: What keeps the content of items from being read; then nothing is told.
    /// - Complexity: Configures as many cells as items are looked at, and reads their content in portions.
    package func search(for typed: String, from start: Int, number: Int) async throws {
        let text = String(typed.prefix(maximumText)).folded
        tell(.found(number: number, position: try await position(of: text, from: start)))
    }

    private func position(of text: String, from start: Int) async throws -> Int? {
        guard searchOutlet != nil, !text.isEmpty else { return nil }
        let limit = min(snapshot.numberOfKnownItems, maximumLooks)
        var looked = 0
        // The list may become another one while its content is read.
        while looked < limit, case let known = snapshot.numberOfKnownItems, known > 0 {
            let first = (max(0, min(start, known)) + looked) % known
            // The item is often near, so portions grow.
            let size = min(max(looked, smallestPortion), largestPortion, limit - looked)
            let portion = first..<min(first + size, known)
            if let found = try await texts(in: portion).firstIndex(where: { $0.hasPrefix(text) }) {
                return first + found
            }
            looked += portion.count
        }
        guard numberOfItems > limit, snapshot.isWhole else { return nil }
        for isAscending in [true, false] {
            if let found = try await firstInOrder(of: text, isAscending) { return found }
        }
        return nil
    }

    /// The first item whose text begins so in a list that is sorted by it; perhaps `nil` when it is not.
    private func firstInOrder(of text: String, _ isAscending: Bool) async throws -> Int? {
        var (low, high) = (0, numberOfItems)
        while low < high {
            let middle = low + (high - low) / 2
            let other = try await texts(in: middle..<middle + 1).first ?? ""
            let isBefore = isAscending ? other < text : other > text && !other.hasPrefix(text)
            if isBefore { low = middle + 1 } else { high = middle }
        }
        return try await texts(in: low..<low + 1).first?.hasPrefix(text) == true ? low : nil
    }

    /// What items show in the outlet by which they are found.
    private func texts(in positions: Range<Int>) async throws -> [String] {
        func items() -> [ItemID] { snapshot.items(in: positions.clamped(to: 0..<snapshot.numberOfKnownItems)) }
        var texts: [String] = []
        try await preparing(items) {
            texts = items().map(text)
            dataSource?.didApply(snapshot)
        }
        return texts
    }

    private func text(of item: ItemID) -> String {
        let index = template(for: item)
        guard let searchOutlet, templates.indices.contains(index),
            let values = configure(index, for: item, hasSupplementaryViews: false)
        else { return "" }
        guard let outlet = templates[index].index(of: searchOutlet) else {
            report("The template \(templates[index].reuseIdentifier) has no outlet named \(searchOutlet).")
            return ""
        }
        return String(outletValue: values[outlet] ?? .text(""))?.folded ?? ""
    }
}

extension String {
    /// As people type it: without case, accents and what stands in front.
    fileprivate var folded: String {
        trimmingCharacters(in: .whitespaces)
            .folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }
}

/// How many items are looked at for a text one after the other, and how many are read at once.
private let maximumLooks = 4_096
private let smallestPortion = 32
private let largestPortion = 512
/// As many characters as people type without a pause.
private let maximumText = 64
