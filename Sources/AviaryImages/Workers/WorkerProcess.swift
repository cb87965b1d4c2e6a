import AviaryProcesses
import Dispatch
import Foundation
import Synchronization

/// The pipeline's handle for a worker process, which does one job at a time.
final class WorkerProcess: Sendable {
    private let process: ChildProcess
    private let socket: MessageSocket
    /// The queue for all blocking calls.
    private let queue = DispatchQueue(label: "aviary.images.worker")
    private let isLate = Mutex(false)

    /// - Parameters:
    ///   - program: The path of the program whose `main` begins with `ImageWorker.runIfStartedAsWorker()`.
    ///   - memory: The number of bytes that a worker may map.
    init(program: String, memory: Int) throws(ImageError) {
        do throws(ChildProcess.Failure) {
            process = try ChildProcess(program, arguments: [program], environment: Self.environment(memory: memory))
        } catch {
            throw .noWorker(reason: error.description)
        }
        socket = MessageSocket(descriptor: process.socket)
    }

    deinit { end() }

    /// Sends one job to the process and waits for its answer. The process opens no files, so this method opens the
    /// picture's file.
    ///
    /// - Throws: `ImageError`. After `endedTheWorker` and `tookTooLong` the process no longer exists.
    func answer(
        _ job: WorkerJob, bytes: [UInt8], file path: String?, within deadline: Duration
    ) async throws(ImageError) -> (answer: WorkerAnswer, image: [UInt8]) {
        let clock = DispatchWorkItem { [weak self] in self?.giveUp() }
        DispatchQueue.global().asyncAfter(deadline: .now() + deadline.seconds, execute: clock)
        let result = await withCheckedContinuation { continuation in
            queue.async {
                continuation.resume(
                    returning: Result {
                        let file = try path.map { path throws(ImageError) in try MappedFile.descriptor(of: path) }
                        defer { if let file { close(file) } }
                        try self.socket.send(job, bytes: bytes)
                        if let file { try self.socket.send(file: file) }
                        return try self.socket.receive(WorkerAnswer.self)
                    })
            }
        }
        clock.cancel()
        let (answer, image): (WorkerAnswer, [UInt8])
        do { (answer, image) = try result.get() } catch {
            if let error = error as? ImageError { throw error }
            end()
            throw isLate.withLock(\.self) ? .tookTooLong : .endedTheWorker
        }
        if let failure = answer.failure { throw failure }
        return (answer, image)
    }

    /// Ends the process. After that, it gives no answers.
    func end() {
        process.send(SIGKILL)
        process.wait()
    }

    /// Kills the process after the deadline of its job. Then `answer` finds the socket closed.
    private func giveUp() {
        isLate.withLock { $0 = true }
        process.send(SIGKILL)
    }

    private static func environment(memory: Int) -> [String] {
        var variables = ProcessInfo.processInfo.environment
        variables[ImageWorker.variable] = "\(memory)"
        // glibc reserves memory for each thread, which counts against the limit. With this setting it reserves less.
        variables["MALLOC_ARENA_MAX"] = "2"
        // Warnings about a picture belong into the answer, not on a terminal.
        variables["VIPS_WARNING"] = "0"
        // The crash of a worker is an error of one picture. It needs no backtrace of the program.
        variables["SWIFT_BACKTRACE"] = "enable=no"
        return variables.map { "\($0)=\($1)" }
    }
}

extension Duration {
    fileprivate var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
