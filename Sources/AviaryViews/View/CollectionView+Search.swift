import AviarySnapshots
import Foundation

extension CollectionView {
    /// Finds the next item whose text begins with the typed text, and sends the position to the screen, or `nil` if
    /// there is none. Case and accents are ignored.
    ///
    /// It examines up to 4,096 items from `start` on, and wraps around to the beginning. If nothing is found and the
    /// list is longer, binary searches look for the first match in the whole list. They find it only if the items are
    /// sorted by their texts, and never before all items are known.
    ///
    /// - Parameter number: Identifies the search in the answer.
    /// - Throws: The error that keeps the content of items from being read. Then no result is sent.
    /// - Complexity: Configures a cell for each examined item, and reads their content in portions.
    package func search(for typed: String, from start: Int, number: Int) async throws {
        let text = String(typed.prefix(maximumText)).folded
        tell(.found(number: number, position: try await position(of: text, from: start)))
    }

    private func position(of text: String, from start: Int) async throws -> Int? {
        guard searchOutlet != nil, !text.isEmpty else { return nil }
        let limit = min(snapshot.numberOfKnownItems, maximumLooks)
        var looked = 0
        // The list may change while its content is read, so its length is read anew for each portion.
        while looked < limit, case let known = snapshot.numberOfKnownItems, known > 0 {
            let first = (max(0, min(start, known)) + looked) % known
            // The item is often near, so the first portions are small.
            let size = min(max(looked, smallestPortion), largestPortion, limit - looked)
            let portion = first..<min(first + size, known)
            if let found = try await texts(in: portion).firstIndex(where: { $0.hasPrefix(text) }) {
                return first + found
            }
            looked += portion.count
        }
        guard numberOfItems > limit, snapshot.isWhole else { return nil }
        // Numbers may be sorted by their digits or by their values, in either direction. So all four orders are tried.
        var first: Int?
        for (options, isAscending) in [([], true), ([], false), (.numeric, true), (.numeric, false)] as [Order] {
            guard let found = try await firstInOrder(of: text, options, isAscending) else { continue }
            first = min(first ?? found, found)
        }
        return first
    }

    /// The first item whose text begins with `text`, by binary search. In a list that is not sorted by its texts the
    /// result may be `nil`.
    private func firstInOrder(
        of text: String, _ options: String.CompareOptions, _ isAscending: Bool
    ) async throws -> Int? {
        var (low, high) = (0, numberOfItems)
        while low < high {
            let middle = low + (high - low) / 2
            let other = try await texts(in: middle..<middle + 1).first ?? ""
            let order = other.compare(text, options: options)
            let isBefore =
                isAscending ? order == .orderedAscending : order == .orderedDescending && !other.hasPrefix(text)
            if isBefore { low = middle + 1 } else { high = middle }
        }
        return try await texts(in: low..<low + 1).first?.hasPrefix(text) == true ? low : nil
    }

    /// The texts of items in the search outlet.
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

/// How texts are compared, and whether they ascend.
private typealias Order = (String.CompareOptions, Bool)

extension String {
    /// The text without case, accents and surrounding white space.
    fileprivate var folded: String {
        trimmingCharacters(in: .whitespaces)
            .folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }
}

/// The largest number of items examined one after the other, and the sizes of portions read at once.
private let maximumLooks = 4_096
private let smallestPortion = 32
private let largestPortion = 512
/// The largest number of typed characters that count.
private let maximumText = 64
