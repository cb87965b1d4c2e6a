#if Postgres
    import AviaryLibpq

    /// The two-way copy that a connection is after START_REPLICATION.
    extension PostgresConnection {
        /// Calls `body` with the next message, if one has come.
        ///
        /// - Returns: Whether one had.
        /// - Throws: `PostgresError` when the server has ended the stream, with the reason if it gave one.
        func receive(_ body: (UnsafeRawBufferPointer) throws -> Void) throws -> Bool {
            var buffer: UnsafeMutablePointer<CChar>?
            var count = PQgetCopyData(handle, &buffer, 1)
            if count == 0 {
                // More may lie in the system's buffer of the socket.
                guard PQconsumeInput(handle) == 1 else { throw error(nil) }
                count = PQgetCopyData(handle, &buffer, 1)
            }
            if count == 0 { return false }
            guard count > 0, let buffer else { throw endOfStream(count) }
            defer { PQfreemem(buffer) }
            try body(UnsafeRawBufferPointer(start: buffer, count: Int(count)))
            return true
        }

        func send(_ message: [UInt8]) throws {
            let sent = message.withUnsafeBytes { bytes in
                PQputCopyData(
                    handle, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: bytes.count))
            }
            guard sent == 1, PQflush(handle) >= 0 else { throw error(nil) }
        }

        private func endOfStream(_ count: Int32) -> PostgresError {
            guard count == -1, let result = PQgetResult(handle) else { return error(nil) }
            defer { PQclear(result) }
            if PQresultStatus(result) == PGRES_FATAL_ERROR { return error(result) }
            return PostgresError(message: "the server has ended the replication", isConnectionLost: true)
        }
    }
#endif
