import AviaryText
import Foundation
import GRDB

/// A tag as it is stored: a name for some web photos.
struct Tag: NamedRecord, Hashable, Sendable {
    static let databaseTableName = "tag"

    let id: Int64
    let name: String
}

extension Database {
    /// Makes a tag, at the end of the order of tags.
    ///
    /// - Throws: `NameError`, or `PhotoramaError.tagExists` when another tag has the name; case and the normal form are
    ///   ignored.
    @discardableResult
    func addTag(named typed: String) throws -> Tag.ID {
        let name = try freeTagName(typed, besides: nil)
        let last = try Double.fetchOne(self, sql: "SELECT max(position) FROM tag WHERE typeof(position) = 'real'")
        try execute(
            sql: "INSERT INTO tag(name, position) VALUES (?, ?)", arguments: [name, max(Double(now), (last ?? 0) + 1)])
        return lastInsertedRowID
    }

    /// Gives a tag the name that a person typed, even if somebody else has renamed it meanwhile; see `rename`.
    func renameTag(_ id: Tag.ID, from begun: String, to typed: String) throws -> Renaming {
        try rename(Tag.self, id, from: begun, to: freeTagName(typed, besides: id)) {
            PhotoramaError.tagGone(typed: $0)
        }
    }

    /// Deletes a tag, and removes it from all photos.
    ///
    /// - Returns: The number of photos that had the tag.
    @discardableResult
    func removeTag(_ id: Tag.ID) throws -> Int {
        try execute(sql: "DELETE FROM tag WHERE id = ?", arguments: [id])
        guard changesCount > 0 else { throw PhotoramaError.tagGone() }
        try execute(sql: "DELETE FROM photoTag WHERE tag = ?", arguments: [id])
        return changesCount
    }

    /// Adds a tag to photos.
    ///
    /// - Returns: The number of photos that did not have the tag.
    @discardableResult
    func tick(_ tag: Tag.ID, on photos: Set<WebPhoto.ID>) throws -> Int {
        guard try record(Tag.self, tag) != nil else { throw PhotoramaError.tagGone() }
        try execute(
            sql: """
                INSERT OR IGNORE INTO photoTag(photo, tag)
                SELECT id, ? FROM webPhoto WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id
                """,
            arguments: [tag, list(of: photos)])
        return changesCount
    }

    /// Removes a tag from photos.
    ///
    /// - Returns: The number of photos that had the tag.
    @discardableResult
    func untick(_ tag: Tag.ID, on photos: Set<WebPhoto.ID>) throws -> Int {
        try execute(
            sql: "DELETE FROM photoTag WHERE tag = ? AND photo IN (SELECT value FROM json_each(?))",
            arguments: [tag, list(of: photos)])
        return changesCount
    }

    /// Returns the typed name if no other tag has it. SQLite ignores the case of ASCII letters only. So all names are compared
    /// here, also those of other programs.
    private func freeTagName(_ typed: String, besides id: Tag.ID?) throws -> String {
        let name = try typed.asName()
        let form = name.caseless
        for tag in try Tag.fetchAll(self) where tag.id != id {
            if tag.name.caseless == form { throw PhotoramaError.tagExists(tag.name) }
        }
        return name
    }
}
