import Foundation
import HeapModule

/// Makes pictures: as few at a time as it has workers, those in view first, and each only once however many wait for it.
///
///     let pipeline = ImagePipeline()
///     let image = try await pipeline.image(ImageRequest(.file(path), side: 640), priority: .visible)
///
/// Cancelling the task that waits takes its request back; it is not begun when nobody else waits for the same.
public actor ImagePipeline {
    public struct Configuration: Sendable {
        /// How many processes decode pictures, at most. They are started when there is work.
        public var workers = 2
        /// How many bytes a worker may map beside its libraries. A picture that wants more is an error. Threads of
        /// decoders have stacks of 8 MB each, so 100 MB is little.
        public var workerMemory = 700 << 20
        /// Larger pictures are refused before they are decoded.
        public var maximumPixels = 256_000_000
        /// Larger downloads are refused.
        public var maximumBytes = 256 << 20
        /// How long one picture may take.
        public var deadline = Duration.seconds(30)
        /// A worker is replaced after so many pictures, since decoders leak.
        public var picturesPerWorker = 1_000
        /// The program whose `main` begins with `ImageWorker.runIfStartedAsWorker()`; this one by default.
        public var program = Program.path
        public var loader: (any ImageLoader)?
        /// Where pictures that were made are kept.
        public var cache: ImageCache?

        public init() {}
    }

    /// What waits, or is being done.
    private struct Job {
        let number: Int
        var priority: ImageRequest.Priority
        var isRunning = false
        var waiting: [Int: CheckedContinuation<Made, any Error>] = [:]
    }

    private let configuration: Configuration
    private var jobs: [Work: Job] = [:]
    private var queue = Heap<Turn>()
    private var idle: [(process: WorkerProcess, pictures: Int)] = []
    private var running = 0
    private var lastNumber = 0
    /// How many pictures were decoded, and how many answers came from the cache. For tests.
    package private(set) var counts = (decoded: 0, cached: 0)

    /// How many wait for what is not begun. For tests.
    package var queued: Int { jobs.values.lazy.filter { !$0.isRunning }.reduce(0) { $0 + $1.waiting.count } }

    public init(_ configuration: Configuration = Configuration()) { self.configuration = configuration }

    /// A picture as it is asked for.
    ///
    /// - Throws: `ImageError`, what the loader says, or `CancellationError`.
    public func image(_ request: ImageRequest, priority: ImageRequest.Priority = .visible) async throws -> EncodedImage
    {
        if let image = await configuration.cache?.image(for: request) {
            counts.cached += 1
            return image
        }
        guard case .image(let image) = try await made(.image(request), priority) else {
            throw ImageError.endedTheWorker
        }
        return image
    }

    /// What a picture's header says.
    ///
    /// - Throws: As `image(_:priority:)`.
    public func facts(
        of source: ImageRequest.Source, priority: ImageRequest.Priority = .visible
    ) async throws -> PictureFacts {
        guard case .facts(let facts) = try await made(.facts(source), priority) else { throw ImageError.endedTheWorker }
        return facts
    }

    /// Ends the workers that have nothing to do.
    public func endIdleWorkers() {
        for worker in idle { worker.process.end() }
        idle = []
    }

    // MARK: Waiting

    private func made(_ work: Work, _ priority: ImageRequest.Priority) async throws -> Made {
        lastNumber += 1
        let waiter = lastNumber
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard !Task.isCancelled else { return continuation.resume(throwing: CancellationError()) }
                join(work, priority, waiter, continuation)
            }
        } onCancel: {
            Task { await self.leave(work, waiter) }
        }
    }

    private func join(
        _ work: Work, _ priority: ImageRequest.Priority, _ waiter: Int,
        _ continuation: CheckedContinuation<Made, any Error>
    ) {
        var job = jobs[work] ?? Job(number: waiter, priority: priority)
        let isNew = job.waiting.isEmpty && !job.isRunning
        job.waiting[waiter] = continuation
        if !job.isRunning, isNew || priority > job.priority {
            job.priority = max(job.priority, priority)
            queue.insert(Turn(priority: job.priority, number: job.number, work: work))
        }
        jobs[work] = job
        begin()
    }

    private func leave(_ work: Work, _ waiter: Int) {
        guard let continuation = jobs[work]?.waiting.removeValue(forKey: waiter) else { return }
        continuation.resume(throwing: CancellationError())
        if let job = jobs[work], job.waiting.isEmpty, !job.isRunning { jobs[work] = nil }
    }

    // MARK: Working

    private func begin() {
        while running < max(1, configuration.workers), let work = nextWork() {
            running += 1
            jobs[work]?.isRunning = true
            Task {
                let result: Result<Made, any Error>
                do { result = .success(try await self.make(work)) } catch { result = .failure(error) }
                self.finish(work, result)
            }
        }
    }

    /// Turns stay in the queue when their job was taken back, or rose; then they fit it no more.
    private func nextWork() -> Work? {
        while let turn = queue.popMax() {
            if let job = jobs[turn.work], !job.isRunning, job.number == turn.number { return turn.work }
        }
        return nil
    }

    private func finish(_ work: Work, _ result: Result<Made, any Error>) {
        running -= 1
        for continuation in jobs.removeValue(forKey: work)?.waiting.values.map({ $0 }) ?? [] {
            continuation.resume(with: result)
        }
        begin()
    }

    private func make(_ work: Work) async throws -> Made {
        let (job, bytes) = try await prepared(work)
        var worker = try idle.popLast() ?? (worker(), 0)
        counts.decoded += 1
        do {
            let (answer, image) = try await worker.process.answer(job, bytes: bytes, within: configuration.deadline)
            worker.pictures += 1
            if worker.pictures < configuration.picturesPerWorker { idle.append(worker) }
            return await kept(try Made(answer, image), of: work)
        } catch {
            if !error.hasEndedTheWorker { idle.append(worker) }
            throw error
        }
    }

    private func worker() throws(ImageError) -> WorkerProcess {
        try WorkerProcess(program: configuration.program, memory: configuration.workerMemory)
    }

    private func prepared(_ work: Work) async throws -> (job: WorkerJob, bytes: [UInt8]) {
        var job = WorkerJob(kind: .facts, maximumPixels: configuration.maximumPixels)
        if case .image(let request) = work {
            job.kind = .image
            (job.side, job.quality, job.format) = (request.side, request.quality, request.format)
            job.keepsMetadata = request.keepsMetadata
        }
        switch work.source {
        case .file(let path):
            job.path = path
            return (job, [])
        case .bytes(let bytes): return (job, bytes)
        case .url(let url):
            guard let loader = configuration.loader else {
                throw ImageError.unreadable(reason: "nothing loads \(url.scheme ?? "such") addresses here")
            }
            return (job, try await loader.bytes(at: url, limit: configuration.maximumBytes))
        }
    }

    private func kept(_ made: Made, of work: Work) async -> Made {
        if case (.image(let request), .image(let image)) = (work, made) {
            await configuration.cache?.keep(image, for: request)
        }
        return made
    }
}

/// What a worker is asked for. Equal work is done once.
private enum Work: Hashable, Sendable {
    case image(ImageRequest)
    case facts(ImageRequest.Source)

    var source: ImageRequest.Source {
        switch self {
        case .image(let request): request.source
        case .facts(let source): source
        }
    }
}

/// What came of it.
private enum Made: Sendable {
    case image(EncodedImage)
    case facts(PictureFacts)

    init(_ answer: WorkerAnswer, _ bytes: [UInt8]) throws(ImageError) {
        if let image = answer.image {
            self = .image(
                EncodedImage(
                    bytes: bytes, contentType: image.contentType, width: image.width, height: image.height,
                    averageColor: image.averageColor))
        } else if let facts = answer.facts {
            self = .facts(facts)
        } else {
            throw .endedTheWorker
        }
    }
}

/// A place in the queue: those in view first, then by age.
private struct Turn: Comparable {
    let priority: ImageRequest.Priority
    let number: Int
    let work: Work

    static func < (one: Turn, other: Turn) -> Bool {
        one.priority == other.priority ? one.number > other.number : one.priority < other.priority
    }

    static func == (one: Turn, other: Turn) -> Bool { one.priority == other.priority && one.number == other.number }
}

extension ImageError {
    fileprivate var hasEndedTheWorker: Bool {
        switch self {
        case .endedTheWorker, .tookTooLong: true
        default: false
        }
    }
}
