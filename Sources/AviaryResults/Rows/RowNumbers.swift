import GRDB
import Synchronization

/// Gives numbers to the keys of rows without a rowid, in views, WITHOUT ROWID tables and queries.
///
///     key               number
///     17                17                                 one integer is its own number
///     "9780141439587"   Int64.min + a hash of 62 bits      anything else is hashed
///     ("A", 3)          Int64.min + a hash of 62 bits
///
/// The hash is the same in every run of every program. So the state of a page, such as a selection, names the same rows
/// after a restart. When two keys have the same hash, the later key takes the next number. This is unlikely among
/// 100,000,000 keys.
///
/// All lists with the same table and key share these numbers, so a list keeps its items when it changes its request.
/// The key of a number is kept at least as long as a snapshot has the row.
final class RowNumbers: Sendable {
    /// The columns that make a key.
    let columns: [String]
    /// Integers in this range are not their own numbers. They are hashed like any other key.
    private static let given = Int64.min..<Int64.min / 2

    private struct State {
        /// The number of each key, and the last reading that had begun when the key was last looked up. A reading is a
        /// call of `reading(_:)`.
        var numbers: [[UInt8]: (number: Int64, found: Int)] = [:]
        var keys: [Int64: [DatabaseValue]] = [:]
        /// The rows of all live snapshots.
        var rows: [WeakRows] = []
        /// The readings that run now. A reading that began later has a larger value.
        var readings = Set<Int>()
        var lastReading = 0
        /// The oldest reading that ran when keys were last removed, or the next one if none ran. Keys that were found
        /// from this reading on are kept, because their rows may be read next.
        var oldest = 0
        /// The number of keys above which unused keys are removed.
        var bound = RowNumbers.slack

        /// Removes unused keys when there are too many.
        ///
        /// A key is used if a live snapshot has its row, or if a running or recent reading has found it.
        ///
        /// - Complexity: O(*k*) for *k* keys of all lists, but only when the number of keys has about doubled, compared
        ///   with the keys that are in use.
        mutating func forget() {
            guard keys.count > bound else { return }
            rows.removeAll { $0.rows == nil }
            var used = Set<Int64>()
            for list in rows { used.formUnion(list.rows?.hashes.keys.filter(RowNumbers.given.contains) ?? []) }
            numbers = numbers.filter { $0.value.found >= oldest || used.contains($0.value.number) }
            oldest = readings.min() ?? lastReading + 1
            let count = numbers.values.count(where: { $0.found >= oldest || used.contains($0.number) })
            let kept = Set(numbers.values.map(\.number))
            keys = keys.filter { kept.contains($0.key) }
            bound = keys.count + max(count, RowNumbers.slack)
        }
    }

    private struct WeakRows { weak var rows: NumberedRows? }

    private static let slack = 1_000

    private let state = Mutex(State())

    init(columns: [String]) { self.columns = columns }

    /// How many known keys have a number from a hash.
    var count: Int { state.withLock { $0.keys.count } }

    /// Returns the number of a key that is one integer; `nil` when the key must be hashed.
    func own(_ value: SortValue) -> Int64? {
        guard columns.count == 1 else { return nil }
        let integer: Int64? =
            switch value {
            case .integer(let integer): integer
            // SQLite treats 1.0 and 1 as equal.
            case .real(let double): Int64(exactly: double)
            case .null, .text, .blob: nil
            }
        return integer.flatMap { Self.given.contains($0) ? nil : $0 }
    }

    /// Returns the number of a key. Called within a reading.
    ///
    /// - Parameters:
    ///   - bytes: The key as bytes, equal only for equal keys.
    ///   - values: Returns the key. Called when it has no number yet.
    /// - Complexity: O(1).
    func number(of bytes: [UInt8], _ values: () -> [DatabaseValue]) -> Int64 {
        state.withLock { state in
            if let index = state.numbers.index(forKey: bytes) {
                state.numbers.values[index].found = state.lastReading
                return state.numbers.values[index].number
            }
            var hash = Self.hash(bytes)
            while state.keys[Self.number(hash)] != nil { hash &+= 1 }
            let number = Self.number(hash)
            state.numbers[bytes] = (number, found: state.lastReading)
            state.keys[number] = values()
            return number
        }
    }

    /// Runs `body`, which reads rows and looks up their numbers. These numbers are not removed while it runs.
    /// Afterwards, unused numbers are removed if there are too many.
    func reading<T>(_ body: () throws -> T) rethrows -> T {
        let reading = beginReading()
        defer { endReading(reading) }
        return try body()
    }

    func beginReading() -> Int {
        state.withLock { state in
            state.lastReading += 1
            state.readings.insert(state.lastReading)
            return state.lastReading
        }
    }

    func endReading(_ reading: Int) {
        state.withLock { state in
            state.readings.remove(reading)
            state.forget()
        }
    }

    /// Keeps the keys of some rows while `rows` lives. Called within the reading that found them.
    func keepKeys(of rows: NumberedRows) {
        state.withLock { state in
            state.rows.removeAll { $0.rows == nil }
            state.rows.append(WeakRows(rows: rows))
        }
    }

    private static func number(_ hash: UInt64) -> Int64 { given.lowerBound + Int64(hash & ((1 << 62) - 1)) }

    /// FNV-1a, followed by the last step of SplitMix64, which spreads the bits of short keys.
    private static func hash(_ bytes: [UInt8]) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
        hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
        return hash ^ (hash >> 31)
    }

    /// Returns the number of a key that was read as values. Called within a reading.
    func number(of values: [DatabaseValue]) -> Int64 {
        if values.count == 1, case .int64(let integer) = values[0].storage, let own = own(.integer(integer)) {
            return own
        }
        if values.count == 1, case .double(let double) = values[0].storage, let own = own(.real(double)) { return own }
        return number(of: values.flatMap { FullKey(of: $0).bytes }) { values }
    }

    /// Returns the keys of some numbers. Unknown numbers are left out.
    ///
    /// - Complexity: O(*k*) for *k* numbers.
    func keys(of numbers: [Int64]) -> [[DatabaseValue]] {
        state.withLock { state in
            numbers.compactMap { number in
                if let key = state.keys[number] { return key }
                return columns.count == 1 && !Self.given.contains(number) ? [number.databaseValue] : nil
            }
        }
    }

    /// Returns whether a statement finds the row of a number by its key. GRDB repairs invalid UTF-8 and cuts a text at
    /// NUL, so rows with such keys are not found.
    func finds(_ number: Int64) -> Bool {
        state.withLock { state in
            guard let key = state.keys[number] else { return true }
            let isMended = state.numbers[key.flatMap { FullKey(of: $0).bytes }]?.number != number
            return !isMended && !key.contains(where: \.hasNUL)
        }
    }
}

extension DatabaseValue {
    fileprivate var hasNUL: Bool {
        if case .string(let text) = storage { text.utf8.contains(0) } else { false }
    }
}

/// The rows without a rowid that a list has read at one moment.
final class NumberedRows: Sendable {
    /// By number, a hash of the content of the row's record; 0 when the content was not read.
    let hashes: [Int64: Int]
    let hasContents: Bool

    init(hashes: [Int64: Int], hasContents: Bool) { (self.hashes, self.hasContents) = (hashes, hasContents) }
}

extension RowNumbers {
    /// All live numbers: one object for all lists with the same table and key.
    final class Registry: Sendable {
        /// Names as bytes, because Swift treats different Unicode forms of a name as equal.
        private struct Key: Hashable {
            var table: [UInt8]
            var columns: [[UInt8]]
        }

        private struct Weak { weak var numbers: RowNumbers? }

        private let known = Mutex<[Key: Weak]>([:])

        /// Returns the numbers for the keys of a table, a view or a query.
        func numbers(for table: String, columns: [String]) -> RowNumbers {
            known.withLock { known in
                let key = Key(table: Array(table.utf8), columns: columns.map { Array($0.utf8) })
                if let numbers = known[key]?.numbers { return numbers }
                known = known.filter { $0.value.numbers != nil }
                let numbers = RowNumbers(columns: columns)
                known[key] = Weak(numbers: numbers)
                return numbers
            }
        }
    }
}
