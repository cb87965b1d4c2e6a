import Synchronization

/// Holds equal values of cells once, for all collection views that show them.
///
/// Windows of one room mostly show the same items, and the values of its cells are most of what an idle window holds.
///
/// A hash table of fixed size, in which values take the slot of others. So it does not grow, and what it has lost is held
/// once more at worst.
package final class SharedValues: Sendable {
    private let slots: Mutex<[[CellValue?]]>

    /// - Parameter slots: The values of so many cells are found again at most; 1 at least.
    package init(slots: Int = 4_096) { self.slots = Mutex(Array(repeating: [], count: max(1, slots))) }

    /// The same values, as they were held before, if they were. Long texts are not looked for.
    ///
    /// - Complexity: O(*o*) for *o* outlets.
    func shared(_ values: [CellValue?]) -> [CellValue?] {
        guard !values.isEmpty, values.reduce(0, { $0 + ($1?.textSize ?? 0) }) <= maximumText else { return values }
        let hash = UInt(bitPattern: values.hashValue)
        return slots.withLock { slots in
            let slot = Int(hash % UInt(slots.count))
            if !slots[slot].elementsEqual(values, by: isWrittenAs) { slots[slot] = values }
            return slots[slot]
        }
    }
}

/// Whether two values go to the screen in the same bytes. Equal texts may be made of different code points.
private func isWrittenAs(_ one: CellValue?, _ other: CellValue?) -> Bool {
    switch (one, other) {
    case (.text(let one), .text(let other)), (.url(let one), .url(let other)): one.utf8.elementsEqual(other.utf8)
    default: one == other
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

/// In bytes, of the texts of one cell.
private let maximumText = 256
