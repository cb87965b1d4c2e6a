#if Postgres
    /// Why PostgreSQL did not do what it was asked for. `description` is a sentence. It never has a password.
    public struct PostgresError: Error, Hashable, Sendable, CustomStringConvertible {
        /// PostgreSQL's code of five letters and digits; `nil` when the error is the connection's own.
        public var state: String?
        /// The server's primary message, or the connection's.
        public var message: String
        /// What the server adds: the key that exists already, for instance.
        public var detail: String?
        /// The constraint that was violated, where the server names one.
        public var constraint: String?
        /// Whether the connection is of no more use. It is not known whether the last statement, a COMMIT for instance,
        /// took effect.
        public var isConnectionLost: Bool

        /// An error with these facts; without a state, one of the connection's own.
        public init(
            state: String? = nil, message: String, detail: String? = nil, constraint: String? = nil,
            isConnectionLost: Bool = false
        ) {
            self.state = state
            self.message = message
            self.detail = detail
            self.constraint = constraint
            self.isConnectionLost = isConnectionLost
        }

        /// A value exists already that must be unique.
        public var isUniqueViolation: Bool { state == "23505" }
        /// Another transaction was faster, or both waited for each other: the same may succeed when it is tried again.
        public var isSerializationFailure: Bool { state == "40001" || state == "40P01" }

        public var description: String {
            let text = detail.map { "\(message) (\($0))" } ?? message
            return isConnectionLost ? "PostgreSQL cannot be reached: \(text)." : "PostgreSQL refused this: \(text)."
        }
    }
#endif
