/// The reason why PostgreSQL did not run a statement, or why a connection was lost. `description` is a sentence. It
/// never contains a password.
public struct PostgresError: Error, Hashable, Sendable, CustomStringConvertible {
    /// PostgreSQL's code of five letters and digits; `nil` when the error does not come from the server.
    public var state: String?
    /// The server's primary message, or the connection's.
    public var message: String
    /// Details from the server, for instance the key that exists already.
    public var detail: String?
    /// The violated constraint, if the server names it.
    public var constraint: String?
    /// `true` when the connection can no longer be used. Then the outcome of the last statement is unknown, for
    /// instance of a COMMIT.
    public var isConnectionLost: Bool

    /// An error with these facts. Without a state, it does not come from the server.
    init(
        state: String? = nil, message: String, detail: String? = nil, constraint: String? = nil,
        isConnectionLost: Bool = false
    ) {
        self.state = state
        self.message = message
        self.detail = detail
        self.constraint = constraint
        self.isConnectionLost = isConnectionLost
    }

    /// `true` when a value exists already that must be unique.
    public var isUniqueViolation: Bool { state == "23505" }

    public var description: String {
        let text = detail.map { "\(message) (\($0))" } ?? message
        return isConnectionLost ? "PostgreSQL cannot be reached: \(text)." : "PostgreSQL refused this: \(text)."
    }
}
