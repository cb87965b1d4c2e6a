import AviaryResults
import GRDB

// What a person does with web photos. Each is called in a transaction; all but the count of views are to be undoable.

extension Database {
    /// Counts that somebody looks at a photo. It is not for undo.
    func countView(of id: WebPhoto.ID) throws {
        try execute(
            sql: "UPDATE webPhoto SET views = max(0, CAST(ifnull(views, 0) AS INTEGER)) + 1 WHERE id = ?",
            arguments: [id])
        guard changesCount > 0 else { throw PhotoramaError.photoGone }
    }

    /// - Returns: How many were not so before.
    func setFavorite(webPhotos ids: Set<WebPhoto.ID>, to isFavorite: Bool) throws -> Int {
        let value = isFavorite ? 1 : 0
        try execute(
            sql: """
                UPDATE webPhoto SET isFavorite = \(value)
                WHERE id IN (SELECT value FROM json_each(?)) AND isFavorite IS NOT \(value)
                """,
            arguments: [list(of: ids)])
        return changesCount
    }
}
