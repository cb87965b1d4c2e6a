import AviaryLibpq
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A connection to a PostgreSQL server. Its functions block, and one thread uses it at a time.
///
///     let connection = try PostgresConnection("postgres://gallery@db.example/gallery")
///     let names = try connection.query("SELECT name FROM palette WHERE id = $1", [PostgresValue(7)])
///
/// The parameter `sslmode` of the address decides about TLS. All values come as text, in a form that does not
/// depend on the server's settings. If the connection is lost, the error says so. Do not use the connection after
/// that.
///
/// `@unchecked Sendable`: libpq's object may be used by different threads, and its owner lets only one use it at a
/// time.
public final class PostgresConnection: @unchecked Sendable {
    /// The settings of a connection, and its timeouts.
    public struct Options: Sendable {
        /// The name in the server's list of connections.
        public var application = "aviary"
        /// How many seconds each host of the address has to accept the connection.
        public var connectTimeout = 5
        /// How long the server may work on one statement.
        public var statementTimeout: Duration?
        /// How long to wait for an answer; `nil` for any time. After this time the connection counts as lost.
        public var answerTimeout: Duration?
        /// Called ten times a second during a wait. When it returns `true`, the wait ends with a
        /// `CancellationError`, and the connection cannot be used any more.
        public var isStopped: @Sendable () -> Bool = { false }

        /// The options with the default values of the properties.
        public init() {}
    }

    /// libpq's connection.
    let handle: OpaquePointer
    let options: Options
    private let secrets: [String]
    /// The names of prepared statements, by their text.
    private var prepared: [String: String] = [:]
    private static let preparedLimit = 200

    /// Connects to a server. The address is a URL or a list of `key=value`, as libpq accepts it.
    ///
    /// - Throws: `PostgresError`, which never contains a password.
    public init(_ url: String, options: Options = Options()) throws {
        let address = try PostgresAddress(url)
        self.options = options
        secrets = address.secrets
        let parameters = address.parameters(options)
        let connected = Self.withCStrings(parameters.map(\.key)) { keys in
            Self.withCStrings(parameters.map(\.value)) { values in PQconnectdbParams(keys, values, 0) }
        }
        guard let connected else { throw PostgresError(message: "no memory is left", isConnectionLost: true) }
        guard PQstatus(connected) == CONNECTION_OK else {
            let message = Self.cleaned(String(cString: PQerrorMessage(connected)), secrets)
            PQfinish(connected)
            throw PostgresError(message: message, isConnectionLost: true)
        }
        handle = connected
        // Notices are meant for a terminal, so they are dropped.
        PQsetNoticeProcessor(handle, { _, _ in }, nil)
    }

    deinit { PQfinish(handle) }

    // MARK: Statements

    /// Runs one statement or several, without arguments.
    ///
    /// - Returns: The answer to the last statement.
    /// - Throws: `PostgresError`, and `CancellationError` when `isStopped` returns `true`.
    @discardableResult
    public func execute(_ sql: String) throws -> PostgresResult {
        guard let last = try executeAll(sql).last else { throw PostgresError(message: "there is no statement") }
        return last
    }

    /// Runs several statements in one message. They are one transaction unless they contain transaction commands.
    ///
    /// - Returns: The answers in order.
    /// - Throws: `PostgresError`, and `CancellationError` when `isStopped` returns `true`.
    @discardableResult
    func executeAll(_ sql: String) throws -> [PostgresResult] {
        guard PQsendQuery(handle, sql) == 1 else { throw error(nil) }
        var results: [PostgresResult] = []
        try forEachResult { result in
            results.append(result)
            return true
        }
        return results
    }

    /// Runs one statement, which is prepared the first time.
    ///
    /// - Parameters:
    ///   - sql: The text of the statement.
    ///   - arguments: The values of `$1` and so on.
    /// - Returns: The answer.
    /// - Throws: `PostgresError`, and `CancellationError` when `isStopped` returns `true`.
    @discardableResult
    public func query(_ sql: String, _ arguments: [PostgresValue?] = []) throws -> PostgresResult {
        try send(sql, arguments)
        var last: PostgresResult?
        try forEachResult { result in
            last = result
            return true
        }
        guard let last else { throw PostgresError(message: "the server gave no answer", isConnectionLost: true) }
        return last
    }

    /// Runs one statement, and calls `body` with each row when it arrives, so that only one row is in memory.
    ///
    /// - Parameters:
    ///   - sql: The text of the statement.
    ///   - arguments: The values of `$1` and so on.
    ///   - body: Called with an answer of one row. Its error ends the statement.
    /// - Throws: The error of `body`, `PostgresError`, and `CancellationError` when `isStopped` returns `true`.
    func forEachRow(
        _ sql: String, _ arguments: [PostgresValue?] = [], _ body: (PostgresResult) throws -> Void
    ) throws {
        try send(sql, arguments)
        PQsetSingleRowMode(handle)
        var failure: (any Error)?
        try forEachResult { result in
            // The last answer has no row, so it is not passed on.
            guard failure == nil, result.count > 0 else { return failure == nil }
            do { try body(result) } catch {
                failure = error
                cancel()
            }
            return failure == nil
        }
        if let failure { throw failure }
    }

    private func send(_ sql: String, _ arguments: [PostgresValue?]) throws {
        guard !arguments.contains(where: { $0?.bytes.contains(0) == true }) else {
            throw PostgresError(
                state: "22021", message: "a text has the character NUL, which PostgreSQL's texts cannot have")
        }
        let name = try prepare(sql)
        let sent = Self.withCStrings(arguments.map { $0?.bytes }) { values in
            PQsendQueryPrepared(handle, name, Int32(arguments.count), values, nil, nil, 0)
        }
        guard sent == 1 else { throw error(nil) }
    }

    private func prepare(_ sql: String) throws -> String {
        if let name = prepared[sql] { return name }
        if prepared.count >= Self.preparedLimit {
            try execute("DEALLOCATE ALL")
            prepared = [:]
        }
        let name = "aviary\(prepared.count)"
        guard PQsendPrepare(handle, name, sql, 0, nil) == 1 else { throw error(nil) }
        try forEachResult { _ in true }
        prepared[sql] = name
        return name
    }

    /// Calls `body` with each answer to the last message, including the final one.
    ///
    /// - Parameter body: Returns true if an error after this answer is to be thrown.
    /// - Throws: The first error of the server.
    private func forEachResult(_ body: (PostgresResult) -> Bool) throws {
        var failure: PostgresError?
        var matters = true
        while true {
            try awaitResult()
            guard let result = PQgetResult(handle) else { break }
            switch PQresultStatus(result) {
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_SINGLE_TUPLE: matters = body(PostgresResult(result))
            case PGRES_COPY_BOTH, PGRES_COPY_OUT, PGRES_COPY_IN:
                // A COPY follows, so there is no further answer.
                _ = body(PostgresResult(result))
                return
            default:
                if matters { failure = failure ?? error(result) }
                PQclear(result)
            }
            if PQstatus(handle) != CONNECTION_OK { break }
        }
        let isLost = PQstatus(handle) != CONNECTION_OK
        if var failure {
            if isLost { failure.isConnectionLost = true }
            throw failure
        }
        if isLost { throw error(nil) }
    }

    /// Asks the server to stop the running statement.
    private func cancel() {
        guard let cancel = PQgetCancel(handle) else { return }
        defer { PQfreeCancel(cancel) }
        var message = [CChar](repeating: 0, count: 256)
        _ = PQcancel(cancel, &message, Int32(message.count))
    }

    // MARK: Rows in bulk

    /// Calls `row` with each line of `COPY … TO STDOUT`, including its line feed.
    ///
    /// - Parameters:
    ///   - sql: A statement `COPY … TO STDOUT`.
    ///   - row: May change the bytes of the line. Its error ends the copy.
    /// - Throws: The error of `row`, `PostgresError`, and `CancellationError` when `isStopped` returns `true`.
    func copyOut(_ sql: String, _ row: (UnsafeMutableBufferPointer<UInt8>) throws -> Void) throws {
        try execute(sql)
        var buffer: UnsafeMutablePointer<CChar>?
        while true {
            let count = PQgetCopyData(handle, &buffer, 1)
            if count == 0 {
                try waitForInput()
                continue
            }
            guard count > 0, let line = buffer else {
                if count == -1 { break }
                throw error(nil)
            }
            defer { PQfreemem(line) }
            let bytes = UnsafeMutableRawPointer(line).assumingMemoryBound(to: UInt8.self)
            do { try row(UnsafeMutableBufferPointer(start: bytes, count: Int(count))) } catch {
                cancel()
                throw error
            }
        }
        try forEachResult { _ in true }
    }

    /// Sends lines to `COPY … FROM STDIN`.
    ///
    /// - Parameters:
    ///   - sql: A statement `COPY … FROM STDIN`.
    ///   - body: Calls its argument with bytes of COPY's text format. Its error ends the copy, and the server
    ///     discards all lines.
    /// - Throws: The error of `body`, `PostgresError`, and `CancellationError` when `isStopped` returns `true`.
    func copyIn(_ sql: String, _ body: (_ send: ([UInt8]) throws -> Void) throws -> Void) throws {
        try execute(sql)
        do {
            try body { bytes in
                let sent = bytes.withUnsafeBytes { bytes in
                    PQputCopyData(
                        handle, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: bytes.count)
                    )
                }
                guard sent == 1 else { throw error(nil) }
            }
        } catch {
            PQputCopyEnd(handle, "stopped")
            try? forEachResult { _ in true }
            throw error
        }
        guard PQputCopyEnd(handle, nil) == 1 else { throw error(nil) }
        try forEachResult { _ in true }
    }

    // MARK: Waiting

    private func awaitResult() throws {
        while PQisBusy(handle) == 1 { try waitForInput() }
    }

    /// Waits until data has arrived.
    private func waitForInput() throws {
        let start = ContinuousClock.now
        while true {
            // Unsent data has to be sent first. Otherwise no answer comes.
            let unsent = PQflush(handle)
            guard unsent >= 0 else { throw error(nil) }
            var descriptor = pollfd(
                fd: PQsocket(handle), events: Int16(POLLIN) | (unsent > 0 ? Int16(POLLOUT) : 0), revents: 0)
            let ready = poll(&descriptor, 1, 100)
            if ready > 0 {
                guard PQconsumeInput(handle) == 1 else { throw error(nil) }
                if descriptor.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 { return }
            }
            if options.isStopped() { throw CancellationError() }
            if let answerTimeout = options.answerTimeout, start.duration(to: .now) > answerTimeout {
                throw PostgresError(message: "the server has not answered in time", isConnectionLost: true)
            }
        }
    }

    // MARK: Errors

    /// The error in an answer of libpq; without an answer, the connection's own error.
    func error(_ result: OpaquePointer?) -> PostgresError {
        func field(_ code: Character) -> String? {
            guard let result, let ascii = code.asciiValue else { return nil }
            return PQresultErrorField(result, Int32(ascii)).map { String(cString: $0) }
        }
        let state = field("C")
        let isLost =
            PQstatus(handle) != CONNECTION_OK || result == nil || state?.hasPrefix("08") == true
            || ["57P01", "57P02", "57P03"].contains(state)
        return PostgresError(
            state: state,
            message: Self.cleaned(field("M") ?? String(cString: PQerrorMessage(handle)), secrets),
            detail: field("D").map { Self.cleaned($0, secrets) }, constraint: field("n"),
            isConnectionLost: isLost)
    }

    /// Joins the lines of a message, without hints of libpq, which begin with a tab, without secrets, and without a
    /// full stop.
    private static func cleaned(_ message: String, _ secrets: [String]) -> String {
        let lines = message.split(whereSeparator: \.isNewline).filter { $0.first != "\t" }
        var line = lines.joined(separator: "; ")
        for secret in secrets where !secret.isEmpty { line = line.replacing(secret, with: "…") }
        while line.last == "." || line.last == " " { line.removeLast() }
        return line
    }
}

// MARK: - Texts of SQL

extension PostgresConnection {
    /// Quotes a name for SQL. It may contain any characters.
    public static func quoted(_ identifier: String) -> String {
        "\"" + identifier.replacing("\"", with: "\"\"") + "\""
    }

    /// Quotes a text for SQL. It may contain any characters.
    public static func literal(_ text: String) -> String {
        let quoted = "'" + text.replacing("'", with: "''") + "'"
        return text.contains("\\") ? "E" + quoted.replacing("\\", with: "\\\\") : quoted
    }
}

// MARK: - Texts of C

extension PostgresConnection {
    fileprivate typealias CStrings = UnsafePointer<UnsafePointer<CChar>?>

    /// Calls `body` with a NULL-terminated C array.
    private static func withCStrings<T>(_ texts: [String], _ body: (CStrings) -> T) -> T {
        withCStrings(texts.map { Array($0.utf8) }, body)
    }

    private static func withCStrings<T>(_ texts: [[UInt8]?], _ body: (CStrings) -> T) -> T {
        // All texts share one block of memory.
        var bytes: [CChar] = []
        var starts: [Int?] = []
        for text in texts {
            starts.append(text == nil ? nil : bytes.count)
            if let text {
                bytes.append(contentsOf: text.lazy.map { CChar(bitPattern: $0) })
                bytes.append(0)
            }
        }
        return bytes.withUnsafeBufferPointer { block in
            var pointers: [UnsafePointer<CChar>?] = starts.map { start in
                guard let start, let base = block.baseAddress else { return nil }
                return base + start
            }
            pointers.append(nil)
            return pointers.withUnsafeBufferPointer { list in
                guard let base = list.baseAddress else {
                    preconditionFailure("An array with an element has memory")
                }
                return body(base)
            }
        }
    }
}
