import AviaryImages
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

    @Test func aJPEGOfWhichHardlyAnythingIsThereIsRefused() async throws {
        let whole = try await jpeg(400, 300)
        for percent in [0, 5, 20, 40] {
            await #expect(throws: ImageError.self, "\(percent)") {
                try await pixels(Array(whole.prefix(whole.count * percent / 100)))
            }
        }
    }

    @Test func aPNGWithoutItsEndIsRefused() async throws {
        // libpng leaves in missing rows whatever the memory held before.
        let whole = Pictures.png(200, 200) { x, y in [UInt8(x), UInt8(y), 90] }
        await #expect(throws: ImageError.self) { try await pixels(whole.dropLast(20_000)) }
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
