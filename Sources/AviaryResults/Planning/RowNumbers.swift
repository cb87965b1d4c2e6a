import GRDB
import Synchronization

/// Gives a number to each key of rows that have no rowid: those of views, of WITHOUT ROWID tables and of queries.
///
///     key               number
///     17                17                                 one integer is its own number
///     "9780141439587"   Int64.min + a hash of 62 bits      anything else is hashed
///     ("A", 3)          Int64.min + a hash of 62 bits
///
/// The hash is the same in every run of every program, so what a page holds across a restart, a selection for instance,
/// names the same rows. Of two keys with one hash, which is unlikely among 100,000,000, the later one takes the next
/// number.
///
/// All lists with the same table and key share these numbers, so a list that turns to another request keeps its items. The
/// way back from a number to its key is kept as long as a snapshot holds the row, and for some time beyond.
final class RowNumbers: Sendable {
    /// The columns that make a key.
    let columns: [String]
    /// Integers in this range are no numbers of their own: an integer there is hashed as any other key is.
    private static let given = Int64.min..<Int64.min / 2

    private struct State {
        /// The number of a key, and the last reading that had begun when it was found or given last.
        var numbers: [[UInt8]: (number: Int64, found: Int)] = [:]
        var keys: [Int64: [DatabaseValue]] = [:]
        /// The rows of all snapshots that are alive.
        var rows: [WeakRows] = []
        /// The readings that are under way. They are numbered in their order.
        var readings = Set<Int>()
        var lastReading = 0
        /// The oldest reading that was under way when keys were forgotten last, or else the first one since. What was found
        /// from then on is kept: its rows may be read next.
        var oldest = 0
        /// How many keys there may be until those are forgotten that nobody holds.
        var bound = RowNumbers.slack

        /// Forgets keys when there are too many: those that nobody holds, and that no reading has found that is under way
        /// or was lately.
        ///
        /// - Complexity: O(*k*) for *k* keys of all lists, now and then; each time as many have come as the lists hold and
        ///   the readings that are under way have found.
        mutating func forget() {
            guard keys.count > bound else { return }
            rows.removeAll { $0.rows == nil }
            var held = Set<Int64>()
            for list in rows { held.formUnion(list.rows?.hashes.keys.filter(RowNumbers.given.contains) ?? []) }
            numbers = numbers.filter { $0.value.found >= oldest || held.contains($0.value.number) }
            oldest = readings.min() ?? lastReading + 1
            let count = numbers.values.count(where: { $0.found >= oldest || held.contains($0.number) })
            let kept = Set(numbers.values.map(\.number))
            keys = keys.filter { kept.contains($0.key) }
            bound = keys.count + max(count, RowNumbers.slack)
        }
    }

    private struct WeakRows { weak var rows: NumberedRows? }

    private static let slack = 1_000

    private let state = Mutex(State())

    init(columns: [String]) { self.columns = columns }

    /// How many keys are known that are not their own number.
    var count: Int { state.withLock { $0.keys.count } }

    /// The number of a key that is one integer; `nil` when it has to be given.
    func own(_ value: SortValue) -> Int64? {
        guard columns.count == 1 else { return nil }
        let integer: Int64? =
            switch value {
            case .integer(let integer): integer
            // SQLite takes 1.0 and 1 for equal.
            case .real(let double): Int64(exactly: double)
            case .null, .text, .blob: nil
            }
        return integer.flatMap { Self.given.contains($0) ? nil : $0 }
    }

    /// The number of a key, asked within a reading.
    ///
    /// - Parameters:
    ///   - bytes: Equal for equal keys alone.
    ///   - values: The key, asked for when it has no number yet.
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

    /// Reads rows and asks for their numbers. Meanwhile none of these is forgotten; afterwards there are not many more than
    /// lists hold, whatever was read.
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

    /// Keeps the keys of some rows as long as `rows` lives. Called within the reading that found them.
    func hold(_ rows: NumberedRows) {
        state.withLock { state in
            state.rows.removeAll { $0.rows == nil }
            state.rows.append(WeakRows(rows: rows))
        }
    }

    private static func number(_ hash: UInt64) -> Int64 { given.lowerBound + Int64(hash & ((1 << 62) - 1)) }

    /// FNV-1a, and the last step of SplitMix64, which spreads the bits of short keys.
    private static func hash(_ bytes: [UInt8]) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
        hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
        return hash ^ (hash >> 31)
    }

    /// The number of a key that was read as values, asked within a reading.
    func number(of values: [DatabaseValue]) -> Int64 {
        if values.count == 1, case .int64(let integer) = values[0].storage, let own = own(.integer(integer)) {
            return own
        }
        if values.count == 1, case .double(let double) = values[0].storage, let own = own(.real(double)) { return own }
        return number(of: values.flatMap { FullKey(of: $0).bytes }) { values }
    }

    /// The keys of some numbers. A number that nobody has got is left out.
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

    /// Whether a statement finds the row of a number by its key. GRDB mends a text that is no UTF-8, and ends one at NUL, so
    /// rows with such keys are not found.
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

/// The rows without a rowid that were read for a list at one moment.
final class NumberedRows: Sendable {
    /// By number, a hash of what the record of the row shows; 0 where that was not read.
    let hashes: [Int64: Int]
    let hasContents: Bool

    init(hashes: [Int64: Int], hasContents: Bool) { (self.hashes, self.hasContents) = (hashes, hasContents) }
}

extension RowNumbers {
    /// The numbers in use: one for all lists with the same table and key.
    final class Registry: Sendable {
        /// As bytes, since two names may look the same.
        private struct Key: Hashable {
            var table: [UInt8]
            var columns: [[UInt8]]
        }

        private struct Weak { weak var numbers: RowNumbers? }

        private let known = Mutex<[Key: Weak]>([:])

        /// The numbers for the keys of a table, a view or a query.
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
