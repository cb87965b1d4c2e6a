#if canImport(Glibc)
    import AviarySQLite
    @preconcurrency package import Dispatch
    import Glibc
    import Synchronization

    /// Reports at once when any process writes, moves or removes a database's files. After a report it may pause until
    /// `listen()`, so that many writes cause one call.
    ///
    /// The signal uses inotify on the directory, because SQLite deletes its log and creates it anew.
    package final class WriteSignal: Sendable {
        /// What has happened to the files.
        package enum Event: Sendable {
            /// A file was written to.
            case written
            /// A file was created, moved or removed, or reports were lost.
            case replaced
        }

        private let source: any DispatchSourceRead
        private let isListening = Mutex(true)
        private let onWrite: @Sendable (Event) -> Bool

        /// Returns whether other machines may write to a file. inotify reports the writes of this machine only.
        static func isOnNetwork(_ path: String) -> Bool { aviary_is_network_file_system(path) != 0 }

        /// - Parameters:
        ///   - path: The database's file; its log and journal are watched with it.
        ///   - queue: Where `onWrite` is called; by default a queue of its own.
        ///   - onWrite: Returns whether the signal pauses until `listen()`.
        /// - Returns: `nil` when the directory cannot be watched, or is on a network file system. Then the store polls.
        package init?(path: String, queue: DispatchQueue? = nil, onWrite: @escaping @Sendable (Event) -> Bool) {
            // If the path is a link, SQLite's log is beside the target of the link.
            let resolved = realpath(path, nil)
            defer { free(resolved) }
            let path = resolved.map { String(cString: $0) } ?? path
            guard let slash = path.lastIndex(of: "/") else { return nil }
            let directory = path[..<slash].isEmpty ? "/" : String(path[..<slash])
            let file = String(path[path.index(after: slash)...])
            if Self.isOnNetwork(directory) { return nil }
            let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
            guard descriptor >= 0 else { return nil }
            let events = IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
            guard inotify_add_watch(descriptor, directory, UInt32(events)) >= 0 else {
                Glibc.close(descriptor)
                return nil
            }
            source = DispatchSource.makeReadSource(
                fileDescriptor: descriptor, queue: queue ?? DispatchQueue(label: "aviary.writes"))
            self.onWrite = onWrite
            source.setEventHandler { [weak self] in
                if let event = Self.event(of: file, from: descriptor) { self?.report(event) }
            }
            source.setCancelHandler { Glibc.close(descriptor) }
            source.resume()
        }

        deinit {
            listen()
            source.cancel()
        }

        /// Ends the pause. Writes since the last report are reported at once.
        package func listen() {
            isListening.withLock { isListening in
                if !isListening { source.resume() }
                isListening = true
            }
        }

        private func report(_ event: Event) {
            // `onWrite` may end its pause before it returns.
            isListening.withLock { isListening in
                if isListening { source.suspend() }
                isListening = false
            }
            if !onWrite(event) { listen() }
        }

        /// Reads the waiting events.
        ///
        /// - Returns: What has happened to the database's file, its log and its journal; `nil` for nothing.
        private static func event(of file: String, from descriptor: Int32) -> Event? {
            var event: Event?
            let capacity = 16 * 1024
            withUnsafeTemporaryAllocation(byteCount: capacity, alignment: 8) { buffer in
                while case let count = read(descriptor, buffer.baseAddress, capacity), count > 0 {
                    var offset = 0
                    while offset < count {
                        let next = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                        let start = offset + MemoryLayout<inotify_event>.size
                        let bytes = UnsafeRawBufferPointer(buffer)[start..<start + Int(next.len)].prefix { $0 != 0 }
                        let name = String(decoding: bytes, as: UTF8.self)
                        let areLost = next.mask & UInt32(IN_Q_OVERFLOW) != 0
                        if areLost || name.hasPrefix(file) && !name.hasSuffix("-shm") {
                            event = next.mask == UInt32(IN_MODIFY) ? event ?? .written : .replaced
                        }
                        offset = start + Int(next.len)
                    }
                }
            }
            return event
        }
    }
#else
    package import Dispatch

    /// On other systems the store polls.
    package final class WriteSignal: Sendable {
        package enum Event: Sendable {
            case written, replaced
        }

        static func isOnNetwork(_ path: String) -> Bool { false }
        package init?(path: String, queue: DispatchQueue? = nil, onWrite: @escaping @Sendable (Event) -> Bool) {
            return nil
        }
        package func listen() {}
    }
#endif
