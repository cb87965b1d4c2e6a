import HashTreeCollections

/// The full keys of rows, by rowid. Copies are free.
///
/// Sixteen rowids that follow each other share one block of bytes. So the tree above is small, an edit retains few of its
/// nodes, and a row costs five bytes beside its key.
///
///     block   row, length, key   row, length, key   …      up to 16 rows, in any order
///              1      4
struct FullKeys: Sendable {
    private var blocks: TreeDictionary<Int64, Block> = [:]

    var isEmpty: Bool { blocks.isEmpty }

    /// - Complexity: O(log *n*), and the bytes of the keys beside it when it is written.
    subscript(id: Int64) -> FullKey? {
        get { blocks[id >> 4]?[UInt8(truncatingIfNeeded: id & 15)] }
        set {
            let (block, row) = (id >> 4, UInt8(truncatingIfNeeded: id & 15))
            if let newValue { return blocks[block, default: Block()].put(newValue, of: row) }
            blocks[block]?.remove(row)
            if blocks[block]?.isEmpty == true { blocks[block] = nil }
        }
    }

    /// The rows that have one, in any order.
    var ids: [Int64] { blocks.flatMap { block, keys in keys.rows.map { block << 4 | Int64($0) } } }
}

extension FullKeys {
    private struct Block {
        private var bytes: [UInt8] = []

        private static let headerSize = 5

        var isEmpty: Bool { bytes.isEmpty }

        subscript(row: UInt8) -> FullKey? { entry(of: row).map { FullKey(bytes[$0.dropFirst(Self.headerSize)]) } }

        var rows: [UInt8] {
            var (rows, start) = ([UInt8](), 0)
            while start < bytes.count {
                rows.append(bytes[start])
                start = end(ofEntryAt: start)
            }
            return rows
        }

        mutating func put(_ key: FullKey, of row: UInt8) {
            remove(row)
            let length = UInt32(key.bytes.count)
            bytes.reserveCapacity(bytes.count + Self.headerSize + key.bytes.count)
            bytes.append(row)
            for shift in stride(from: UInt32(0), to: 32, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: length >> shift))
            }
            bytes.append(contentsOf: key.bytes)
        }

        mutating func remove(_ row: UInt8) {
            if let entry = entry(of: row) { bytes.removeSubrange(entry) }
        }

        private func entry(of row: UInt8) -> Range<Int>? {
            var start = 0
            while start < bytes.count {
                let end = end(ofEntryAt: start)
                if bytes[start] == row { return start..<end }
                start = end
            }
            return nil
        }

        private func end(ofEntryAt start: Int) -> Int {
            var length = 0
            for index in (1..<Self.headerSize).reversed() { length = length << 8 | Int(bytes[start + index]) }
            return start + Self.headerSize + length
        }
    }
}
