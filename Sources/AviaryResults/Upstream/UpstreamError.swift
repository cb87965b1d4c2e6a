public import AviaryText

/// The reason why a write could not be done in the upstream database; see `StoreUpstream`.
///
/// `description` is a sentence for a person. It leaves out `reason`, which may name servers and users. The store logs
/// the reason.
public enum UpstreamError: SpokenError, Hashable, CustomStringConvertible {
    /// The other database does not answer, or the store's file has not received an earlier write yet. Nothing was
    /// changed.
    case unreachable(reason: String)
    /// The connection was lost while the write was committed, and did not come back in time. The write may be done or
    /// not. It can be requested again with the same receipt, and is done once.
    case unknownOutcome(reason: String)
    /// The action was given up: a caller was already told that it is not done. See `LiveStore.settle(receipt:)`.
    case givenUp
    /// Others changed the same rows again and again, so the write was not done.
    case contested(reason: String)
    /// The other database refuses the changes: for instance, a constraint forbids them, or the database has other
    /// columns.
    case refused(reason: String)
    /// A value cannot be stored in the other database.
    case unstorable(table: String, column: String, reason: String)
    /// The write changed a table that does not follow the other database, or a table with incomplete history.
    case notFollowed(table: String)
    /// The write changed the schema of the store's file. Only migrations may do that.
    case schemaChanged

    public func sentence(in words: Words) -> String {
        let words = words.store
        return switch self {
        case .unreachable: words.upstreamUnreachable
        case .unknownOutcome: words.outcomeUnknown
        case .givenUp: words.givenUp
        case .contested: words.contested
        case .refused(let reason): words.refused(reason)
        case .unstorable(let table, let column, let reason): words.unstorable(table, column, reason)
        case .notFollowed(let table): words.outsideUpstream(table)
        case .schemaChanged: words.schemaChanged
        }
    }

    /// The sentence in English.
    public var description: String { sentence(in: .english) }

    /// The reason that the other database or the connection has given.
    package var reason: String? {
        switch self {
        case .unreachable(let reason), .unknownOutcome(let reason), .contested(let reason), .refused(let reason),
            .unstorable(_, _, let reason):
            reason
        case .givenUp, .notFollowed, .schemaChanged: nil
        }
    }

    /// `true` when the same write may succeed later.
    var mayPass: Bool {
        switch self {
        case .unreachable, .unknownOutcome, .givenUp, .contested: true
        case .refused, .unstorable, .notFollowed, .schemaChanged: false
        }
    }
}

extension UpstreamError: ReceiptError {
    package var isUncertain: Bool { if case .unknownOutcome = self { true } else { false } }
    package var isGivenUp: Bool { self == .givenUp }
}
