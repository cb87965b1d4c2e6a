import AviaryResults
import GRDB

// Operations on web photos. The caller runs each of them in a transaction. Only counting views is not undoable.

extension Database {
    /// Counts a view of a photo. Do not make this write an undoable step.
    func countView(of id: WebPhoto.ID) throws {
        try execute(
            sql: "UPDATE webPhoto SET views = max(0, CAST(ifnull(views, 0) AS INTEGER)) + 1 WHERE id = ?",
            arguments: [id])
        guard changesCount > 0 else { throw PhotoramaError.photoGone }
    }

    /// Sets or clears the favorite mark.
    ///
    /// - Returns: The number of changed photos.
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
