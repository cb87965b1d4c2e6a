import Synchronization

/// A cache that holds equal values of cells once, for all collection views that show them.
///
/// Many browser windows show the same items, and the values of cells take most of the memory of an idle window.
///
/// The cache is a hash table of fixed size. New values replace those in the same slot, so the table does not grow.
/// Values that were replaced may be in memory twice.
package final class SharedValues: Sendable {
    private let slots: Mutex<[[CellValue?]]>

    /// - Parameter slots: The largest number of cells whose values are shared; at least 1.
    package init(slots: Int = 4_096) { self.slots = Mutex(Array(repeating: [], count: max(1, slots))) }

    /// Returns equal values that are already held, or else the given ones. Values with long texts are not shared.
    ///
    /// - Complexity: O(*o*) for *o* outlets.
    func shared(_ values: [CellValue?]) -> [CellValue?] {
        guard !values.isEmpty, values.reduce(0, { $0 + ($1?.textSize ?? 0) }) <= maximumText else { return values }
        let hash = UInt(bitPattern: values.hashValue)
        return slots.withLock { slots in
            let slot = Int(hash % UInt(slots.count))
            if slots[slot] != values { slots[slot] = values }
            return slots[slot]
        }
    }
}

extension CellValue {
    fileprivate var textSize: Int {
        switch self {
        case .text(let text), .url(let text): text.utf8.count
        default: 0
        }
    }
}

/// The largest total size of the texts of a shared cell, in bytes.
private let maximumText = 256
