import AviaryServer
import AviaryText
import Foundation
import GRDB

// Stores the answers of a service. The caller runs each method in a transaction.

extension Database {
    /// Inserts photos, or updates them if the service has changed them. The identifier at the service tells them apart.
    ///
    /// - Returns: The identifiers of the rows, in the order of the photos.
    func saveWebPhotos(_ photos: [RemotePhoto], of service: String) throws -> [WebPhoto.ID] {
        let names = JSON.array(photos.map { .string($0.id) }).text
        let rows = try Row.fetchAll(
            self,
            sql: """
                SELECT id, \(RemoteColumns.names.joined(separator: ", ")) FROM webPhoto
                WHERE service = ? AND remote IN (SELECT value FROM json_each(?))
                """,
            arguments: [service, names])
        var known: [DatabaseValue: Row] = [:]
        for row in rows { known[try row.stored("remote")] = row }
        let insert = try cachedStatement(
            sql: """
                INSERT INTO webPhoto(service, \(RemoteColumns.names.joined(separator: ", ")))
                VALUES (?\(String(repeating: ", ?", count: RemoteColumns.names.count)))
                """)
        let update = try cachedStatement(
            sql: "UPDATE webPhoto SET \(RemoteColumns.names.map { "\($0) = ?" }.joined(separator: ", ")) WHERE id = ?")
        return try photos.map { photo in
            let columns = RemoteColumns(photo)
            guard let row = known[photo.id.databaseValue] else {
                try insert.execute(arguments: StatementArguments([service.databaseValue] + columns.values))
                return lastInsertedRowID
            }
            let id = try row.storedIdentifier()
            if try columns.values != RemoteColumns.names.map(row.stored) {
                try update.execute(arguments: StatementArguments(columns.values + [id.databaseValue]))
            }
            return id
        }
    }

    /// Updates a stored feed with its current first page. `FeedMerge` decides which stored photos stay.
    func refreshFeed(_ feed: RemoteFeed, with page: RemotePage, of service: String) throws -> FeedChange {
        let stored = try feedEntries(feed, of: service)
        let merge = FeedMerge(stored, page: try saveWebPhotos(page.photos, of: service))
        let known = Set(stored.map(\.photo))
        try execute(
            sql: "DELETE FROM feedEntry WHERE feed = ? AND photo IN (SELECT value FROM json_each(?))",
            arguments: [feed.name, list(of: Set(merge.removed))])
        try place(merge.placed, in: feed)
        var state = try feedState(feed, of: service) ?? FeedState()
        if !merge.isContinued || state.page == 0 { state = FeedState(page: 1, isAtEnd: page.isLast) }
        try setFeedState(state, feed, of: service)
        if !merge.removed.isEmpty { try removeForgottenPhotos() }
        return FeedChange(
            added: merge.placed.count { !known.contains($0.photo) }, removed: merge.removed.count,
            skipped: page.skipped)
    }

    /// Appends a further page to a stored feed. Photos that are already in the feed keep their positions.
    ///
    /// - Parameter number: The number of the page. Nothing is changed unless the page before it is the last stored one.
    /// - Returns: The number of photos that are new in the feed.
    func extendFeed(_ feed: RemoteFeed, with page: RemotePage, number: Int, of service: String) throws -> Int {
        guard try (feedState(feed, of: service) ?? FeedState()).page == number - 1 else { return 0 }
        let stored = try feedEntries(feed, of: service)
        let known = Set(stored.map(\.photo))
        let new = try saveWebPhotos(page.photos, of: service).filter { !known.contains($0) }
        let last = stored.last.map(\.position).flatMap { abs($0) < 1e15 ? $0 : nil } ?? Double(stored.count)
        try place(
            new.enumerated().map { FeedMerge.Entry(photo: $1, position: last + Double($0 + 1)) }, in: feed)
        try setFeedState(FeedState(page: number, isAtEnd: page.isLast), feed, of: service)
        return new.count
    }

    func feedState(_ feed: RemoteFeed, of service: String) throws -> FeedState? {
        let row = try Row.fetchOne(
            self, sql: "SELECT page, isAtEnd FROM feed WHERE service = ? AND name = ?",
            arguments: [service, feed.name])
        return row.map { row in
            let page = Int64.fromDatabaseValue(row[0]) ?? 0
            return FeedState(
                page: Int(max(0, min(page, 1_000_000))), isAtEnd: (Int64.fromDatabaseValue(row[1]) ?? 0) != 0)
        }
    }

    private func setFeedState(_ state: FeedState, _ feed: RemoteFeed, of service: String) throws {
        let known = try feedState(feed, of: service)
        guard state != known else { return }
        try execute(
            sql: """
                INSERT INTO feed(service, name, page, isAtEnd) VALUES (?, ?, ?, ?)
                ON CONFLICT(service, name) DO UPDATE SET page = excluded.page, isAtEnd = excluded.isAtEnd
                """,
            arguments: [service, feed.name, state.page, state.isAtEnd])
        if known == nil, case .search = feed { try forgetOldSearches() }
    }

    /// Reads the entries of a feed in their order, without those of other services.
    private func feedEntries(_ feed: RemoteFeed, of service: String) throws -> [FeedMerge.Entry] {
        let rows = try Row.fetchAll(
            self,
            sql: """
                SELECT feedEntry.photo, feedEntry.position FROM feedEntry
                JOIN webPhoto ON webPhoto.id = feedEntry.photo
                WHERE feed = ? AND service = ? ORDER BY feedEntry.position, webPhoto.id
                """,
            arguments: [feed.name, service])
        return rows.compactMap { row in
            Int64.fromDatabaseValue(row[0]).map {
                FeedMerge.Entry(photo: $0, position: Double.fromDatabaseValue(row[1]) ?? .infinity)
            }
        }
    }

    private func place(_ entries: [FeedMerge.Entry], in feed: RemoteFeed) throws {
        let statement = try cachedStatement(
            sql: """
                INSERT INTO feedEntry(feed, photo, position) VALUES (?, ?, ?)
                ON CONFLICT(feed, photo) DO UPDATE SET position = excluded.position
                """)
        for entry in entries { try statement.execute(arguments: [feed.name, entry.photo, entry.position]) }
    }

    /// Deletes the feeds of all searches but the twenty newest.
    private func forgetOldSearches() throws {
        try execute(
            sql: """
                DELETE FROM feed WHERE name LIKE 'search %' AND id NOT IN
                    (SELECT id FROM feed WHERE name LIKE 'search %' ORDER BY id DESC LIMIT 20);
                DELETE FROM feedEntry WHERE feed LIKE 'search %' AND feed NOT IN (SELECT name FROM feed);
                """)
    }

    /// Deletes photos that are in no feed, were never viewed, are no favorites and have no tag. The newest 20,000
    /// identifiers are kept.
    private func removeForgottenPhotos() throws {
        try execute(
            sql: """
                DELETE FROM webPhoto WHERE id < (SELECT max(id) FROM webPhoto) - 20000 AND isFavorite = 0 AND views = 0
                AND NOT EXISTS (SELECT 1 FROM feedEntry WHERE photo = webPhoto.id)
                AND NOT EXISTS (SELECT 1 FROM photoTag WHERE photo = webPhoto.id)
                """)
    }

    // MARK: Colors

    /// Stores the average colors of pictures. An unchanged row is not written.
    func setColors(_ colors: [WebPhoto.ID: String]) throws {
        let statement = try cachedStatement(sql: "UPDATE webPhoto SET color = ?1 WHERE id = ?2 AND color IS NOT ?1")
        for (id, color) in colors { try statement.execute(arguments: [color, id]) }
    }
}

/// The values of a photo that a service determines, in the order of `names`.
private struct RemoteColumns {
    static let names = ["remote", "title", "owner", "license", "page", "small", "large", "width", "height", "takenAt"]

    let values: [DatabaseValue]

    init(_ photo: RemotePhoto) {
        let takenAt = photo.takenAt.map { Int64($0.timeIntervalSince1970 * 1000) }
        values = [
            photo.id.databaseValue, photo.title.databaseValue, photo.owner.databaseValue, photo.license.databaseValue,
            (photo.page?.absoluteString ?? "").databaseValue, photo.small.absoluteString.databaseValue,
            photo.large.absoluteString.databaseValue, photo.width.databaseValue, photo.height.databaseValue,
            takenAt?.databaseValue ?? .null,
        ]
    }
}
