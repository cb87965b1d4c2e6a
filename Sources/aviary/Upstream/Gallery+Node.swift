#if Postgres
    import AviaryPostgres
    import AviaryResults
    import AviaryServer
    import Foundation
    import Logging
    import Synchronization

    extension Gallery {
        /// Opens the copy of a PostgreSQL database in a directory, and follows the database from now on. What is not there
        /// is copied first.
        ///
        /// - Parameter originals: The folder of originals that all nodes see.
        /// - Throws: `NodeError`, and why the database cannot be copied. A copy that is there already is opened whether
        ///   PostgreSQL can be reached or not.
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
                health: { try await follower.health() }, troubles: follower.troubles,
                catchUp: { try await follower.catchUp() }, stop: { await follower.stop() })
            return Gallery(directory: directory, store: replica.store, node: node, originals: originals)
        }
    }

    /// Follows a PostgreSQL database, and says how that goes.
    private final class NodeFollower: Sendable {
        /// What pages say from now on, now and whenever it changes.
        let troubles: AsyncStream<String?>
        private let replica: Replica
        private let lock: FileHandle
        private let following: Task<Void, Never>
        private let telling: Task<Void, Never>
        /// Since when PostgreSQL cannot be reached.
        private let lost: Lost

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
            telling = Task.detached {
                for await condition in replica.conditions {
                    lost.since.withLock { since in
                        guard case .unreachable = condition else { return since = nil }
                        since = since ?? .now
                    }
                    continuation.yield(CommandWords.trouble(condition))
                }
            }
        }

        /// What `/healthz` answers.
        ///
        /// - Throws: `Unhealthy` when the copy does not follow.
        func health() async throws -> String {
            if try isLate() { return CommandWords.isLate }
            let start = ContinuousClock.now
            try await send()
            // It returns without the receipt after a while.
            if try isLate() { return CommandWords.isLate }
            return CommandWords.isBehind(by: start.duration(to: .now) / .seconds(1))
        }

        /// - Throws: `Unhealthy` when the copy does not follow.
        private func isLate() throws -> Bool {
            switch replica.condition {
            case .unreachable:
                let since = lost.since.withLock { $0 } ?? .now
                throw Unhealthy(CommandWords.isUnreachable(for: Int(since.duration(to: .now).components.seconds)))
            case .copying: throw Unhealthy(CommandWords.isCopying)
            case .failed: throw Unhealthy(CommandWords.isFailing)
            case .behind: return true
            case .opened, .following: return false
            }
        }

        /// Waits until the copy has all that PostgreSQL has committed so far, however long that takes while it follows.
        func catchUp() async throws {
            var copies = replica.copies
            var receipt = try await send()
            while try await !replica.wait(forReceipt: receipt, timeout: .seconds(1)) {
                switch replica.condition {
                case .unreachable(let reason): throw Unhealthy(CommandWords.unreachable(reason))
                case .failed(let reason): throw Unhealthy(CommandWords.failed(reason))
                case .opened, .following, .behind, .copying: break
                }
                // A failover may have lost the receipt.
                guard replica.copies != copies else { continue }
                copies = replica.copies
                receipt = try await send()
            }
        }

        /// Has a receipt go to PostgreSQL and come back.
        @discardableResult
        private func send() async throws -> String {
            let receipt = "aviary-health/\(UInt64.random(in: 0 ... .max))"
            try await replica.store.write(receipt: receipt) { _ in }
            return receipt
        }

        func stop() async {
            following.cancel()
            telling.cancel()
            await following.value
            try? lock.close()
        }
    }

    extension CommandWords {
        /// What every page says; `nil` when nothing is wrong. Reasons that name a server are for the log.
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
