/// The reason why a feed cannot be followed. `description` is a sentence for a person.
public enum FeedError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The server has lost the changes after the position, or has another history. A new copy is needed. The text
    /// is the reason, a part of a sentence.
    case copyAgain(String)
    /// The database lacks a part that a feed needs. `aviary upstream install` adds it. The text names the missing
    /// part.
    case notInstalled(String)
    /// The server cannot be followed, and no installation changes that. The text is the reason, a part of a
    /// sentence.
    case unsupported(String)
    /// The role lacks rights to prepare the database. A user who has these rights must run the statements, which
    /// grant them.
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
