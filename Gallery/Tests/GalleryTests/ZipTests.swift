import Foundation
import Testing

@testable import aviary

/// Zips, as another program reads them.
struct ZipTests {
    private let path = FileManager.default.temporaryDirectory.appending(path: "aviary-\(UUID().uuidString).zip").path

    /// The entries as Python's `zipfile` reads them: name, size and time of each, after a check of all sums.
    private func read(_ prelude: String = "assert archive.testzip() is None") throws -> [String] {
        let program = Process()
        program.executableURL = URL(filePath: "/usr/bin/env")
        program.arguments = [
            "python3", "-c",
            """
            import sys, zipfile
            archive = zipfile.ZipFile(sys.argv[1])
            \(prelude)
            for file in archive.infolist(): print(file.filename, file.file_size, '%d-%d-%d %d:%d:%d' % file.date_time, sep='|')
            """, path,
        ]
        let output = Pipe()
        program.standardOutput = output
        try program.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        program.waitUntilExit()
        #expect(program.terminationStatus == 0)
        return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private func write(_ files: [(String, [UInt8])]) throws {
        var zip = ZipWriter()
        var bytes: [UInt8] = []
        for (name, content) in files {
            bytes += zip.header(
                name: name, modified: Date(timeIntervalSince1970: 1_715_968_989), crc: checksum(content),
                size: UInt64(content.count))
            bytes += content
        }
        bytes += zip.finish()
        #expect(zip.count == UInt64(bytes.count))
        try Data(bytes).write(to: URL(filePath: path))
    }

    @Test func anotherProgramReadsNamesSizesTimesAndBytes() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        try write([
            ("a.jpg", [1, 2, 3]), ("Löwe 🦁.png", []), ("A.JPG", [4]), ("../../etc/passwd", [5]), ("a.jpg", [6, 7]),
            ("..", [8]),
        ])
        #expect(
            try read() == [
                "a.jpg|3|2024-5-17 18:3:8", "Löwe 🦁.png|0|2024-5-17 18:3:8", "A 2.JPG|1|2024-5-17 18:3:8",
                ".._.._etc_passwd|1|2024-5-17 18:3:8", "a 3.jpg|2|2024-5-17 18:3:8", "Photo|1|2024-5-17 18:3:8",
            ])
        #expect(try read("assert archive.read('a 3.jpg') == bytes([6, 7])").count == 6)
    }

    @Test func anEmptyOneIsOneToo() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        try write([])
        #expect(try read() == [])
    }

    @Test func moreThan65535FilesAreAllThere() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        try write((0..<66_000).map { ("\($0).jpg", [UInt8(truncatingIfNeeded: $0)]) })
        let files = try read()
        #expect(files.count == 66_000 && files.last?.hasPrefix("65999.jpg|1|") == true)
    }

    /// The large file is a hole: it takes no room on the disk.
    @Test func filesBehindFourGigabytesAreFound() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        let file = try #require(FileHandle(forWritingAtPath: path))
        var zip = ZipWriter()
        let large: UInt64 = 5 << 30
        try file.write(contentsOf: zip.header(name: "film", modified: .distantPast, crc: 0, size: large))
        for name in ["one", "two"] {
            try file.seek(toOffset: zip.count)
            let content: [UInt8] = Array(name.utf8)
            try file.write(contentsOf: zip.header(name: name, modified: .now, crc: checksum(content), size: 3))
            try file.write(contentsOf: content)
        }
        try file.seek(toOffset: zip.count)
        try file.write(contentsOf: zip.finish())
        try file.close()
        let files = try read("assert archive.read('one') == b'one' and archive.read('two') == b'two'")
        #expect(files.count == 3 && files[0] == "film|\(large)|1980-1-1 0:0:0")
    }

    @Test func theOldestOfferGoesFirst() throws {
        let offers = ZipOffers()
        let names = (0..<100).map { offers.add([$0]) }
        #expect(Set(names).count == 100 && offers.photos("nothing") == nil)
        #expect(offers.photos(names[99]) == [99] && offers.photos(names[0]) == nil)
    }
}
