import Foundation

/// The words about a PostgreSQL database that the gallery follows.
enum NodeWords {
    /// The place to which rows are added.
    static let upstream = "the PostgreSQL database"

    // MARK: Errors

    static func sentence(about error: NodeError) -> String {
        switch error {
        case .notBuilt:
            """
            This program was built without PostgreSQL. Build it with the trait Postgres, which needs libpq (Debian: \
            libpq-dev): swift build -c release --traits Server,Postgres.
            """
        case .noUpstream: "Name the PostgreSQL database: --upstream postgres://user@host/database."
        case .noAddress: "AVIARY_UPSTREAM is an address like postgres://user@host/database."
        case .ownGallery(let directory):
            """
            \(directory) has a gallery of its own, which was not touched. Give the copy of the PostgreSQL database \
            another directory with --data; aviary upstream install --data copies the gallery's rows to PostgreSQL.
            """
        case .isCopy(let directory):
            """
            \(directory) has a copy of a PostgreSQL database, where nothing can be added. Name the database with \
            --upstream, or choose another directory with --data.
            """
        case .hasTables(let table):
            """
            PostgreSQL has the table \(table) already, and the rows of a gallery are copied into new tables only. \
            Nothing was changed.
            """
        case .notPrepared(let reason): "\(reason) Prepare the database with aviary upstream install."
        case .noOriginals:
            "Photographs need the folder of originals that all machines see: name it with --originals."
        case .isFollowed(let directory):
            """
            Another program follows the PostgreSQL database into \(directory). Stop it, or choose another directory \
            with --data.
            """
        }
    }

    // MARK: The page and /healthz

    /// - Parameter reason: The reason, as a whole sentence.
    static func unreachable(_ reason: String) -> String {
        "\(unreachable) \(reason)"
    }
    static let unreachable =
        "The database cannot be reached. Everything stays as it was last; changes can't be saved until it is back."
    static let behind =
        "This page is behind: what was changed last is not here yet. What was saved is safe, and comes by itself."
    static let copying = "A new copy of the database is being made. Until it is here, everything stays as it was."
    static func failed(_ reason: String) -> String {
        "The database cannot be followed. Everything stays as it was last. \(reason)"
    }
    static func isBehind(by seconds: Double) -> String {
        "ok, PostgreSQL is reachable, \(seconds.formatted(.number.precision(.fractionLength(2)))) s behind"
    }
    static func isWaiting(for seconds: Int) -> String { "ok, PostgreSQL is reachable, more than \(seconds) s behind" }
    static func isSilent(for seconds: Int) -> String { "PostgreSQL has told nothing for \(seconds) s." }
    static let isLate = "ok, PostgreSQL is reachable, more than 10 s behind"
    static func isUnreachable(for seconds: Int) -> String { "PostgreSQL cannot be reached for \(seconds) s." }
    static let isCopying = "A new copy of the PostgreSQL database is being made."
    static let isFailing = "The PostgreSQL database cannot be followed; the log says why."
}
