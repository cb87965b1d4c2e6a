#if Postgres
    /// Why a feed cannot be followed. `description` is a sentence for a person.
    public enum FeedError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The server does not have what comes after the position, or has another past: a new copy is needed. The text
        /// is the reason, a part of a sentence.
        case copyAgain(String)
        /// What a feed needs is not in the database: `aviary upstream install` adds it. The text says what is missing.
        case notInstalled(String)
        /// No installation makes this server one that can be followed; the text is the reason, a part of a sentence.
        case unsupported(String)
        /// The role may not prepare the database. The statements give it the rights that it lacks, by somebody who has
        /// them.
        case notAllowed(role: String, statements: [String])
        /// A table cannot be followed; the second text is the reason, a part of a sentence.
        case cannotFollow(table: String, String)

        public var description: String {
            switch self {
            case .copyAgain(let reason): "A new copy of the PostgreSQL database is needed: \(reason)."
            case .notInstalled(let what): "The PostgreSQL database is not prepared: \(what)."
            case .unsupported(let reason): "The PostgreSQL database cannot be followed: \(reason)."
            case .notAllowed(let role, let statements):
                """
                The role \(role) may not prepare the PostgreSQL database. Nothing was changed. \
                An administrator has to run this first: \(statements.joined(separator: "; ")).
                """
            case .cannotFollow(let table, let reason): "The table \(table) cannot be followed: \(reason)."
            }
        }
    }
#endif
