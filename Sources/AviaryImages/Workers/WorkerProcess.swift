import AviaryProcesses
import Dispatch
import Foundation
import Synchronization

/// A worker process, as the pipeline sees it. It does one job at a time.
final class WorkerProcess: Sendable {
    private let process: ChildProcess
    private let socket: MessageSocket
    /// Everything that blocks is done here.
    private let queue = DispatchQueue(label: "aviary.images.worker")
    private let isLate = Mutex(false)

    /// - Parameters:
    ///   - program: The path of the program whose `main` begins with `ImageWorker.runIfStartedAsWorker()`.
    ///   - memory: How many bytes a worker may map.
    init(program: String, memory: Int) throws(ImageError) {
        do throws(ChildProcess.Failure) {
            process = try ChildProcess(program, arguments: [program], environment: Self.environment(memory: memory))
        } catch {
            throw .noWorker(reason: error.description)
        }
        socket = MessageSocket(descriptor: process.socket)
    }

    deinit { end() }

    /// Has one job done.
    ///
    /// - Throws: `ImageError`. After `endedTheWorker` and `tookTooLong` there is no process any more.
    func answer(
        _ job: WorkerJob, bytes: [UInt8], within deadline: Duration
    ) async throws(ImageError) -> (answer: WorkerAnswer, image: [UInt8]) {
        let clock = DispatchWorkItem { [weak self] in self?.giveUp() }
        DispatchQueue.global().asyncAfter(deadline: .now() + deadline.seconds, execute: clock)
        let result = await withCheckedContinuation { continuation in
            queue.async {
                continuation.resume(
                    returning: Result {
                        try self.socket.send(job, bytes: bytes)
                        return try self.socket.receive(WorkerAnswer.self)
                    })
            }
        }
        clock.cancel()
        guard case .success(let (answer, image)) = result else {
            end()
            throw isLate.withLock(\.self) ? .tookTooLong : .endedTheWorker
        }
        if let failure = answer.failure { throw failure }
        return (answer, image)
    }

    /// Ends the process. Afterwards there is no answer from it.
    func end() {
        process.send(SIGKILL)
        process.wait()
    }

    /// The process is killed. The task that waits for its answer gets the end of the socket.
    private func giveUp() {
        isLate.withLock { $0 = true }
        process.send(SIGKILL)
    }

    private static func environment(memory: Int) -> [String] {
        var variables = ProcessInfo.processInfo.environment
        variables[ImageWorker.variable] = "\(memory)"
        // glibc sets memory aside for each thread, which would count against the limit.
        variables["MALLOC_ARENA_MAX"] = "2"
        // What is wrong with a picture is an answer, not a line on somebody's terminal.
        variables["VIPS_WARNING"] = "0"
        // A worker that ends is an error of one picture, not a fault of the program to be shown at length.
        variables["SWIFT_BACKTRACE"] = "enable=no"
        return variables.map { "\($0)=\($1)" }
    }
}

extension Duration {
    fileprivate var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
