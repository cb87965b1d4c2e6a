import Foundation

/// Makes pictures in worker processes. It makes pictures in view first, and each picture only once, however many tasks
/// wait for it.
///
///     let pipeline = ImagePipeline()
///     let image = try await pipeline.image(ImageRequest(.file(path), side: 640), priority: .visible)
///
/// Clients take turns. If there are several workers, a named client never occupies all of them. So a client's many slow
/// pictures do not delay other clients.
///
/// Cancel the waiting task to cancel its request. Work that has not begun is dropped if no other task waits for it. A
/// load is cancelled if no task waits for it any more. But a picture whose bytes were completely loaded is made and
/// cached, so that the bytes need not be loaded again.
public actor ImagePipeline {
    /// The limits of a pipeline, and the loader and cache that it uses.
    public struct Configuration: Sendable {
        /// The largest number of processes that decode pictures; at least one. They are started when there is work.
        public var workers = 2
        /// The largest number of bytes that a worker may map besides its libraries; on Linux only. A picture that needs
        /// more fails. Threads of decoders have stacks of 8 MB each, so 100 MB are soon used up.
        public var workerMemory = 700 << 20
        /// The largest number of pixels, width × height, of a picture. Larger ones are refused before they are decoded.
        public var maximumPixels = 256_000_000
        /// The largest number of bytes that a loader may fetch for one picture.
        public var maximumBytes = 256 << 20
        /// The time limit of a worker for one picture. Loading and waiting do not count.
        public var deadline = Duration.seconds(30)
        /// The time limit of a worker for reading a picture's header.
        public var factsDeadline = Duration.seconds(10)
        /// The number of pictures after which a worker is replaced, because decoders leak memory.
        public var picturesPerWorker = 1_000
        /// How long workers wait for the next picture before they end. A worker holds some 17 MB.
        public var idleTime = Duration.seconds(60)
        /// The path of the program whose `main` begins with `ImageWorker.runIfStartedAsWorker()`; this program by
        /// default.
        public var program = Program.path
        /// The loader for the bytes of `ImageRequest.Source.url`. Without it such a request throws
        /// `ImageError.unreadable`.
        public var loader: (any ImageLoader)?
        /// The largest number of loads at a time; at least one. A load occupies no worker. No load begins while 64 MB
        /// of loaded bytes wait for a worker.
        public var loads = 8
        /// The cache that stores pictures, and is searched before a picture is made. `nil` for none.
        public var cache: ImageCache?

        /// The configuration with the default values of the properties.
        public init() {}
    }

    /// Work that waits or is being done.
    private struct Job {
        let number: Int
        /// The client whose request came first.
        let client: String?
        var priority: ImageRequest.Priority
        var stage: Stage
        var waiting: [Int: CheckedContinuation<Made, any Error>] = [:]
    }

    private enum Stage {
        case waitsForLoad
        case loads(Task<Void, Never>)
        /// Waits with the loaded bytes, if any.
        case waitsForWorker([UInt8]?)
        /// A worker makes the picture or reads the facts, and then the cache stores the picture.
        case works

        var hasBegun: Bool {
            switch self {
            case .waitsForLoad, .waitsForWorker: false
            case .loads, .works: true
            }
        }
    }

    private let configuration: Configuration
    private let clock: any Clock<Duration>
    private var jobs: [Work: Job] = [:]
    /// The queues for workers and for loads. A turn stays in its queue even after its job was cancelled or got a higher
    /// priority. When a turn comes up whose job is gone or has begun, it is skipped.
    private var queue = FairQueue<Turn>()
    private var loadQueue = FairQueue<Turn>()
    /// The number of workers that each client occupies.
    private var occupied: [String?: Int] = [:]
    private var idle: [(process: WorkerProcess, pictures: Int)] = []
    /// Ends the idle workers. Each job that is done begins it anew.
    private var ending: Task<Void, Never>?
    private var running = 0
    private var loading = 0
    /// The number of loaded bytes that wait for a worker. At `mostBytesWaiting` no load begins, because workers may be
    /// slower than loads. Running loads may still add their bytes.
    private var bytesWaiting = 0
    private static let mostBytesWaiting = 64 << 20
    /// The number of pictures that are being written to the cache. It is limited because a disk may be slower than the
    /// workers.
    private var storing = 0
    private static let mostStoring = 8
    private var lastNumber = 0
    /// The number of jobs given to workers, and of pictures found in the cache before a job began. For tests.
    package private(set) var counts = (decoded: 0, cached: 0)
    /// The number of workers that wait for a picture. For tests.
    package var idleWorkers: Int { idle.count }
    /// The number of loads begun. For tests.
    package private(set) var begunLoads = 0

    /// What a pipeline does, for metrics.
    public struct Figures: Hashable, Sendable {
        /// How many pictures workers have made.
        public var made: Int
        /// How many tasks wait for work that has not begun.
        public var waiting: Int
        /// How many workers make a picture now.
        public var working: Int
    }

    /// The present figures.
    ///
    /// - Complexity: O(*j*) for *j* pictures that are wanted.
    public var figures: Figures { Figures(made: counts.decoded, waiting: queued, working: running) }

    /// The number of tasks that wait for work that has not begun. For tests.
    package var queued: Int { jobs.values.lazy.filter { !$0.stage.hasBegun }.reduce(0) { $0 + $1.waiting.count } }

    /// A pipeline without workers. The first job for a worker starts one.
    public init(_ configuration: Configuration = Configuration()) {
        self.init(configuration, clock: ContinuousClock())
    }

    package init(_ configuration: Configuration, clock: any Clock<Duration>) {
        self.configuration = configuration
        self.clock = clock
    }

    deinit { ending?.cancel() }

    /// Returns a picture from the cache, or makes it.
    ///
    /// - Parameters:
    ///   - request: The picture. It is made once even if several tasks wait for it.
    ///   - priority: The priority. If other tasks already wait for the same picture, the highest priority counts.
    ///   - client: The name of the client, for turns among clients. Requests without a name form one client.
    /// - Throws: `ImageError`, the loader's error, or `CancellationError`.
    public func image(
        _ request: ImageRequest, priority: ImageRequest.Priority = .visible, for client: String? = nil
    ) async throws -> EncodedImage {
        if request.format != .pixels, let image = await configuration.cache?.image(for: request) {
            counts.cached += 1
            return image
        }
        guard case .image(let image) = try await made(.image(request), priority, client) else {
            throw ImageError.endedTheWorker
        }
        return image
    }

    /// Reads the facts in a picture's header. A URL is loaded completely.
    ///
    /// - Parameters:
    ///   - source: The picture.
    ///   - priority: The priority, as for a picture.
    ///   - client: The name of the client, for turns among clients. Requests without a name form one client.
    /// - Throws: `ImageError`, the loader's error, or `CancellationError`; `ImageError.tooLarge` for a picture that
    ///   would not be decoded.
    public func facts(
        of source: ImageRequest.Source, priority: ImageRequest.Priority = .visible, for client: String? = nil
    ) async throws -> PictureFacts {
        guard case .facts(let facts) = try await made(.facts(source), priority, client) else {
            throw ImageError.endedTheWorker
        }
        return facts
    }

    /// Ends the idle worker processes now. Later requests start new ones.
    public func endIdleWorkers() {
        for worker in idle { worker.process.end() }
        idle = []
    }

    // MARK: Waiting

    private func made(_ work: Work, _ priority: ImageRequest.Priority, _ client: String?) async throws -> Made {
        lastNumber += 1
        let waiter = lastNumber
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard !Task.isCancelled else { return continuation.resume(throwing: CancellationError()) }
                join(work, priority, client, waiter, continuation)
            }
        } onCancel: {
            Task { await self.leave(work, waiter) }
        }
    }

    private func join(
        _ work: Work, _ priority: ImageRequest.Priority, _ client: String?, _ waiter: Int,
        _ continuation: CheckedContinuation<Made, any Error>
    ) {
        let known = jobs[work]
        var job =
            known
            ?? Job(
                number: waiter, client: client, priority: priority,
                stage: work.isLoaded ? .waitsForLoad : .waitsForWorker(nil))
        job.waiting[waiter] = continuation
        // A job may have turns of several clients. The turn that comes up first begins the job.
        let isRaised = known.map { priority > $0.priority || client != $0.client } ?? true
        job.priority = max(job.priority, priority)
        jobs[work] = job
        if isRaised, !job.stage.hasBegun { enqueue(work, job, for: client) }
        begin()
    }

    private func leave(_ work: Work, _ waiter: Int) {
        guard let continuation = jobs[work]?.waiting.removeValue(forKey: waiter) else { return }
        continuation.resume(throwing: CancellationError())
        guard let job = jobs[work], job.waiting.isEmpty else { return }
        switch job.stage {
        case .loads(let task):
            task.cancel()
            jobs[work] = nil
        case .waitsForLoad, .waitsForWorker(nil): jobs[work] = nil
        case .waitsForWorker, .works: break
        }
    }

    // MARK: Working

    private func enqueue(_ work: Work, _ job: Job, for client: String?) {
        let turn = Turn(priority: job.priority, number: job.number, work: work)
        if case .waitsForLoad = job.stage {
            loadQueue.insert(turn, of: client)
        } else {
            queue.insert(turn, of: client)
        }
    }

    private func mayOccupy(_ client: String?) -> Bool {
        client == nil || occupied[client, default: 0] < max(1, configuration.workers - 1)
    }

    private func begin() {
        while running < max(1, configuration.workers), storing < Self.mostStoring,
            let (turn, client) = queue.popMax(where: mayOccupy)
        {
            guard let job = jobs[turn.work], job.number == turn.number, case .waitsForWorker(let bytes) = job.stage
            else { continue }
            running += 1
            occupied[client, default: 0] += 1
            bytesWaiting -= bytes?.count ?? 0
            jobs[turn.work]?.stage = .works
            Task { await self.work(turn.work, on: bytes, for: client) }
        }
        while loading < max(1, configuration.loads), bytesWaiting < Self.mostBytesWaiting,
            let (turn, _) = loadQueue.popMax()
        {
            guard let job = jobs[turn.work], job.number == turn.number, case .waitsForLoad = job.stage else { continue }
            load(turn.work, job.number)
        }
    }

    private func load(_ work: Work, _ number: Int) {
        loading += 1
        let task = Task {
            let result: Result<Loaded, any Error>
            do { result = .success(try await self.load(work)) } catch { result = .failure(error) }
            self.finishLoad(work, number, result)
        }
        jobs[work]?.stage = .loads(task)
    }

    private func load(_ work: Work) async throws -> Loaded {
        // Another request may have made the picture since the cache was searched.
        if case .image(let request) = work, let cache = configuration.cache, cache.contains(request),
            let image = await cache.image(for: request)
        {
            return .image(image)
        }
        guard case .url(let url) = work.source else { return .bytes([]) }
        guard let loader = configuration.loader else {
            throw ImageError.unreadable(reason: "nothing loads \(url.scheme ?? "such") addresses here")
        }
        begunLoads += 1
        return .bytes(try await loader.bytes(at: url, limit: configuration.maximumBytes))
    }

    private func finishLoad(_ work: Work, _ number: Int, _ result: Result<Loaded, any Error>) {
        loading -= 1
        defer { begin() }
        // A cancelled load has no job any more, or a new job for the same work has replaced it. Its result is dropped.
        guard var job = jobs[work], job.number == number else { return }
        switch result {
        case .success(.bytes(let bytes)):
            job.stage = .waitsForWorker(bytes)
            bytesWaiting += bytes.count
            jobs[work] = job
            enqueue(work, job, for: job.client)
        case .success(.image(let image)):
            jobs[work] = nil
            for continuation in job.waiting.values { continuation.resume(returning: .image(image)) }
        case .failure(let error):
            jobs[work] = nil
            for continuation in job.waiting.values { continuation.resume(throwing: error) }
        }
    }

    /// Makes a picture and stores it in the cache, or reads facts. While the picture is written to the cache, the
    /// worker already does its next job.
    private func work(_ work: Work, on bytes: [UInt8]?, for client: String?) async {
        let result: Result<Made, any Error>
        let removals = configuration.cache?.removals ?? 0
        do { result = .success(try await make(work, of: bytes)) } catch { result = .failure(error) }
        running -= 1
        occupied[client, default: 1] -= 1
        if occupied[client] == 0 { occupied[client] = nil }
        storing += 1
        begin()
        if case .success(let made) = result { await store(made, of: work, after: removals) }
        storing -= 1
        finish(work, result)
    }

    private func finish(_ work: Work, _ result: Result<Made, any Error>) {
        for continuation in jobs.removeValue(forKey: work)?.waiting.values.map({ $0 }) ?? [] {
            continuation.resume(with: result)
        }
        begin()
    }

    private func make(_ work: Work, of loaded: [UInt8]?) async throws -> Made {
        let (job, bytes, path) = prepared(work, of: loaded)
        var worker = try idle.popLast() ?? (worker(), 0)
        counts.decoded += 1
        do {
            let (answer, image) = try await worker.process.answer(
                job, bytes: bytes, file: path, within: deadline(of: work))
            worker.pictures += 1
            if worker.pictures < configuration.picturesPerWorker { makeIdle(worker) }
            return try Made(answer, image)
        } catch {
            if !error.hasEndedTheWorker { makeIdle(worker) }
            throw error
        }
    }

    /// Lets a worker wait for its next picture.
    private func makeIdle(_ worker: (process: WorkerProcess, pictures: Int)) {
        idle.append(worker)
        ending?.cancel()
        ending = Task { [weak self, clock, time = configuration.idleTime] in
            guard (try? await clock.sleep(for: time)) != nil else { return }
            await self?.endUnlessCancelled()
        }
    }

    /// A picture may have been made while the task waited for this actor.
    private func endUnlessCancelled() { if !Task.isCancelled { endIdleWorkers() } }

    private func deadline(of work: Work) -> Duration {
        if case .facts = work {
            min(configuration.deadline, configuration.factsDeadline)
        } else {
            configuration.deadline
        }
    }

    private func worker() throws(ImageError) -> WorkerProcess {
        try WorkerProcess(program: configuration.program, memory: configuration.workerMemory)
    }

    private func prepared(_ work: Work, of loaded: [UInt8]?) -> (job: WorkerJob, bytes: [UInt8], path: String?) {
        var job = WorkerJob(kind: .facts, maximumPixels: configuration.maximumPixels)
        if case .image(let request) = work {
            job.kind = .image
            (job.side, job.quality, job.format) = (request.side, request.quality, request.format)
            job.keepsMetadata = request.keepsMetadata
        }
        switch work.source {
        case .file(let path), .content(_, let path):
            job.isFile = true
            return (job, [], path)
        case .bytes(let bytes): return (job, bytes, nil)
        case .url:
            job.isFetched = true
            return (job, loaded ?? [], nil)
        }
    }

    private func store(_ made: Made, of work: Work, after removals: Int) async {
        if case (.image(let request), .image(let image)) = (work, made), request.format != .pixels,
            request.isCached
        {
            await configuration.cache?.store(image, for: request, after: removals)
        }
    }
}

/// The work of a worker. Equal work is done once.
private enum Work: Hashable, Sendable {
    case image(ImageRequest)
    case facts(ImageRequest.Source)

    var source: ImageRequest.Source {
        switch self {
        case .image(let request): request.source
        case .facts(let source): source
        }
    }

    /// True if the bytes come from a loader.
    var isLoaded: Bool { if case .url = source { true } else { false } }
}

/// The result of a load.
private enum Loaded: Sendable {
    case bytes([UInt8])
    /// The picture was in the cache.
    case image(EncodedImage)
}

/// The result of work.
private enum Made: Sendable {
    case image(EncodedImage)
    case facts(PictureFacts)

    init(_ answer: WorkerAnswer, _ bytes: [UInt8]) throws(ImageError) {
        if let image = answer.image {
            self = .image(
                EncodedImage(
                    bytes: bytes, contentType: image.contentType, width: image.width, height: image.height,
                    averageColor: image.averageColor, isIncomplete: image.isIncomplete))
        } else if let facts = answer.facts {
            self = .facts(facts)
        } else {
            throw .endedTheWorker
        }
    }
}

/// A turn in the queue: higher priorities first, then by age.
private struct Turn: RankedTurn {
    var rank: ImageRequest.Priority { priority }
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
