import Foundation
import Logging
import NIOCore
import NIOPosix
import Synchronization

/// The unfinished uploads of one `Upload`, in its folder.
final class UploadStore: Sendable {
    private struct State {
        var ledger: UploadLedger
        var files: [String: StagedFile] = [:]
        var isOpen = false
        /// The task that removes abandoned files. It runs while there are files.
        var caretaker: Task<Void, Never>?
    }

    let upload: Upload
    let logger: Logger
    private let state: Mutex<State>
    private let clock: any Clock<Duration>
    private let date: @Sendable () -> Int64

    /// - Parameter date: Returns the seconds since 1970.
    init(
        _ upload: Upload, logger: Logger, clock: any Clock<Duration> = ContinuousClock(),
        date: @escaping @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970) }
    ) {
        self.upload = upload
        self.logger = logger
        self.clock = clock
        self.date = date
        state = Mutex(State(ledger: UploadLedger(limits: upload.limits)))
    }

    deinit { state.withLock { $0.caretaker?.cancel() } }

    /// Creates the folder, and restores the files of an earlier process of the server.
    ///
    /// - Throws: `ServerError.folderUnusable`.
    func open() async throws {
        try await onThread { try self.openFolder() }
    }

    // MARK: Sending

    /// Begins a file.
    ///
    /// - Returns: The name of the file: 128 random bits, which only the sending browser learns.
    /// - Throws: `UploadError`, `ServerError`, or an error of the file system.
    func begin(name: String, type: String, length: Int64, by sender: Sender) async throws -> String {
        let facts = StagedFile.Facts(
            name: FileName.cleaned(name), type: type, length: length, session: sender.session,
            account: sender.account)
        return try await onThread {
            try self.openFolder()
            // The folder may have been removed since it was opened, so it is created again. Its parents are not
            // created, because the disk may merely be unmounted.
            mkdir(self.upload.folder, 0o700)
            let id = PageNonce().description
            let free = Self.freeDisk(at: self.upload.folder)
            try self.state.withLock { state in
                try state.ledger.begin(id, account: facts.account, length: length, free: free, at: self.date())
            }
            do {
                let file = try StagedFile(path: self.path(id, ".part"), factsPath: self.path(id, ".json"), facts: facts)
                self.state.withLock { $0.files[id] = file }
            } catch {
                self.state.withLock { $0.ledger.remove(id) }
                throw error
            }
            self.beginWatching()
            return id
        }
    }

    /// The file with this name, if the visitor may continue it. Otherwise throws `UploadError.unknown`.
    func find(_ id: String, by sender: Sender) async throws -> StagedFile {
        try await onThread {
            try self.openFolder()
            let file = self.state.withLock { $0.files[id] }
            guard let file, file.facts.session == sender.session else { throw UploadError.unknown }
            return file
        }
    }

    func touch(_ id: String, received: Int64) {
        state.withLock { $0.ledger.touch(id, received: received, at: date()) }
    }

    /// Removes a file. Throws `UploadError.claimed` while an action is receiving it.
    func remove(_ id: String) async throws {
        let file = try state.withLock { state in
            guard state.ledger.entries[id]?.isClaimed != true else { throw UploadError.claimed }
            state.ledger.remove(id)
            return state.files.removeValue(forKey: id)
        }
        try await onThread { file?.remove() }
    }

    // MARK: Receiving

    /// Hands a complete file to an action. Nobody else can use it until `discard` or `release`.
    ///
    /// The bytes of the file are flushed to the disk first, so that what the action records about the file stays true
    /// after a power failure.
    ///
    /// - Throws: `UploadError`, `ServerError`, or an error of the file system. If the flush failed, another action can
    ///   claim the file, unless the file was removed from the disk.
    func claim(_ id: String, by visitor: Visitor? = nil) async throws -> UploadedFile {
        try await onThread {
            try self.openFolder()
            let file = try self.state.withLock { state in
                guard let file = state.files[id], file.belongs(to: visitor) else { throw UploadError.unknown }
                try state.ledger.claim(id)
                return file
            }
            do { try file.synchronize() } catch {
                if error as? UploadError == .lost { self.forget(id)?.remove() } else { self.release(id) }
                throw error
            }
            return UploadedFile(
                name: file.facts.name, type: file.facts.type, size: file.facts.length, path: file.path)
        }
    }

    /// Makes a file available to another action, because the action that has claimed the file does not take place.
    func release(_ id: String) { state.withLock { $0.ledger.release(id) } }

    /// Removes a file after its action. A file that the action has moved elsewhere stays there.
    func discard(_ id: String) async {
        let file = forget(id)
        try? await onThread { file?.remove() }
    }

    /// Returns whether a visitor has sent the file.
    func hasFile(_ id: String, of visitor: Visitor?) -> Bool {
        state.withLock { $0.files[id]?.belongs(to: visitor) ?? false }
    }

    private func forget(_ id: String) -> StagedFile? {
        state.withLock { state in
            state.ledger.remove(id)
            return state.files.removeValue(forKey: id)
        }
    }

    // MARK: The folder

    /// The number of uploads that no action has received yet.
    var count: Int { state.withLock { $0.files.count } }

    private func path(_ id: String, _ ending: String) -> String { "\(upload.folder)/\(id)\(ending)" }

    private func openFolder() throws {
        try state.withLock { state in
            guard !state.isOpen else { return }
            let names: [String]
            do {
                try FileManager.default.createDirectory(
                    atPath: upload.folder, withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700])
                names = try FileManager.default.contentsOfDirectory(atPath: upload.folder)
            } catch {
                throw ServerError.folderUnusable(path: upload.folder, underlying: error)
            }
            // Only files with a name in the form of `id(ofFile:)` belong to the upload.
            for id in Set(names.compactMap(Self.id(ofFile:))) {
                do { try restore(id, &state) } catch {
                    logger.error(
                        "A file that was on its way cannot be read, and is left as it is",
                        metadata: ["file": "\(path(id, ".part"))", "error": .outside(error)])
                }
            }
            state.isOpen = true
        }
        beginWatching()
    }

    private func restore(_ id: String, _ state: inout State) throws {
        guard let file = try StagedFile(existing: path(id, ".part"), factsPath: path(id, ".json")) else {
            // Only one of the two files exists, because the server was killed in between, or one is unusable. Such
            // files are removed, unless they are recent: another server may be creating the second file right now.
            for ending in [".part", ".json"] where age(of: path(id, ending)) > 3600 { unlink(path(id, ending)) }
            return
        }
        state.files[id] = file
        state.ledger.restore(
            id,
            .init(
                account: file.facts.account, length: file.facts.length, received: file.offset,
                touched: date() - max(0, age(of: file.path))))
    }

    /// The seconds since a file was changed; 0 if the file cannot be examined.
    private func age(of path: String) -> Int64 {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return 0 }
        #if canImport(Darwin)
            return date() - Int64(facts.st_mtimespec.tv_sec)
        #else
            return date() - Int64(facts.st_mtim.tv_sec)
        #endif
    }

    private static func id(ofFile name: String) -> String? {
        guard name.hasSuffix(".part") || name.hasSuffix(".json") else { return nil }
        let id = name.dropLast(5)
        return id.utf8.count == 32 && id.allSatisfy { $0.isHexDigit && !$0.isUppercase } ? String(id) : nil
    }

    private static func freeDisk(at folder: String) -> Int64 {
        var facts = statvfs()
        guard statvfs(folder, &facts) == 0 else { return .max }
        let (free, overflow) = Int64(clamping: facts.f_bavail).multipliedReportingOverflow(
            by: Int64(clamping: facts.f_frsize))
        return overflow ? .max : free
    }

    // MARK: What nobody comes back for

    private func beginWatching() {
        state.withLock { state in
            guard state.caretaker == nil, state.ledger.nextEnd != nil else { return }
            state.caretaker = Task { [weak self, clock] in
                while let wait = self?.nextWait() {
                    guard (try? await clock.sleep(for: wait)) != nil else { return }
                    await self?.removeAbandoned()
                }
            }
        }
    }

    /// - Returns: The time until the next check; `nil` when there are no files, and the task ends.
    private func nextWait() -> Duration? {
        state.withLock { state in
            guard let end = state.ledger.nextEnd else {
                state.caretaker = nil
                return nil
            }
            return .seconds(max(1, end - date()))
        }
    }

    private func removeAbandoned() async {
        let files = state.withLock { state in
            state.ledger.abandoned(at: date()).compactMap { id in
                state.ledger.remove(id)
                return state.files.removeValue(forKey: id)
            }
        }
        try? await onThread { for file in files { file.remove() } }
    }

    /// Runs blocking work on a separate thread, because disks may be slow and the threads for tasks are few.
    private func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await NIOThreadPool.singleton.runIfActive(body)
    }
}

extension StagedFile {
    /// Returns whether a visitor has sent the file. Without visitors, whoever knows its address has sent it.
    fileprivate func belongs(to visitor: Visitor?) -> Bool {
        (Sender.isVisitor(facts.session) ? facts.session : nil) == visitor.map(Sender.session)
    }
}
