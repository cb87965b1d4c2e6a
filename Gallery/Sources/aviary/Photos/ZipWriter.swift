import Foundation

/// Makes the headers of a zip (APPNOTE.TXT 6.3) that is sent as a stream. Files are not compressed, because pictures
/// already are.
///
/// The caller sends each header, then the content of its file, and at the end the central directory. Files and archives
/// larger than 4 GB, and more than 65,534 files, use the fields of ZIP64. Smaller archives have no such fields, so that
/// old programs can read them.
struct ZipWriter {
    private struct Entry {
        var name: [UInt8]
        var time: (date: UInt16, time: UInt16)
        var crc: UInt32
        var size: UInt64
        var offset: UInt64
        var isLink: Bool
    }

    private var entries: [Entry] = []
    /// The number of bytes up to here: headers and contents.
    private(set) var count: UInt64 = 0
    /// The names in use, by folder.
    private var names: [String: FileNames] = [:]
    /// The path of the last file in the archive.
    private(set) var lastPath = ""

    /// Begins an archive.
    ///
    /// - Parameter count: The number of bytes before the archive, for tests.
    init(after count: UInt64 = 0) { self.count = count }

    /// Makes the header that precedes the content of a file.
    ///
    /// - Parameters:
    ///   - name: The name of the file. It gets a number if an earlier file of the folder has the same name.
    ///   - folder: The path of the folder in the archive, with slashes; empty for the archive itself.
    ///   - modified: The time of the last change. It is stored with a precision of two seconds, from 1980 to 2107.
    ///   - isLink: Whether the file is a symbolic link. Its content is the path to which it leads.
    mutating func header(
        name: String, in folder: String = "", modified: Date, crc: UInt32, size: UInt64, isLink: Bool = false
    ) -> [UInt8] {
        let unused = names[folder, default: FileNames()].unused(name)
        lastPath = folder.isEmpty ? unused : "\(folder)/\(unused)"
        let entry = Entry(
            name: Array(lastPath.utf8), time: Self.time(modified), crc: crc, size: size, offset: count, isLink: isLink)
        entries.append(entry)
        var bytes = Bytes()
        let extra = Self.extra([size, size].filter { _ in size >= Self.large })
        bytes.add(UInt32(0x0403_4b50))
        bytes.add(Self.common(entry, extra))
        bytes.values += entry.name + extra
        count += UInt64(bytes.values.count) + size
        return bytes.values
    }

    /// Makes the central directory, which follows the content of the last file.
    mutating func finish() -> [UInt8] {
        var bytes = Bytes()
        let start = count
        for entry in entries {
            let large = [entry.size, entry.size].filter { _ in entry.size >= Self.large }
            let extra = Self.extra(large + [entry.offset].filter { $0 >= Self.large })
            bytes.add(UInt32(0x0201_4b50))
            // The file comes from Unix (3). The permissions below let everybody read it.
            bytes.add(UInt16(3 << 8 | 45))
            bytes.add(Self.common(entry, extra))
            for _ in 0..<3 { bytes.add(UInt16(0)) }
            bytes.add(UInt32(entry.isLink ? 0o120777 : 0o100644) << 16)
            bytes.add(UInt32(clamping: entry.offset))
            bytes.values += entry.name + extra
        }
        let size = UInt64(bytes.values.count)
        if start >= Self.large || size >= Self.large || entries.count >= 0xffff {
            bytes.add(UInt32(0x0606_4b50))
            bytes.add(UInt64(44))
            bytes.add(UInt16(3 << 8 | 45))
            bytes.add(UInt16(45))
            for _ in 0..<2 { bytes.add(UInt32(0)) }
            for _ in 0..<2 { bytes.add(UInt64(entries.count)) }
            bytes.add(size)
            bytes.add(start)
            bytes.add(UInt32(0x0706_4b50))
            bytes.add(UInt32(0))
            bytes.add(start + size)
            bytes.add(UInt32(1))
        }
        bytes.add(UInt32(0x0605_4b50))
        for _ in 0..<2 { bytes.add(UInt16(0)) }
        for _ in 0..<2 { bytes.add(UInt16(clamping: entries.count)) }
        bytes.add(UInt32(clamping: size))
        bytes.add(UInt32(clamping: start))
        bytes.add(UInt16(0))
        count += UInt64(bytes.values.count)
        return bytes.values
    }

    /// The largest value of a field of 32 bits. It marks that the extra field has the real value.
    private static let large = UInt64(UInt32.max)

    /// The fields that both headers of an entry have in common: version, flags (names are UTF-8), no compression, time,
    /// checksum, sizes.
    private static func common(_ entry: Entry, _ extra: [UInt8]) -> [UInt8] {
        var bytes = Bytes()
        for value in [extra.isEmpty ? 20 : 45, 1 << 11, 0, entry.time.time, entry.time.date] as [UInt16] {
            bytes.add(value)
        }
        bytes.add(entry.crc)
        for _ in 0..<2 { bytes.add(UInt32(clamping: entry.size)) }
        bytes.add(UInt16(clamping: entry.name.count))
        bytes.add(UInt16(clamping: extra.count))
        return bytes.values
    }

    private static func extra(_ values: [UInt64]) -> [UInt8] {
        guard !values.isEmpty else { return [] }
        var bytes = Bytes()
        bytes.add(UInt16(1))
        bytes.add(UInt16(values.count * 8))
        for value in values { bytes.add(value) }
        return bytes.values
    }

    private static func time(_ date: Date) -> (date: UInt16, time: UInt16) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        guard let year = parts.year, (1980...2107).contains(year) else { return (1 << 5 | 1, 0) }
        let day = (year - 1980) << 9 | (parts.month ?? 1) << 5 | (parts.day ?? 1)
        let time = (parts.hour ?? 0) << 11 | (parts.minute ?? 0) << 5 | (parts.second ?? 0) / 2
        return (UInt16(truncatingIfNeeded: day), UInt16(truncatingIfNeeded: time))
    }
}

/// Bytes of a zip, with numbers in little-endian order.
private struct Bytes {
    var values: [UInt8] = []

    mutating func add(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { values += $0 }
    }

    mutating func add(_ bytes: [UInt8]) { values += bytes }
}
