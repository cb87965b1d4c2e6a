import AviaryText

/// The reason why a write could not be done in the upstream database; see `StoreUpstream`.
///
/// `description` is a sentence for a person. It leaves out `reason`, which may name servers and users. The store logs
/// the reason.
public enum UpstreamError: Error, Hashable, CustomStringConvertible {
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

    public var description: String {
        switch self {
        case .unreachable: "The database cannot be reached. Nothing was changed; try again in a moment."
        case .unknownOutcome:
            """
            The connection to the database was lost while it was saving. \
            It is not known whether the change was saved; look for it when the connection is back.
            """
        case .givenUp:
            "This was asked for once before, and the answer was that it was not done. Nothing was changed; try again."
        case .contested:
            "Others are changing the same things at the moment. Nothing was changed; try again in a moment."
        case .refused(let reason): "The database does not take this change: \(reason). Nothing was changed."
        case .unstorable(let table, let column, let reason):
            "The database cannot store \(column) of \(table): \(reason). Nothing was changed."
        case .notFollowed(let table):
            "The table \(table) does not follow the database, so a change of it would be lost. Nothing was changed."
        case .schemaChanged: "A write cannot change the tables of a copy. Nothing was changed."
        }
    }

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
