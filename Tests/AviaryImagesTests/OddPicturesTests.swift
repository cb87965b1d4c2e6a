import AviaryImages
import AviaryTesting
import Foundation
import Testing

/// Pictures as scanners, old programs and broken disks write them: what browsers show is shown.
struct OddPicturesTests {
    private let pipeline: ImagePipeline = {
        var configuration = ImagePipeline.Configuration()
        configuration.program =
            URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "ImageDesk").path
        return ImagePipeline(configuration)
    }()

    private func pixels(_ bytes: [UInt8], side: Int = 1_000) async throws -> EncodedImage {
        try await pipeline.image(ImageRequest(.bytes(bytes), side: side, format: .pixels))
    }

    private func color(of bytes: [UInt8]) async throws -> [UInt8] { Array(try await pixels(bytes).bytes.prefix(3)) }

    private func isNear(_ one: [UInt8], _ other: [UInt8], within tolerance: Int = 2) -> Bool {
        zip(one, other).allSatisfy { abs(Int($0) - Int($1)) <= tolerance }
    }

    /// A colorful JPEG.
    private func jpeg(_ width: Int, _ height: Int) async throws -> [UInt8] {
        let png = Pictures.png(width, height) { x, y in
            [UInt8(x * 255 / width), UInt8(y * 255 / height), UInt8(x * y % 97)]
        }
        return try await pipeline.image(ImageRequest(.bytes(png), side: 1_000, format: .jpeg, quality: 95)).bytes
    }

    @Test func aGreyPictureTakesTheProfileOfItsScanner() async throws {
        let grey = Pictures.greyJPEG
        #expect(isNear(try await color(of: grey), [64, 64, 64]))
        // A quarter of the light is 137 in sRGB.
        for space in ["RGB ", "GRAY"] {
            let shown = try await color(of: Pictures.withProfile(grey, Pictures.profile(space)))
            #expect(isNear(shown, [137, 137, 137]), "\(space) \(shown)")
        }
    }

    @Test func aProfileThatDoesNotFitOrIsBrokenIsIgnored() async throws {
        let (grey, colorful) = (Pictures.greyJPEG, try await jpeg(40, 30))
        let fine = Pictures.profile("RGB ")
        var otherSignature = fine, otherSpace = fine, noTags = fine
        otherSignature[36] = 0x20
        otherSpace.replaceSubrange(16..<20, with: Array("Lab ".utf8))
        noTags.replaceSubrange(128..<132, with: [0, 0, 0, 0])
        var broken = [[1, 2, 3], [UInt8](repeating: 0, count: 128), otherSignature, otherSpace, noTags]
        broken += [1, 127, 128, 129, 131, 140, 200].map { Array(fine.prefix($0)) }
        let (plainGrey, plain) = (try await color(of: grey), try await pixels(colorful).bytes)
        for (number, profile) in broken.enumerated() {
            #expect(isNear(try await color(of: Pictures.withProfile(grey, profile)), plainGrey), "\(number)")
            #expect(isNear(try await pixels(Pictures.withProfile(colorful, profile)).bytes, plain), "\(number)")
        }
        let wrong = Pictures.withProfile(colorful, Pictures.profile("GRAY"))
        #expect(isNear(try await pixels(wrong).bytes, plain))
        let fitting = try await pixels(Pictures.withProfile(colorful, fine)).bytes
        #expect(!isNear(fitting, plain, within: 20), "one that fits is not ignored")
    }

    @Test(arguments: [0, 1, 2, 3, 40]) func aProfileOfAnyBytesEndsNoWorker(seed: UInt64) async throws {
        var state = seed &+ 1
        var profile = Pictures.profile("RGB ")
        for _ in 0..<40 {
            for _ in 0..<4 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                profile[Int(state >> 33) % profile.count] = UInt8(truncatingIfNeeded: state >> 20)
            }
            #expect(try await pixels(Pictures.withProfile(Pictures.greyJPEG, profile)).width == 8)
        }
    }

    @Test(arguments: [0, 1, 5, 10, 20, 30]) func aJPEGWithoutItsEndIsShownAsFarAsItGoes(percent: Int) async throws {
        let whole = try await jpeg(400, 300)
        let expected = try await pixels(whole)
        let cut = Array(whole.prefix(percent == 0 ? whole.count - 2 : whole.count * (100 - percent) / 100))
        let shown = try await pixels(cut)
        #expect(shown.width == 400 && shown.height == 300)
        #expect(shown.isIncomplete && !expected.isIncomplete)
        let rows = percent == 0 ? 300 : 300 * (90 - percent) / 100
        #expect(isNear(Array(shown.bytes.prefix(rows * 1_200)), Array(expected.bytes.prefix(rows * 1_200))))
        #expect(try await pixels(cut, side: 50).width == 50)
    }

    @Test func theMissingEndOfAJPEGIsWhite() async throws {
        let whole = try await jpeg(400, 300)
        let shown = try await pixels(Array(whole.prefix(whole.count / 2)))
        #expect(shown.bytes.suffix(1_200 * 60).allSatisfy { $0 == 255 })
        #expect(shown.bytes.prefix(1_200 * 60).contains { $0 < 100 })
    }

    @Test func aJPEGOfWhichHardlyAnythingIsThereIsRefused() async throws {
        let whole = try await jpeg(400, 300)
        let header = try #require(whole.firstRange(of: [0xff, 0xda])).lowerBound
        for count in [0, 100, header, header + 20] {
            await #expect(throws: ImageError.self, "\(count)") { try await pixels(Array(whole.prefix(count))) }
        }
    }

    @Test(arguments: [false, true]) func aPNGWithoutItsEndIsShownAsFarAsItGoes(hasAlpha: Bool) async throws {
        let whole = Pictures.png(200, 200, alpha: hasAlpha) { x, y in
            [UInt8(x), UInt8(y), 90] + (hasAlpha ? [255] : [])
        }
        let expected = try await pixels(whole)
        // A row has 601 or 801 bytes, so the last 31 or 24 rows are missing.
        let shown = try await pixels(whole.dropLast(19_000))
        #expect(shown.isIncomplete && !expected.isIncomplete)
        #expect(shown.bytes.prefix(600 * 168) == expected.bytes.prefix(600 * 168))
        #expect(shown.bytes.suffix(600 * 23).allSatisfy { $0 == 255 })
        #expect(try await pixels(whole.dropLast(19_000), side: 50).width == 50)
        await #expect(throws: ImageError.self) { try await pixels(Array(whole.prefix(60))) }
    }

    @Test func aPNGWithAFaultInItsDataIsShownUpToIt() async throws {
        let whole = Pictures.png(100, 100) { x, y in [UInt8(x), UInt8(y), 90] }
        let expected = try await pixels(whole)
        // A wrong checksum alone, and a filter that there is not, in row 60.
        var checksum = whole, filter = whole
        checksum[whole.count - 14] ^= 1
        filter[48 + 60 * 301] = 9
        #expect(try await pixels(checksum).bytes == expected.bytes)
        let shown = try await pixels(filter)
        #expect(shown.isIncomplete && shown.bytes.prefix(300 * 60) == expected.bytes.prefix(300 * 60))
        #expect(shown.bytes.suffix(300 * 40).allSatisfy { $0 == 255 })
    }

    @Test(arguments: 0..<UInt64(draws(20, long: 5_000))) func aPNGWithAnyFaultEndsNoWorker(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        var png = Pictures.png(40, 30, alpha: seed % 2 == 0) { x, y in
            [UInt8(x), UInt8(y), 90] + (seed % 2 == 0 ? [128] : [])
        }
        for _ in 0...Int.random(in: 0..<4, using: &random) {
            png[Int.random(in: 0..<png.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        if Bool.random(using: &random) { png.removeLast(Int.random(in: 0..<png.count, using: &random)) }
        do {
            let shown = try await pixels(png)
            #expect(shown.bytes.count == shown.width * shown.height * 3)
        } catch {
            guard case .notAPicture = error as? ImageError else {
                if case .tooLarge = error as? ImageError { return }
                throw error
            }
        }
    }

    @Test(arguments: [1, 2, 20, 120, 250]) func aGIFWithoutItsEndIsShownAsFarAsItGoes(missing: Int) async throws {
        let whole = try #require(Data(base64Encoded: Pictures.gif).map(Array.init))
        let (expected, shown) = (try await pixels(whole), try await pixels(whole.dropLast(missing)))
        #expect(!expected.isIncomplete && shown.bytes.count == expected.bytes.count)
        // The last two bytes close the data and the file.
        let rows = (0..<32).prefix { row in
            let bytes = (96 * row)..<(96 * row + 96)
            return shown.bytes[bytes] == expected.bytes[bytes]
        }
        #expect(missing <= 2 ? rows.count == 32 : (1..<32).contains(rows.count) && shown.isIncomplete)
        #expect(shown.bytes.dropFirst(96 * (rows.count + 1)).allSatisfy { $0 == 255 })
    }

    @Test func aGIFWithoutAFrameIsRefused() async throws {
        let whole = try #require(Data(base64Encoded: Pictures.gif).map(Array.init))
        for count in [6, 13, 20, 30, 36] {
            await #expect(throws: ImageError.self, "\(count)") { try await pixels(Array(whole.prefix(count))) }
        }
    }

    @Test func anAnimatedPNGShowsItsFirstFrame() async throws {
        let (other, frame) = (
            Pictures.png(9, 9, red: 200, green: 0, blue: 0), Pictures.png(9, 9, red: 0, green: 100, blue: 0)
        )
        func big(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }
        // The data of a PNG of these tests are the second chunk.
        let data = Array(frame[41..<(frame.count - 16)])
        let control = Pictures.chunk("fcTL", [0, 9, 9, 0, 0].flatMap(big) + [0, 1, 0, 10, 0, 0])
        let animation = Pictures.chunk("acTL", big(1) + big(0))
        let (head, picture, end) = (other[..<33], other[33..<(other.count - 12)], other.suffix(12))
        let animated: [ArraySlice<UInt8>] = [
            head, animation[...], picture, control[...], Pictures.chunk("fdAT", big(1) + data)[...], end,
        ]
        #expect(try await color(of: Array(animated.joined())) == [0, 100, 0])
        // The first frame is the picture itself if its control stands before it.
        let plain: [ArraySlice<UInt8>] = [head, animation[...], control[...], picture, end]
        #expect(try await color(of: Array(plain.joined())) == [200, 0, 0])
    }

    @Test func inksWithoutAProfileAreMixedAsInBrowsers() async throws {
        let inks = try #require(Data(base64Encoded: Pictures.inks).map(Array.init))
        #expect(isNear(try await color(of: inks), [42, 164, 126]))
    }

    @Test func theOrientationOfAWebPIsIgnoredAsInBrowsers() async throws {
        let webp = try #require(Data(base64Encoded: Pictures.turnedWebP).map(Array.init))
        let (shown, facts) = (try await pixels(webp), try await pipeline.facts(of: .bytes(webp)))
        #expect(shown.width == 16 && shown.height == 8 && facts.width == 16 && facts.height == 8)
    }

    @Test func aSmallDrawingIsShownExactly() async throws {
        let drawing = Pictures.png(33, 20) { x, y in (x + y) % 2 == 0 ? [255, 0, 0] : [0, 0, 255] }
        let expected = try await pixels(drawing).bytes
        let image = try await pipeline.image(ImageRequest(.bytes(drawing), side: 40))
        #expect(image.contentType == "image/webp")
        #expect(try await pixels(image.bytes).bytes == expected)
        // One that is made smaller is a JPEG.
        #expect(try await pipeline.image(ImageRequest(.bytes(drawing), side: 20)).contentType == "image/jpeg")
    }

    @Test(arguments: [(100_000, 137), (45_455, 64), (55_556, 83), (0, 64), (4_294_967_295, 64)])
    func thePNGsGammaIsThatOfItsProgram(gamma: UInt32, value: UInt8) async throws {
        for hasAlpha in [false, true] {
            let plain = Pictures.png(9, 9, alpha: hasAlpha) { _, _ in [64, 64, 64] + (hasAlpha ? [255] : []) }
            let chunk = Pictures.chunk("gAMA", withUnsafeBytes(of: gamma.bigEndian, Array.init))
            let shown = try await color(of: Pictures.with(chunk, in: plain))
            #expect(isNear(shown, [value, value, value], within: 3), "\(shown)")
            let overruled = Pictures.with(Pictures.chunk("sRGB", [0]) + chunk, in: plain)
            #expect(try await color(of: overruled) == [64, 64, 64])
        }
    }

    @Test func theTimesOfXMPAreReadBestFirst() async throws {
        for (xmp, times) in [
            (
                "<a xmp:CreateDate=\"2024-05-17T18:03:09+02:00\" exif:DateTimeOriginal = '2024-05-16'/>",
                ["2024-05-16", "2024-05-17T18:03:09+02:00"]
            ),
            ("<photoshop:DateCreated>\n2024-05-17</photoshop:DateCreated><xmp:CreateDate/>", ["2024-05-17", ""]),
            ("nothing", []), ("xmp:CreateDate", [""]),
            (
                "xmp:CreateDate=\"" + String(repeating: "9", count: 9_000),
                [String(repeating: "9", count: 40)]
            ),
        ] {
            let facts = try await pipeline.facts(of: .bytes(Pictures.withXMP(Pictures.greyJPEG, xmp)))
            #expect(facts.xmpTimes.map { $0.hasPrefix("/") ? "" : $0 } == times)
        }
    }
}
