import AviaryGzip
import AviaryTesting
import Testing

@testable import AviaryWeb

struct BodyReaderTests {
    private func read(
        _ bytes: [UInt8], _ coding: WebReply.Coding, limit: Int, part: Int = .max, length: Int? = nil
    ) throws -> [UInt8] {
        var reader = try BodyReader(coding, limit: limit, length: length)
        var rest = bytes[...]
        while !rest.isEmpty {
            try rest.prefix(part).withUnsafeBytes { try reader.add($0) }
            rest = rest.dropFirst(part)
        }
        return try reader.finish()
    }

    @Test func aPlainBodyIsReadUpToTheLimit() throws {
        let bytes = Array(UInt8(0)...99)
        #expect(try read(bytes, .plain, limit: 100, part: 7) == bytes)
        #expect(try read([], .plain, limit: 0) == [])
        #expect(throws: WebError.tooLarge(limit: 99)) { try read(bytes, .plain, limit: 99, part: 7) }
        #expect(try read(bytes, .plain, limit: 100, length: .max) == bytes)
        #expect(try read(bytes, .plain, limit: 100, length: 0) == bytes)
    }

    @Test(arguments: [1, 2, 13, 1_000, Int.max])
    func aCompressedBodyIsReadInAnyParts(part: Int) throws {
        var random = SeededGenerator(seed: 1)
        let bytes = (0..<200_000).map { _ in UInt8.random(in: 0..<8, using: &random) }
        let file = gzip(bytes)
        #expect(try read(file, .gzip, limit: bytes.count, part: part) == bytes)
        #expect(throws: WebError.tooLarge(limit: bytes.count - 1)) {
            try read(file, .gzip, limit: bytes.count - 1, part: part)
        }
    }

    @Test func aLimitAtTheEdgeOfABufferHolds() throws {
        for count in [0, 1, 65_535, 65_536, 65_537, 131_072] {
            let bytes = [UInt8](repeating: 7, count: count)
            #expect(try read(gzip(bytes), .gzip, limit: count) == bytes)
            if count > 0 { #expect(throws: WebError.self) { try read(gzip(bytes), .gzip, limit: count - 1) } }
        }
    }

    @Test func halfAFileIsNoBody() throws {
        let file = gzip(Array("A file of some length, or so".utf8))
        for count in 0..<file.count {
            #expect(throws: WebError.malformedAnswer) { try read(Array(file[..<count]), .gzip, limit: 1_000) }
        }
    }

    @Test func noByteFollowsAFile() {
        #expect(throws: WebError.malformedAnswer) { try read(gzip([1, 2, 3]) + [0], .gzip, limit: 1_000) }
        #expect(throws: WebError.malformedAnswer) { try read(gzip([1, 2, 3]) + [0], .gzip, limit: 1_000, part: 1) }
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func brokenFilesAreRefused(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let bytes = (0..<3_000).map { _ in UInt8.random(in: 0..<20, using: &random) }
        let file = gzip(bytes)
        for _ in 0..<draws(2_000, long: 100_000) {
            var broken = file
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                broken[Int.random(in: 0..<broken.count, using: &random)] = UInt8.random(
                    in: 0 ... .max, using: &random)
            }
            // A few bytes of the head say nothing about the content.
            if let result = try? read(broken, .gzip, limit: 4_000, part: 500) { #expect(result == bytes) }
        }
    }

    /// An endless file of empty blocks: nothing comes out, and it is refused all the same.
    @Test func anEndlessFileOfNothingIsRefused() throws {
        var reader = try BodyReader(.gzip, limit: 1_000, length: nil)
        try [UInt8]([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]).withUnsafeBytes { try reader.add($0) }
        let blocks = (0..<1_000).flatMap { _ -> [UInt8] in [0, 0, 0, 0xFF, 0xFF] }
        var parts = 0
        var refusal: WebError?
        while parts < 1_000, refusal == nil {
            parts += 1
            do { try blocks.withUnsafeBytes { try reader.add($0) } } catch { refusal = error as? WebError }
        }
        _ = consume reader
        #expect(parts < 20 && refusal == .tooLarge(limit: 1_000))
    }

    @Test func aBombIsRefusedBeforeItBursts() throws {
        let bomb = gzip([UInt8](repeating: 0, count: 50_000_000))
        #expect(bomb.count < 100_000)
        #expect(throws: WebError.tooLarge(limit: 1_000)) { try read(bomb, .gzip, limit: 1_000) }
    }
}

func gzip(_ bytes: [UInt8]) -> [UInt8] {
    let bound = aviary_gzip_bound(bytes.count)
    return [UInt8](unsafeUninitializedCapacity: bound) { room, count in
        count = aviary_gzip(bytes, bytes.count, room.baseAddress, bound, 6)
    }
}
