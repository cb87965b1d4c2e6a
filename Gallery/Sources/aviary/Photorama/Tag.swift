import AviaryText
import Foundation
import GRDB

/// A tag as it is stored: a name for some web photos.
struct Tag: NameOnlyRecord, Hashable, Sendable {
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
            sql: "INSERT INTO tag(name, form, position) VALUES (?, ?, ?)",
            arguments: [name, name.caseless, max(Double(now), (last ?? 0) + 1)])
        return lastInsertedRowID
    }

    /// Gives a tag the name that a person typed, even if somebody else has renamed it meanwhile; see `rename`.
    func renameTag(_ id: Tag.ID, from begun: String, to typed: String) throws -> Renaming {
        let name = try freeTagName(typed, besides: id)
        let renaming = try rename(Tag.self, id, from: begun, to: name) { PhotoramaError.tagGone(typed: $0) }
        if renaming != .unchanged {
            try execute(sql: "UPDATE tag SET form = ? WHERE id = ?", arguments: [name.caseless, id])
        }
        return renaming
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

    /// Returns the typed name if no other tag has it. All names are compared, because tags of other programs may lack
    /// their forms. A tag whose form is from an earlier name loses it, so that the typed name can have it.
    private func freeTagName(_ typed: String, besides id: Tag.ID?) throws -> String {
        let name = try typed.asName()
        let form = name.caseless
        for tag in try Tag.fetchAll(self) where tag.id != id {
            if tag.name.caseless == form { throw PhotoramaError.tagExists(tag.name) }
        }
        try execute(sql: "UPDATE tag SET form = NULL WHERE form = ? AND id IS NOT ?", arguments: [form, id])
        return name
    }

    /// Gives each tag the form of its name, which is UNIQUE. A tag of another program, or of an older version, has none
    /// or a wrong one. If an earlier tag has the form already, the later tag gets a number behind its name.
    ///
    /// - Complexity: O(*n*) for *n* tags.
    func fillTagForms() throws {
        let rows = try Row.fetchAll(
            self, sql: "SELECT id, substr(name, 1, 300), substr(form, 1, 1000) FROM tag ORDER BY id")
        var used: Set<String> = []
        var wrong: [(id: Tag.ID, name: String, form: String)] = []
        var stale: Set<Tag.ID> = []
        for row in rows {
            guard let id = Int64.fromDatabaseValue(row[0]) else { continue }
            // A tag without a name has no form.
            let name = String.fromDatabaseValue(row[1])?.shownAsName
            let form = name?.caseless
            if let form { used.insert(form) }
            guard String.fromDatabaseValue(row[2]) != form else { continue }
            if let name, let form { wrong.append((id, name, form)) }
            stale.insert(id)
        }
        guard !stale.isEmpty else { return }
        try execute(
            sql: "UPDATE tag SET form = NULL WHERE form IS NOT NULL AND id IN (SELECT value FROM json_each(?))",
            arguments: [list(of: stale)])
        var numbers: [String: Int] = [:]
        for (id, name, form) in wrong {
            try execute(sql: "UPDATE OR IGNORE tag SET form = ? WHERE id = ?", arguments: [form, id])
            guard changesCount == 0 else { continue }
            let base = name.shortened(to: String.nameLimit - 8)
            var number = numbers[form] ?? 2
            while used.contains("\(base) \(number)".caseless) { number += 1 }
            numbers[form] = number + 1
            let numbered = "\(base) \(number)"
            used.insert(numbered.caseless)
            try execute(
                sql: "UPDATE tag SET name = ?, form = ? WHERE id = ?", arguments: [numbered, numbered.caseless, id])
        }
    }
}
