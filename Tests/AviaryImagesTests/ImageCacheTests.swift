import AviaryImages
import AviaryTesting
import Foundation
import Testing

@testable import AviaryImages

struct ImageCacheTests {
    private func pipeline(_ cache: ImageCache) -> ImagePipeline {
        var configuration = ImagePipeline.Configuration()
        configuration.program =
            URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "ImageDesk").path
        configuration.cache = cache
        return ImagePipeline(configuration)
    }

    private func request(_ shade: UInt8) -> ImageRequest {
        ImageRequest(.bytes(Pictures.png(60, 30, red: shade, green: 0, blue: 0)), side: 20)
    }

    @Test func aPictureIsMadeOnceAlsoForTheNextStart() async throws {
        let scratch = try Scratch()
        let first = pipeline(try ImageCache(folder: scratch.path))
        let made = try await first.image(request(90))
        #expect(try await first.image(request(90)) == made)
        #expect(await first.counts == (1, 1))

        let cache = try ImageCache(folder: scratch.path)
        let second = pipeline(cache)
        #expect(try await second.image(request(90)) == made, "bytes, size, color and type")
        #expect(await second.counts == (0, 1))
        #expect(cache.path(for: request(90)).map { FileManager.default.contents(atPath: $0) } == Data(made.bytes))
    }

    @Test func aFileThatIsGoneOrCutIsMadeAnew() async throws {
        let scratch = try Scratch()
        let made = try await pipeline(try ImageCache(folder: scratch.path)).image(request(90))
        for damage in [Data(), nil] as [Data?] {
            let cache = try ImageCache(folder: scratch.path)
            let path = try #require(cache.path(for: request(90)))
            if let damage {
                try damage.write(to: URL(filePath: path))
            } else {
                try FileManager.default.removeItem(atPath: path)
            }
            let pipeline = pipeline(cache)
            #expect(try await pipeline.image(request(90)) == made)
            #expect(await pipeline.counts == (1, 0))
        }
    }

    @Test func aPictureOfKnownContentIsFoundWhereverItsFileIs() async throws {
        let scratch = try Scratch()
        let bytes = Pictures.png(60, 30, red: 90, green: 0, blue: 0)
        let content = ContentID(of: bytes)
        let old = try scratch.write(bytes, to: "old.png")
        let pipeline = pipeline(try ImageCache(folder: scratch.path + "/cache"))
        let made = try await pipeline.image(ImageRequest(.content(content, path: old), side: 20))
        #expect((made.width, made.height) == (20, 10))
        let new = scratch.path + "/new.png"
        #expect(try await pipeline.image(ImageRequest(.content(content, path: new), side: 20)) == made)
        #expect(await pipeline.counts == (1, 1))
        await #expect(throws: ImageError.self, "another size is made, of a file that is not there") {
            try await pipeline.image(ImageRequest(.content(content, path: new), side: 21))
        }
        await #expect(throws: ImageError.self, "other content is another picture") {
            try await pipeline.image(ImageRequest(.content(ContentID(of: []), path: new), side: 20))
        }
    }

    @Test func whatAnotherProgramMakesIsFound() async throws {
        let scratch = try Scratch()
        let cache = try ImageCache(folder: scratch.path)
        let other = pipeline(try ImageCache(folder: scratch.path))
        let made = try await other.image(request(90))
        let pipeline = pipeline(cache)
        #expect(try await pipeline.image(request(90)) == made)
        #expect(await pipeline.counts == (0, 1))
        #expect(cache.path(for: request(90)) != nil && cache.sizes.files == made.bytes.count)
    }

    @Test func aPictureThatIsRemovedIsNowhereAndIsMadeAnew() async throws {
        let scratch = try Scratch()
        let cache = try ImageCache(folder: scratch.path)
        let pipeline = pipeline(cache)
        let made = try await pipeline.image(request(90))
        let other = try await pipeline.image(request(91))
        await cache.remove(request(90))
        #expect(cache.path(for: request(90)) == nil && !cache.contains(request(90)))
        #expect(await cache.image(for: request(90)) == nil)
        #expect(cache.sizes.memory == other.bytes.count && cache.sizes.files == other.bytes.count)
        #expect(CachedFile.files(in: scratch.path).map(\.id) == [request(91).contentID])
        #expect(try await pipeline.image(request(90)) == made)
        #expect(await pipeline.counts == (3, 0))
    }

    @Test func theFileThatAnotherProgramMadeIsRemovedToo() async throws {
        let scratch = try Scratch()
        let cache = try ImageCache(folder: scratch.path)
        _ = try await pipeline(try ImageCache(folder: scratch.path)).image(request(90))
        await cache.remove(request(90))
        #expect(CachedFile.files(in: scratch.path).isEmpty)
    }

    /// Two thousand of three thousand, some of them another program's.
    @Test func manyPicturesAreRemovedWithOneLookIntoEachFolder() async throws {
        let scratch = try Scratch()
        let image = EncodedImage(
            bytes: [1, 2, 3], contentType: "image/jpeg", width: 9, height: 6, averageColor: "#c85028")
        let requests = (0..<3_000).map { ImageRequest(.file("\($0)"), side: 20) }
        func write(_ requests: some Sequence<ImageRequest>) throws {
            for request in requests {
                let path = "\(scratch.path)/\(CachedFile(image, request.contentID).name)"
                try FileManager.default.createDirectory(
                    atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
                try Data(image.bytes).write(to: URL(filePath: path))
            }
        }
        try write(requests[500...])
        let cache = try ImageCache(folder: scratch.path)
        try write(requests[..<500])
        #expect(cache.sizes.files == 2_500 * 3 && cache.listings == 0)

        await cache.remove(Array(requests[..<2_000]))
        #expect(cache.listings <= 256)
        #expect(Set(CachedFile.files(in: scratch.path).map(\.id)) == Set(requests[2_000...].map(\.contentID)))
        #expect(cache.sizes.files == 1_000 * 3)
        #expect(requests[2_000...].allSatisfy(cache.contains) && !requests[..<2_000].contains(where: cache.contains))

        let before = cache.listings
        await cache.remove([])
        await cache.remove(requests[2_000])
        #expect(cache.listings == before + 1 && CachedFile.files(in: scratch.path).count == 999)
    }

    @Test func aPictureThatIsRemovedWhileItIsMadeIsNotKept() async throws {
        let scratch = try Scratch()
        let cache = try ImageCache(folder: scratch.path)
        let image = EncodedImage(
            bytes: [1, 2, 3], contentType: "image/jpeg", width: 9, height: 6, averageColor: "#c85028")
        let begun = cache.removals
        await cache.remove(request(90))
        await cache.store(image, for: request(90), after: begun)
        #expect(await cache.image(for: request(90)) == nil)
        #expect(CachedFile.files(in: scratch.path).isEmpty)
        await cache.store(image, for: request(90), after: cache.removals)
        #expect(await cache.image(for: request(90)) == image)
        await cache.store(image, for: request(91), after: begun)
        #expect(await cache.image(for: request(91)) == image, "another one was removed")
        #expect(CachedFile.files(in: scratch.path).count == 2)
        // The cache no longer remembers removals that are so long ago.
        for number in 0..<1_100 { await cache.remove(ImageRequest(.file("\(number)"), side: 20)) }
        await cache.store(image, for: request(92), after: begun)
        #expect(await cache.image(for: request(92)) == nil)
        await cache.store(image, for: request(92), after: cache.removals)
        #expect(await cache.image(for: request(92)) == image)
    }

    @Test func anIncompletePictureStaysKnownAsSuch() async throws {
        let scratch = try Scratch()
        for (red, type) in zip([90, 91] as [UInt8], ["image/jpeg", "image/webp"]) {
            let image = EncodedImage(
                bytes: [1, 2, 3], contentType: type, width: 9, height: 6, averageColor: "#c85028", isIncomplete: true)
            let cache = try ImageCache(folder: scratch.path)
            await cache.store(image, for: request(red), after: cache.removals)
            #expect(await cache.image(for: request(red)) == image)
            #expect(await (try ImageCache(folder: scratch.path)).image(for: request(red)) == image)
        }
    }

    @Test func aCacheThatMayNotWriteReadsAndRemembers() async throws {
        let scratch = try Scratch()
        let made = try await pipeline(try ImageCache(folder: scratch.path)).image(request(90))
        let files = CachedFile.files(in: scratch.path).count
        let pipeline = pipeline(try ImageCache(folder: scratch.path, files: 1, isReadOnly: true))
        #expect(try await pipeline.image(request(90)) == made)
        _ = try await pipeline.image(request(91))
        _ = try await pipeline.image(request(91))
        #expect(await pipeline.counts == (1, 2))
        #expect(CachedFile.files(in: scratch.path).count == files)
        _ = try ImageCache(folder: scratch.path + "/nowhere", isReadOnly: true)
        #expect(!FileManager.default.fileExists(atPath: scratch.path + "/nowhere"))
    }

    @Test func filesAreBoundedAndTheOldestGoFirst() async throws {
        let scratch = try Scratch()
        let size = try await pipeline(try ImageCache(folder: scratch.path)).image(request(0)).bytes.count
        let limit = size * 6
        let cache = try ImageCache(folder: scratch.path, memory: 0, files: limit)
        let pipeline = pipeline(cache)
        for shade in UInt8(1)...20 {
            _ = try await pipeline.image(request(shade))
            _ = cache.path(for: request(1))
            #expect(cache.sizes.files <= limit && cache.sizes.memory == 0)
        }
        #expect(cache.path(for: request(1)) != nil, "it was used all the time")
        #expect(cache.path(for: request(2)) == nil)
        #expect(
            CachedFile.files(in: scratch.path).reduce(0) { $0 + $1.file.size } == cache.sizes.files, "files are removed"
        )
    }

    /// Against a list in the order of use.
    @Test(arguments: UInt64(1)...4)
    func whatWasUsedLastStays(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var kept = LeastRecentlyUsed<Int, String>(limit: 100)
        var model: [(key: Int, value: String, cost: Int)] = []
        for step in 0..<3_000 {
            let key = Int.random(in: 0..<30, using: &generator)
            switch Int.random(in: 0..<3, using: &generator) {
            case 0:
                let index = model.firstIndex { $0.key == key }
                #expect(kept.use(key) == index.map { model[$0].value })
                if let index { model.append(model.remove(at: index)) }
            case 1:
                #expect(kept.remove(key) == model.first { $0.key == key }?.value)
                model.removeAll { $0.key == key }
            default:
                let cost = Int.random(in: 0...120, using: &generator)
                let gone = kept.insert("\(step)", for: key, cost: cost)
                guard cost <= 100 else {
                    #expect(gone.map(\.key) == [key])
                    continue
                }
                model.removeAll { $0.key == key }
                model.append((key, "\(step)", cost))
                var out: [Int] = []
                if model.reduce(0, { $0 + $1.cost }) > 100 {
                    while model.reduce(0, { $0 + $1.cost }) > 90 { out.append(model.removeFirst().key) }
                }
                #expect(gone.map(\.key) == out)
            }
            #expect(kept.count == model.count && kept.cost == model.reduce(0) { $0 + $1.cost })
        }
    }
}
