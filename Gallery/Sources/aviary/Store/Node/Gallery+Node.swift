#if Postgres
    import AviaryPostgres
    import AviaryResults
    import AviaryServer
    import Foundation
    import Logging
    import Synchronization

    extension Gallery {
        /// Opens the copy of a PostgreSQL database in a directory, and follows the database from then on. Copies the
        /// rows first if there is no copy yet.
        ///
        /// - Parameter originals: The folder of originals that all nodes see.
        /// - Throws: `NodeError`, or another error of making or opening the copy. Once there is a copy, it is opened
        ///   even if PostgreSQL cannot be reached.
        static func openNode(
            of url: String, in directory: URL, originals: URL?, logger: Logger
        ) async throws -> Gallery {
            guard !hasFile(ownName, in: directory) else { throw NodeError.ownGallery(directory: directory.path) }
            let (replica, lock) = try await blocking {
                try FileManager.default.createDirectory(
                    at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
                let files = NodeFiles(in: directory)
                let lock = try files.lock()
                let name = try files.name()
                let configuration = ReplicaConfiguration(url: url, tables: Schema.shared, node: name, logger: logger)
                do {
                    let replica = try Replica.open(Self.file(Self.copyName, in: directory, logger), configuration) {
                        UpstreamWriter(url, copy: $0)
                    }
                    return (replica, lock)
                } catch let error as FeedError {
                    if case .unsupported = error { throw error }
                    throw NodeError.notPrepared(reason: "\(error)")
                }
            }
            let follower = NodeFollower(replica, lock)
            let node = GalleryNode(
                health: { try await follower.health() }, delay: { await follower.delay() }, troubles: follower.troubles,
                catchUp: { try await follower.catchUp() }, stop: { await follower.stop() })
            return Gallery(directory: directory, store: replica.store, node: node, originals: originals)
        }
    }

    /// Follows a PostgreSQL database, and reports how far the copy is behind.
    private final class NodeFollower: Sendable {
        /// The message for all pages: the latest one, then each new one; `nil` when nothing is wrong.
        let troubles: AsyncStream<String?>
        private let replica: Replica
        private let lock: FileHandle
        private let following: Task<Void, Never>
        private let reporting: Task<Void, Never>
        /// The time since which PostgreSQL cannot be reached; `nil` while it can.
        private let lost: Lost
        private let probing = Probing()

        private final class Lost: Sendable {
            let since = Mutex<ContinuousClock.Instant?>(nil)
        }

        init(_ replica: Replica, _ lock: FileHandle) {
            let lost = Lost()
            let (troubles, continuation) = AsyncStream.makeStream(
                of: String?.self, bufferingPolicy: .bufferingNewest(1))
            self.replica = replica
            self.lock = lock
            self.troubles = troubles
            self.lost = lost
            following = Task.detached { await replica.run() }
            reporting = Task.detached {
                for await condition in replica.conditions {
                    lost.since.withLock { since in
                        guard case .unreachable = condition else { return since = nil }
                        since = since ?? .now
                    }
                    continuation.yield(NodeWords.trouble(condition))
                }
            }
        }

        /// The answer of `/healthz`, after two seconds at most.
        ///
        /// - Throws: `Unhealthy` if the copy does not follow the database, or the error of the write that measures the
        ///   delay.
        func health() async throws -> String {
            if let answer = try answerAtOnce() { return answer }
            let (hasCome, delay) = try await probe()
            if let answer = try answerAtOnce() { return answer }
            let seconds = delay / .seconds(1)
            return hasCome ? NodeWords.isBehind(by: seconds) : NodeWords.isWaiting(for: Int(seconds))
        }

        /// How long a change takes to PostgreSQL and back into the copy; `nil` if it does not come within two seconds.
        func delay() async -> Duration? {
            do {
                guard try answerAtOnce() == nil else { return nil }
                let (hasCome, delay) = try await probe()
                return hasCome ? delay : nil
            } catch {
                return nil
            }
        }

        /// Waits up to two seconds for a write to PostgreSQL.
        private func probe() async throws -> (hasCome: Bool, delay: Duration) {
            let start = probing.begin { try await self.send() }
            return (try await probing.wait(.seconds(2)), start.duration(to: .now))
        }

        /// The answer that is known without asking PostgreSQL.
        ///
        /// - Returns: `nil` if the copy follows, but its delay is not known.
        /// - Throws: `Unhealthy` if the copy does not follow the database.
        private func answerAtOnce() throws -> String? {
            switch replica.condition {
            case .unreachable:
                let since = lost.since.withLock { $0 } ?? .now
                throw Unhealthy(NodeWords.isUnreachable(for: Int(since.duration(to: .now).components.seconds)))
            case .copying: throw Unhealthy(NodeWords.isCopying)
            case .failed: throw Unhealthy(NodeWords.isFailing)
            case .opened, .following, .behind: break
            }
            let silence = Int(replica.silence.components.seconds)
            guard silence < 30 else { throw Unhealthy(NodeWords.isSilent(for: silence)) }
            return replica.condition == .behind ? NodeWords.isLate : nil
        }

        /// Waits until the copy has everything that PostgreSQL has committed so far. There is no timeout while the copy
        /// follows. Throws `Unhealthy` if PostgreSQL cannot be reached or following has failed, and the errors of a
        /// write.
        func catchUp() async throws {
            var copies = replica.copies
            var receipt = try await send()
            while try await !replica.wait(forReceipt: receipt, timeout: .seconds(1)) {
                switch replica.condition {
                case .unreachable(let reason): throw Unhealthy(NodeWords.unreachable(reason))
                case .failed(let reason): throw Unhealthy(NodeWords.failed(reason))
                case .opened, .following, .behind, .copying: break
                }
                // A failover may lose the receipt. After a failover the database is copied again, so a new copy needs a
                // new receipt.
                guard replica.copies != copies else { continue }
                copies = replica.copies
                receipt = try await send()
            }
        }

        /// Writes a receipt to PostgreSQL. The copy gets the receipt after all changes that were committed before it.
        @discardableResult
        private func send() async throws -> String {
            let receipt = "aviary-health/\(UInt64.random(in: 0 ... .max))"
            try await replica.store.write(receipt: receipt) { _ in }
            return receipt
        }

        func stop() async {
            following.cancel()
            reporting.cancel()
            await following.value
            try? lock.close()
        }
    }

    /// A write that measures the delay of the copy. All health checks that run at the same time share one.
    private final class Probing: Sendable {
        private let running = Mutex<(task: Task<Void, any Error>, start: ContinuousClock.Instant)?>(nil)

        /// Begins a write, unless one is running already.
        ///
        /// - Returns: The time at which the running write began.
        func begin(_ write: @escaping @Sendable () async throws -> String) -> ContinuousClock.Instant {
            running.withLock { running in
                if let running { return running.start }
                let start = ContinuousClock.now
                running = (Task { _ = try await write() }, start)
                return start
            }
        }

        /// Waits for the running write, for a limited time.
        ///
        /// - Returns: True if the write has ended within the time, or if none is running.
        /// - Throws: The error of the write.
        func wait(_ time: Duration) async throws -> Bool {
            guard let task = running.withLock({ $0?.task }) else { return true }
            let (ends, end) = AsyncStream.makeStream(of: Bool.self)
            let alarm = Task {
                try await Task.sleep(for: time)
                end.yield(false)
            }
            Task {
                _ = await task.result
                self.running.withLock { if $0?.task == task { $0 = nil } }
                end.yield(true)
            }
            defer { alarm.cancel() }
            for await hasEnded in ends {
                if hasEnded { try await task.value }
                return hasEnded
            }
            return false
        }
    }

    extension NodeWords {
        /// The message for all pages; `nil` if nothing is wrong. It does not say why PostgreSQL cannot be reached,
        /// because the reason may name a server. The log has the reason.
        fileprivate static func trouble(_ condition: ReplicaCondition) -> String? {
            switch condition {
            case .opened, .following: nil
            case .behind: behind
            case .copying: copying
            case .unreachable: unreachable
            case .failed(let reason): failed(reason)
            }
        }
    }
#endif
