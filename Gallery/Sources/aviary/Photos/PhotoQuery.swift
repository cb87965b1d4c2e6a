import AviaryResults
import AviaryViews
import Foundation
import GRDB

/// The photographs that a grid shows, and their order.
///
///     let results = try await FetchedResults(PhotoQuery().request, in: store)
///     try await results.change(to: PhotoQuery(sections: .month).request)
struct PhotoQuery: Hashable, Sendable {
    enum Scope: Hashable, Sendable {
        /// All photographs outside the trash.
        case all
        case favorites
        case album(Album.ID)
        case trash
    }

    enum Order: String, CaseIterable, Sendable {
        /// The order that people have made; new photographs come last.
        case manual
        /// The latest first.
        case date
        case name
    }

    /// The sections, which exist only in the order by date.
    enum Sections: String, CaseIterable, Sendable {
        case none
        /// Named `2026-11-22`; empty when the date cannot be read.
        case day
        /// Named `2026-11`.
        case month
    }

    var scope = Scope.all
    var order = Order.manual
    var sections = Sections.none
    /// The words to search for. Each word must be in the name, the camera or the date. Case and accents are ignored.
    var search = ""

    var request: ListRequest<Photo> {
        var request = ListRequest<Photo>(filter: filter, sort: sort)
        if order == .date, sections != .none { request.sections = .by(Self.date(of: sections).desc) }
        request.sizes = .ratio(SQL("width * 1.0 / height"))
        if case .album(let album) = scope {
            // A subquery would be evaluated completely for each changed row, so this is a join.
            request.joins = "JOIN albumPhoto ON albumPhoto.photo = photo.id AND albumPhoto.album = \(album)"
            request.dependencies = [Dependency(on: "albumPhoto", rows: "SELECT photo FROM changed")]
        }
        return request
    }

    /// The identifiers of the photographs that the query lists now.
    func identifiers(in db: Database) throws -> Set<Photo.ID> {
        try Int64.fetchSet(db, Photo.select(Column("id")).filter(filter && isMember))
    }

    /// The identifiers among `ids` whose photographs the query lists now.
    func identifiers(among ids: Set<Photo.ID>, in db: Database) throws -> Set<Photo.ID> {
        let isNamed = SQL("id IN (SELECT value FROM json_each(\(db.list(of: ids))))").sqlExpression
        return try Int64.fetchSet(db, Photo.select(Column("id")).filter(isNamed && filter && isMember))
    }
}

extension PhotoQuery {
    private var filter: SQLExpression {
        scopeFilter && TextFunction.contains(search, in: "name", "camera", "takenAt / 1000")
    }

    private var scopeFilter: SQLExpression {
        let isThere = Column("trashedAt") == nil
        return switch scope {
        case .all, .album: isThere
        case .favorites: isThere && Column("isFavorite") != 0
        case .trash: Column("trashedAt") != nil
        }
    }

    /// The condition that a photograph is in the album. `request` uses a join for it.
    private var isMember: SQLExpression {
        guard case .album(let album) = scope else { return true.sqlExpression }
        return SQL("EXISTS (SELECT 1 FROM albumPhoto WHERE album = \(album) AND photo = photo.id)").sqlExpression
    }

    private var sort: [SortKey] {
        switch (order, scope) {
        // The trash shows the last deleted photograph first, because people look for it.
        case (.manual, .trash): [Column("trashedAt").desc]
        case (.manual, .album): [SQL("albumPhoto.position").asc]
        case (.manual, _): [Column("position").asc]
        case (.date, _): [Column("takenAt").desc]
        case (.name, _): [TextFunction.nameKey.asc]
        }
    }

    /// For months, the expression is the same as in an index, so that SQLite uses this index.
    private static func date(of sections: Sections) -> SQL {
        sections == .month
            ? SQL("strftime('%Y-%m', takenAt / 1000, 'unixepoch')")
            : SQL("strftime('%Y-%m-%d', takenAt / 1000, 'unixepoch')")
    }
}
