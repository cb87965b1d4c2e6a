/// A check for EXIF directories that point to each other too often.
///
/// The decoder follows each entry that points to a directory, even if the entry is in that same directory. With a few
/// thousand such entries, even a small file takes a minute to read. Cameras write three.
enum ExifDirectories {
    private static let mostPointers = 64
    /// More entries than all directories of any real picture have together.
    private static let mostEntries = 1 << 20
    /// The tags of entries that point to the directories for EXIF, GPS and interoperability.
    private static let pointerTags: Set<UInt16> = [0x8769, 0x8825, 0xa005]

    /// Returns true if entries point to directories too often. It searches the whole file for EXIF.
    ///
    /// - Complexity: O(*n*) for *n* bytes.
    static func areTangled(in bytes: UnsafeRawBufferPointer) -> Bool {
        var entriesLeft = mostEntries
        var index = 0
        while index + 8 <= bytes.count {
            let (first, second) = (bytes[index], bytes[index + 1])
            guard first == second, first == UInt8(ascii: "I") || first == UInt8(ascii: "M") else {
                // If the second byte is neither I nor M, no pair can begin at either of the two bytes.
                index += second == UInt8(ascii: "I") || second == UInt8(ascii: "M") ? 1 : 2
                continue
            }
            let head = UnsafeRawBufferPointer(rebasing: bytes[index...])
            if isTangled(head, isLittle: first == UInt8(ascii: "I"), &entriesLeft) { return true }
            index += 1
        }
        return false
    }

    /// - Parameter head: The bytes from the byte order mark on.
    private static func isTangled(_ head: UnsafeRawBufferPointer, isLittle: Bool, _ entriesLeft: inout Int) -> Bool {
        func number(_ index: Int, bytes count: Int) -> Int? {
            guard index >= 0, index <= head.count - count else { return nil }
            return (0..<count).reduce(0) { $0 << 8 | Int(head[isLittle ? index + count - 1 - $1 : index + $1]) }
        }
        guard number(2, bytes: 2) == 42, let start = number(4, bytes: 4) else { return false }
        var (waiting, seen, pointers) = ([start], Set([start]), 0)
        while let directory = waiting.popLast() {
            guard let count = number(directory, bytes: 2) else { continue }
            for entry in 0..<count {
                let place = directory + 2 + 12 * entry
                guard let tag = number(place, bytes: 2), let target = number(place + 8, bytes: 4) else { break }
                entriesLeft -= 1
                if entriesLeft < 0 { return true }
                guard pointerTags.contains(UInt16(tag)) else { continue }
                pointers += 1
                if pointers > mostPointers { return true }
                if seen.insert(target).inserted { waiting.append(target) }
            }
            // The directory of the thumbnail.
            if let next = number(directory + 2 + 12 * count, bytes: 4), next > 0, seen.insert(next).inserted {
                pointers += 1
                if pointers > mostPointers { return true }
                waiting.append(next)
            }
        }
        return false
    }
}
