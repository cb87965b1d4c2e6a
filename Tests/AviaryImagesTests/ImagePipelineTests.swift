import AviaryImages
import AviaryTesting
import Foundation
import Testing

struct ImagePipelineTests {
    private static var configuration: ImagePipeline.Configuration {
        var configuration = ImagePipeline.Configuration()
        configuration.program =
            URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "ImageDesk").path
        return configuration
    }

    private func pipeline(_ change: (inout ImagePipeline.Configuration) -> Void = { _ in }) -> ImagePipeline {
        var configuration = Self.configuration
        change(&configuration)
        return ImagePipeline(configuration)
    }

    @Test func workersThatHaveNothingToDoEnd() async throws {
        let clock = ManualClock()
        var configuration = Self.configuration
        configuration.idleTime = .seconds(60)
        let pipeline = ImagePipeline(configuration, clock: clock)
        let source = Pictures.png(30, 20, red: 1, green: 2, blue: 3)
        for side in 5..<8 {
            _ = try await pipeline.image(ImageRequest(.bytes(source), side: side))
            await clock.waitForSleepers(1)
            clock.advance(by: .seconds(59))
            #expect(await pipeline.idleWorkers == 1)
        }
        clock.advance(by: .seconds(1))
        while await pipeline.idleWorkers > 0 { await Task.yield() }
        let image = try await pipeline.image(ImageRequest(.bytes(source), side: 9))
        #expect(image.width == 9, "another worker has made it")
    }

    @Test func aWorkerEndsAfterItsLastPicture() async throws {
        let pipeline = pipeline { $0.picturesPerWorker = 1 }
        let source = Pictures.png(30, 20, red: 1, green: 2, blue: 3)
        for side in 5..<8 {
            #expect(try await pipeline.image(ImageRequest(.bytes(source), side: side)).width == side)
            #expect(await pipeline.idleWorkers == 0)
        }
    }

    // MARK: Pictures

    @Test func aPictureIsMadeSmallerAndNeverLarger() async throws {
        let pipeline = pipeline()
        let source = Pictures.png(300, 200, red: 200, green: 100, blue: 50)
        let small = try await pipeline.image(ImageRequest(.bytes(source), side: 60))
        #expect((small.width, small.height) == (60, 40))
        #expect(small.contentType == "image/jpeg" && small.bytes.starts(with: [0xff, 0xd8]))
        #expect(small.averageColor == "#c86432")
        let whole = try await pipeline.image(ImageRequest(.bytes(source), side: 4_000))
        #expect((whole.width, whole.height) == (300, 200))
    }

    /// The decoder reads a JPEG at a half, a quarter or an eighth of its size. The result is then shrunk to the
    /// requested size.
    @Test(arguments: [60, 64, 70, 130, 140, 260, 280, 530, 560, 801])
    func aJPEGHasItsShapeAndColorAtEverySize(side: Int) async throws {
        let pipeline = pipeline()
        let stripes = Pictures.png(801, 601) { x, y in [UInt8(x / 9 % 2 * 255), UInt8(y / 3), 40] }
        let source = try await pipeline.image(ImageRequest(.bytes(stripes), side: 801, format: .jpeg))
        #expect((source.width, source.height) == (801, 601))
        let small = try await pipeline.image(ImageRequest(.bytes(source.bytes), side: side))
        #expect(small.width == side && abs(small.height - Int((Double(side) * 601 / 801).rounded())) <= 1)
        // Half of the columns are red, and green goes from 0 to 200.
        let color = Int(small.averageColor.dropFirst(), radix: 16) ?? 0
        for (part, mean) in zip([color >> 16, color >> 8 & 255, color & 255], [127, 100, 40]) {
            #expect(abs(part - mean) <= 3, "\(small.averageColor)")
        }
    }

    @Test func aPictureWithTransparentPartsKeepsThem() async throws {
        let pipeline = pipeline()
        let source = Pictures.png(40, 40, alpha: true) { x, _ in [255, 0, 0, x < 20 ? 0 : 255] }
        let image = try await pipeline.image(ImageRequest(.bytes(source), side: 40))
        #expect(image.contentType == "image/webp" && Array(image.bytes[8..<12]) == Array("WEBP".utf8))
        let flat = try await pipeline.image(ImageRequest(.bytes(source), side: 40, format: .jpeg))
        #expect(flat.contentType == "image/jpeg" && flat.averageColor == "#ff8080", "on white")
    }

    @Test func thePixelsOfAPictureAreReadInLinesFromTheTop() async throws {
        let pipeline = pipeline()
        let source = Pictures.png(6, 4, alpha: true) { x, y in [UInt8(x * 40), UInt8(y * 60), 7, y == 3 ? 0 : 255] }
        let pixels = try await pipeline.image(ImageRequest(.bytes(source), side: 100, format: .pixels))
        #expect((pixels.width, pixels.height) == (6, 4) && pixels.contentType == "application/octet-stream")
        var lines: [UInt8] = []
        for y in 0..<4 {
            for x in 0..<6 { lines += y == 3 ? [255, 255, 255] : [UInt8(x * 40), UInt8(y * 60), 7] }
        }
        #expect(pixels.bytes == lines)
        let small = Pictures.png(300, 200, red: 200, green: 100, blue: 50)
        let few = try await pipeline.image(ImageRequest(.bytes(small), side: 60, format: .pixels))
        #expect(few.bytes.count == 60 * 40 * 3 && few.bytes.prefix(3) == [200, 100, 50])
        await #expect(throws: ImageError.self) {
            try await pipeline.image(ImageRequest(.bytes(Array("no picture".utf8)), side: 60, format: .pixels))
        }
    }

    @Test(arguments: [ImageRequest.Format.jpeg, .webp])
    func aPhotographIsTurnedAsItWasHeldAndSaysNothingOfItsCamera(format: ImageRequest.Format) async throws {
        let pipeline = pipeline()
        let jpeg = try await pipeline.image(
            ImageRequest(.bytes(Pictures.png(80, 40, red: 9, green: 9, blue: 9)), side: 80, format: .jpeg))
        let source = Pictures.withEXIF(jpeg.bytes, orientation: 6, model: "Finch (II)")
        let facts = try await pipeline.facts(of: .bytes(source))
        #expect(facts.kind == .jpeg && (facts.width, facts.height) == (40, 80) && !facts.hasAlpha)
        #expect(facts.exif["Model"] == "Finch (II)")

        let bare = try await pipeline.image(ImageRequest(.bytes(source), side: 20, format: format))
        #expect((bare.width, bare.height) == (10, 20))
        #expect(try await pipeline.facts(of: .bytes(bare.bytes)).exif["Model"] == nil)
        #expect(!String(decoding: bare.bytes, as: UTF8.self).contains("Finch"))
        let whole = try await pipeline.image(
            ImageRequest(.bytes(source), side: 20, format: format, keepsMetadata: true))
        #expect(try await pipeline.facts(of: .bytes(whole.bytes)).exif["Model"] == "Finch (II)")
        #expect((whole.width, whole.height) == (10, 20))
    }

    // MARK: What is no picture

    @Test func whatIsNoPictureIsRefusedWithAReason() async throws {
        let scratch = try Scratch()
        let pipeline = pipeline()
        let whole = Pictures.png(200, 200) { x, y in [UInt8(x), UInt8(y), 0] }
        let files: [(String, [UInt8])] = [
            ("empty.jpg", []), ("words.png", Array("no picture at all".utf8)), ("header.png", Array(whole[..<60])),
            ("drawing.svg", Array("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>".utf8)),
        ]
        for (name, bytes) in files {
            let path = try scratch.write(bytes, to: name)
            await #expect {
                try await pipeline.image(ImageRequest(.file(path), side: 50))
            } throws: { error in
                if case .notAPicture(let reason) = error as? ImageError { !reason.isEmpty } else { false }
            }
        }
        await #expect(throws: ImageError.unreadable(reason: "No such file or directory")) {
            try await pipeline.facts(of: .file(scratch.path + "/missing.jpg"))
        }
        let pipe = scratch.path + "/pipe.jpg"
        #expect(mkfifo(pipe, 0o600) == 0)
        await #expect(throws: ImageError.unreadable(reason: "it is no file")) {
            try await pipeline.image(ImageRequest(.file(pipe), side: 50))
        }
        let small = try await pipeline.image(ImageRequest(.bytes(whole), side: 50))
        #expect(small.width == 50, "the worker goes on")
    }

    @Test func aPictureThatSaysItIsTooLargeIsNotDecoded() async throws {
        let pipeline = pipeline()
        await #expect(throws: ImageError.tooLarge(pixels: 2_500_000_000, limit: 256_000_000)) {
            try await pipeline.image(ImageRequest(.bytes(Pictures.pngHeader(50_000, 50_000)), side: 50))
        }
    }

    @Test func aPictureThatNeedsTooMuchMemoryEndsItsWorkerAndNothingElse() async throws {
        let pipeline = pipeline { $0.workerMemory = 100 << 20 }
        let large = Pictures.png(5_000, 4_000, red: 1, green: 2, blue: 3)
        await #expect {
            try await pipeline.image(ImageRequest(.bytes(large), side: 5_000, format: .webp))
        } throws: {
            // Some decoders say so, others end their process.
            [.tooMuchMemory, .endedTheWorker].contains($0 as? ImageError)
        }
        let small = try await pipeline.image(
            ImageRequest(.bytes(Pictures.png(9, 9, red: 1, green: 2, blue: 3)), side: 9))
        #expect(small.width == 9)
    }

    @Test func aPictureThatTakesTooLongEndsItsWorkerAndNothingElse() async throws {
        let picture = Pictures.png(2_000, 2_000, red: 1, green: 2, blue: 3)
        let hasty = pipeline { $0.factsDeadline = .zero }
        await #expect(throws: ImageError.tookTooLong) { try await hasty.facts(of: .bytes(picture)) }
        let slow = pipeline { $0.deadline = .zero }
        await #expect(throws: ImageError.tookTooLong) {
            try await slow.image(ImageRequest(.bytes(picture), side: 9))
        }
    }

    @Test func aProgramThatCannotBeStartedIsAnError() async throws {
        let pipeline = pipeline { $0.program = "/nowhere/at/all" }
        await #expect(throws: ImageError.noWorker(reason: "No such file or directory")) {
            try await pipeline.facts(of: .bytes([1]))
        }
        // A program that is no worker answers nothing.
        let other = self.pipeline { $0.program = "/bin/true" }
        await #expect(throws: ImageError.endedTheWorker) { try await other.facts(of: .bytes([1])) }
    }

    // MARK: The queue

    @Test func equalRequestsAreServedByOnePicture() async throws {
        let pipeline = pipeline()
        let request = ImageRequest(.bytes(Pictures.png(600, 600, red: 1, green: 2, blue: 3)), side: 50)
        let images = try await withThrowingTaskGroup(of: EncodedImage.self) { group in
            for _ in 0..<20 { group.addTask { try await pipeline.image(request) } }
            return try await group.reduce(into: Set<EncodedImage>()) { $0.insert($1) }
        }
        #expect(images.count == 1)
        #expect(await pipeline.counts.decoded == 1)
    }

    @Test func whatIsInViewGoesFirstAndWhatNobodyWaitsForIsNotBegun() async throws {
        let loader = Loader()
        let pipeline = pipeline {
            $0.workers = 1
            $0.loads = 1
            $0.loader = loader
        }
        func request(_ name: String) -> ImageRequest { ImageRequest(.url(URL(filePath: "/\(name)")), side: 9) }
        let first = Task { try await pipeline.image(request("first")) }
        await loader.waitUntilAsked(for: "first")
        var waiting: [Task<EncodedImage, any Error>] = []
        for (name, priority) in [
            ("background", ImageRequest.Priority.background), ("prefetch", .prefetch), ("gone", .visible),
            ("visible", .visible), ("raised", .background),
        ] {
            waiting.append(Task { try await pipeline.image(request(name), priority: priority) })
            await pipeline.waitUntilQueued(waiting.count)
        }
        waiting.append(Task { try await pipeline.image(request("raised"), priority: .visible) })
        await pipeline.waitUntilQueued(6)
        waiting[2].cancel()
        await #expect(throws: CancellationError.self) { try await waiting[2].value }
        await loader.go()
        _ = try await first.value
        for (index, task) in waiting.enumerated() where index != 2 { _ = try await task.value }
        #expect(await loader.asked == ["first", "visible", "raised", "prefetch", "background"])
    }

    @Test func clientsHaveTheirTurnsInRotation() async throws {
        let loader = Loader()
        let pipeline = pipeline {
            $0.workers = 1
            $0.loads = 1
            $0.loader = loader
        }
        func picture(_ name: String, of client: String?) -> Task<EncodedImage, any Error> {
            let request = ImageRequest(.url(URL(filePath: "/\(name)")), side: 9)
            return Task { try await pipeline.image(request, for: client) }
        }
        var waiting = [picture("first", of: nil)]
        await loader.waitUntilAsked(for: "first")
        for (name, client) in [("a1", "a"), ("a2", "a"), ("a3", "a"), ("b1", "b"), ("c1", "c"), ("b2", "b")] {
            waiting.append(picture(name, of: client))
            await pipeline.waitUntilQueued(waiting.count - 1)
        }
        await loader.go()
        for task in waiting { _ = try await task.value }
        #expect(await loader.asked == ["first", "a1", "b1", "c1", "a2", "b2", "a3"])
    }

    /// EXIF of thousands of entries that lead back to where they stand takes its decoder a minute.
    @Test func entriesThatLeadBackAreNotFollowed() async throws {
        let pipeline = pipeline()
        let source = Pictures.png(30, 20, red: 200, green: 100, blue: 50)
        let jpeg = try await pipeline.image(ImageRequest(.bytes(source), side: 30, format: .jpeg))
        for tag in [0x8769, 0x8825, 0xa005] as [UInt16] {
            let few = Pictures.withEXIF(jpeg.bytes, pointers: 3, tag: tag)
            #expect(try await pipeline.facts(of: .bytes(few)).width == 30)
            let tangled = ImageError.notAPicture(reason: "its EXIF leads to itself again and again")
            let many = Pictures.withEXIF(jpeg.bytes, pointers: 5_000, tag: tag)
            await #expect(throws: tangled) { try await pipeline.facts(of: .bytes(many)) }
            await #expect(throws: tangled) { try await pipeline.image(ImageRequest(.bytes(many), side: 9)) }
        }
    }

    @Test func aLoadForWhichNobodyWaitsIsCancelledAndItsTurnIsFree() async throws {
        let loader = Loader()
        let pipeline = pipeline {
            $0.loads = 1
            $0.loader = loader
        }
        func request(_ name: String) -> ImageRequest { ImageRequest(.url(URL(filePath: "/\(name)")), side: 9) }
        let tasks = (0..<2).map { _ in Task { try await pipeline.image(request("gone")) } }
        await loader.waitUntilAsked(for: "gone")
        let next = Task { try await pipeline.image(request("next")) }
        await pipeline.waitUntilQueued(1)
        tasks[0].cancel()
        await #expect(throws: CancellationError.self) { try await tasks[0].value }
        #expect(await loader.asked == ["gone"], "somebody waits for it yet")
        tasks[1].cancel()
        await loader.waitUntilAsked(for: "next")
        #expect(await loader.cancelled == 1)
        await loader.go()
        #expect(try await next.value.width == 9)
    }

    @Test func loadsTakeNoWorkerAndWhatWasLoadedIsNotLoadedAgain() async throws {
        let loader = Loader()
        let scratch = try Scratch()
        let cache = try ImageCache(folder: scratch.path)
        let pipeline = pipeline {
            $0.workers = 1
            $0.loads = 8
            $0.loader = loader
            $0.cache = cache
        }
        func request(_ name: String) -> ImageRequest { ImageRequest(.url(URL(filePath: "/\(name)")), side: 9) }
        let names = (0..<8).map { "\($0)" }
        let tasks = names.map { name in Task { try await pipeline.image(request(name)) } }
        for name in names { await loader.waitUntilAsked(for: name) }
        let file = try await pipeline.image(
            ImageRequest(.bytes(Pictures.png(9, 9, red: 1, green: 2, blue: 3)), side: 9))
        #expect(file.width == 9, "eight loads are under way")
        await loader.go()
        for task in tasks { _ = try await task.value }
        for name in names + names { _ = try await pipeline.image(request(name)) }
        #expect(await loader.asked.sorted() == names)
        #expect(await pipeline.begunLoads == 8)
    }

    @Test func noLoadBeginsWhileManyBytesWaitForAWorker() async throws {
        let scratch = try Scratch()
        let loader = Loader([UInt8](repeating: 0, count: 16 << 20))
        // Takes a job and answers nothing.
        let worker = try scratch.write(Array("#!/bin/sh\nexec cat >/dev/null\n".utf8), to: "worker")
        #expect(chmod(worker, 0o700) == 0)
        let pipeline = pipeline {
            $0.program = worker
            $0.workers = 1
            $0.loads = 1
            $0.loader = loader
        }
        let tasks = (0..<8).map { number in
            Task { try await pipeline.image(ImageRequest(.url(URL(filePath: "/\(number)")), side: 9)) }
        }
        await pipeline.waitUntilQueued(7)
        await loader.go()
        // One is with the worker, and four wait for it: 64 MB.
        while await pipeline.begunLoads < 5 { await Task.yield() }
        await pipeline.waitUntilQueued(7)
        #expect(await pipeline.begunLoads == 5)
        for task in tasks { task.cancel() }
        for task in tasks { await #expect(throws: CancellationError.self) { try await task.value } }
    }

    @Test func loadsGoOnWhenAWorkerHasTakenWhatWaits() async throws {
        let loader = Loader([UInt8](repeating: 0, count: 16 << 20))
        let pipeline = pipeline {
            $0.workers = 1
            $0.loader = loader
        }
        await loader.go()
        let tasks = (0..<12).map { number in
            Task { try await pipeline.image(ImageRequest(.url(URL(filePath: "/\(number)")), side: 9)) }
        }
        for task in tasks { await #expect(throws: ImageError.self, "no picture") { try await task.value } }
        #expect(await pipeline.begunLoads == 12)
    }
}

/// Gives out a picture, or other bytes, once it may.
private actor Loader: ImageLoader {
    private let loaded: [UInt8]
    private(set) var asked: [String] = []
    private(set) var cancelled = 0
    private var mayGo = false
    private var held: [CheckedContinuation<Void, Never>] = []
    private var watching: [(name: String, continuation: CheckedContinuation<Void, Never>)] = []

    init(_ loaded: [UInt8] = Pictures.png(20, 20, red: 1, green: 2, blue: 3)) { self.loaded = loaded }

    func bytes(at url: URL, limit: Int) async throws -> [UInt8] {
        asked.append(url.lastPathComponent)
        for watcher in watching where asked.contains(watcher.name) { watcher.continuation.resume() }
        watching.removeAll { asked.contains($0.name) }
        if !mayGo {
            await withTaskCancellationHandler {
                await withCheckedContinuation { held.append($0) }
            } onCancel: {
                Task { await self.letGo() }
            }
        }
        if Task.isCancelled {
            cancelled += 1
            throw CancellationError()
        }
        return loaded
    }

    func go() {
        mayGo = true
        letGo()
    }

    private func letGo() {
        for continuation in held { continuation.resume() }
        held = []
    }

    func waitUntilAsked(for name: String) async {
        if !asked.contains(name) { await withCheckedContinuation { watching.append((name, $0)) } }
    }
}

extension ImagePipeline {
    /// Waits until so many have asked for what is not begun.
    fileprivate func waitUntilQueued(_ count: Int) async { while queued < count { await Task.yield() } }
}
