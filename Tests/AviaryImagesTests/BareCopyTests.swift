import AviaryImages
import Foundation
import Testing

/// Files without what cameras write into them.
struct BareCopyTests {
    private let pipeline: ImagePipeline

    init() {
        var configuration = ImagePipeline.Configuration()
        configuration.program =
            URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "ImageDesk").path
        pipeline = ImagePipeline(configuration)
    }

    private func copy(_ bytes: [UInt8]) throws -> [UInt8]? {
        let scratch = try Scratch()
        let path = try scratch.write(bytes, to: "picture")
        return try BareCopy(ofFileAt: path)?.parts.flatMap { part in
            switch part {
            case .bytes(let bytes): bytes
            case .range(let range): Array(bytes[Int(range.lowerBound)..<Int(range.upperBound)])
            }
        }
    }

    private func jpeg(side: Int = 80) async throws -> [UInt8] {
        let png = Pictures.png(80, 40) { x, y in [UInt8(x * 3), UInt8(y * 6), 60] }
        return try await pipeline.image(ImageRequest(.bytes(png), side: side, format: .jpeg)).bytes
    }

    @Test func aPhotographKeepsItsPixelsAndWhichSideIsUpAndNothingElse() async throws {
        let plain = try await jpeg()
        #expect(try copy(plain) == plain, "where there is nothing to hide, nothing changes")
        var source = Pictures.withEXIF(plain, orientation: 6, model: "Finch")
        // A comment, XMP, and a film behind the picture.
        let secret = Array("secret place".utf8)
        source.insert(contentsOf: [0xff, 0xfe, 0, UInt8(secret.count + 2)] + secret, at: 2)
        let xmp = Array("http://ns.adobe.com/xap/1.0/".utf8) + [0] + secret
        source.insert(contentsOf: [0xff, 0xe1, 0, UInt8(xmp.count + 2)] + xmp, at: 2)
        source += Array("ftypmp42 secret film".utf8)
        let bare = try #require(try copy(source))
        #expect(!String(decoding: bare, as: UTF8.self).contains("secret"))
        let facts = try await pipeline.facts(of: .bytes(bare))
        #expect(facts.exif["Model"] == nil && (facts.width, facts.height) == (40, 80))
        let (one, other) = (ImageRequest(.bytes(bare), side: 80), ImageRequest(.bytes(source), side: 80))
        #expect(try await pipeline.image(one) == pipeline.image(other))
        #expect(try copy(bare) == bare, "a copy of a copy is the same")
    }

    @Test func aPNGKeepsWhatMakesItsPixels() async throws {
        var source = Pictures.png(30, 20, alpha: true) { x, _ in [9, 8, 7, UInt8(x * 8)] }
        let plain = source
        #expect(try copy(plain) == plain)
        source.insert(contentsOf: Pictures.chunk("tEXt", Array("Comment\u{0}secret place".utf8)), at: 33)
        source += Array("secret behind".utf8)
        #expect(try copy(source) == plain)
    }

    @Test func aWebPLosesItsEXIF() async throws {
        let source = Pictures.withEXIF(try await jpeg(), orientation: 1, model: "Finch")
        let webp = try await pipeline.image(
            ImageRequest(.bytes(source), side: 80, format: .webp, keepsMetadata: true)
        ).bytes
        #expect(try await pipeline.facts(of: .bytes(webp)).exif["Model"] == "Finch")
        let bare = try #require(try copy(webp))
        #expect(try await pipeline.facts(of: .bytes(bare)).exif["Model"] == nil)
        let (one, other) = (ImageRequest(.bytes(bare), side: 80), ImageRequest(.bytes(webp), side: 80))
        #expect(try await pipeline.image(one) == pipeline.image(other))
        #expect(try bare.count < webp.count && copy(bare) == bare)
    }

    /// The TIFF of `Pictures.withEXIF`: orientation and a camera.
    private func tiff(_ orientation: UInt16) async throws -> [UInt8] {
        let plain = try await jpeg()
        let source = Pictures.withEXIF(plain, orientation: orientation, model: "Finch")
        // The new bytes are between the start marker and the old content. They begin with marker, length, "Exif" and
        // two zeros.
        return Array(source[12..<(12 + source.count - plain.count - 10)])
    }

    @Test(arguments: [UInt16(1), 3, 6, 8]) func aPNGKeepsWhichSideIsUp(orientation: UInt16) async throws {
        let plain = Pictures.png(30, 20) { x, y in [UInt8(x * 8), UInt8(y * 12), 60] }
        var source = plain
        source.insert(contentsOf: Pictures.chunk("eXIf", try await tiff(orientation)), at: 33)
        let bare = try #require(try copy(source))
        #expect(!String(decoding: bare, as: UTF8.self).contains("Finch"))
        #expect(try copy(bare) == bare && (orientation == 1) == (bare == plain))
        let (one, other) = (ImageRequest(.bytes(bare), side: 80), ImageRequest(.bytes(source), side: 80))
        #expect(try await pipeline.image(one) == pipeline.image(other))
        #expect(try await pipeline.image(one).width == (orientation < 5 ? 30 : 20))
    }

    @Test(arguments: [[], Array("Exif\u{0}\u{0}".utf8)] as [[UInt8]])
    func aWebPKeepsWhichSideIsUp(prefix: [UInt8]) async throws {
        let request = ImageRequest(
            .bytes(Pictures.withEXIF(try await jpeg(), orientation: 1, model: "Finch")), side: 80, format: .webp,
            keepsMetadata: true)
        var source = try await pipeline.image(request).bytes
        // Its chunk of EXIF gives way to another one.
        let name = Array("EXIF".utf8)
        let at = try #require((12..<source.count - 4).last { Array(source[$0..<$0 + 4]) == name })
        let exif = prefix + (try await tiff(6))
        source.removeSubrange(at...)
        source += name + [UInt8(exif.count), 0, 0, 0] + exif + (exif.count % 2 == 0 ? [] : [0])
        let size = source.count - 8
        source.replaceSubrange(4..<8, with: (0..<4).map { UInt8(truncatingIfNeeded: size >> ($0 * 8)) })
        let bare = try #require(try copy(source))
        #expect(!String(decoding: bare, as: UTF8.self).contains("Finch"))
        #expect(try copy(bare) == bare)
        // Browsers ignore it, and so does the pipeline, but other programs turn the picture.
        let facts = try await pipeline.facts(of: .bytes(bare))
        #expect((facts.width, facts.height) == (80, 40))
        #expect(facts.exif["Orientation"]?.hasPrefix("6") == true, "\(facts.exif)")
    }

    @Test func aGIFLosesItsComments() throws {
        let head: [UInt8] = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 255]
        let film = [0x21, 0xff, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
        let comment = [0x21, 0xfe, 6] + Array("secret".utf8) + [0]
        let picture: [UInt8] = [0x21, 0xf9, 4, 0, 10, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3b]
        #expect(try copy(head + film + comment + picture + Array("behind".utf8)) == head + film + picture)
    }

    /// Files cut off anywhere, and with any byte another: a copy, or none; never a fault, and never a secret.
    @Test func brokenFilesAreNoCopiesOrHarmlessOnes() async throws {
        let plain = try await jpeg(side: 16)
        let source = Pictures.withEXIF(plain, orientation: 6, model: "Finch")
        for end in 0..<source.count { _ = try copy(Array(source[..<end])) }
        for index in source.indices.prefix(900) {
            for value in [0, 0xff, source[index] ^ 1] as [UInt8] {
                var broken = source
                broken[index] = value
                _ = try copy(broken)
            }
        }
        #expect(try copy(Array(source[..<(source.count - 2)])) == nil, "without its end it is broken")
        for bytes in [[], [0xff, 0xd8], Array("RIFF\u{4}\u{0}\u{0}\u{0}WEBP".utf8), Array("GIF89a".utf8)] as [[UInt8]] {
            #expect(try copy(bytes) == nil)
        }
        #expect(throws: ImageError.self) { try BareCopy(ofFileAt: "/nowhere/at/all") }
    }
}
