#if Postgres
    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #elseif canImport(Darwin)
        import Darwin
    #endif

    /// A file without a name, for a transaction that is larger than what memory should hold.
    ///
    /// Blocks are written one after the other and read again from the beginning. The system removes the file when the
    /// process ends, however it ends.
    final class SpoolFile {
        /// Why a file of the replica's folder cannot be made, written or read.
        struct Failure: Error, CustomStringConvertible {
            /// The `errno` of the system; 0 when the file ends too early.
            var code: Int32
            var description: String {
                let reason = code == 0 ? "its file ends too early" : String(cString: strerror(code))
                return "PostgreSQL's changes cannot be stored in the folder of the replica: \(reason)."
            }
        }

        private let file: Int32
        /// The number of bytes of all blocks, with their lengths.
        private(set) var size: Int64 = 0

        /// - Parameter folder: That of the replica, which has room for a copy of it.
        init(in folder: String) throws(Failure) {
            var name = Array("\(folder)/.aviary-transaction-XXXXXX".utf8CString)
            let file = mkstemp(&name)
            guard file >= 0 else { throw Failure(code: errno) }
            _ = fcntl(file, F_SETFD, FD_CLOEXEC)
            unlink(name)
            self.file = file
        }

        deinit { close(file) }

        func append(_ block: [UInt8]) throws(Failure) {
            var length = Int64(block.count)
            let failure = withUnsafeBytes(of: &length) { write($0) } ?? block.withUnsafeBytes { write($0) }
            if let failure { throw failure }
        }

        /// Calls `body` with each block, in order. One block is in memory at a time.
        func forEachBlock(_ body: ([UInt8]) throws -> Void) throws {
            var block: [UInt8] = []
            var offset: Int64 = 0
            while offset < size {
                var length: Int64 = 0
                try withUnsafeMutableBytes(of: &length) { try read(into: $0, at: &offset) }
                guard length >= 0, length <= size - offset else { throw Failure(code: 0) }
                block = [UInt8](repeating: 0, count: Int(length))
                try block.withUnsafeMutableBytes { try read(into: $0, at: &offset) }
                try body(block)
            }
        }

        private func write(_ bytes: UnsafeRawBufferPointer) -> Failure? {
            var rest = bytes
            while !rest.isEmpty {
                let count = pwrite(file, rest.baseAddress, rest.count, off_t(size))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return Failure(code: count < 0 ? errno : ENOSPC) }
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
                size += Int64(count)
            }
            return nil
        }

        private func read(into bytes: UnsafeMutableRawBufferPointer, at offset: inout Int64) throws(Failure) {
            var rest = bytes
            while !rest.isEmpty {
                let count = pread(file, rest.baseAddress, rest.count, off_t(offset))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw Failure(code: count < 0 ? errno : 0) }
                rest = UnsafeMutableRawBufferPointer(rebasing: rest.dropFirst(count))
                offset += Int64(count)
            }
        }
    }
#endif
