import AviaryText

/// Calls each sentence of the libraries that is a function, by its name. Reflection finds the names, and cannot call.
enum SaidSentences {
    /// - Parameter names: What stands for the names in the sentence, in their order.
    /// - Returns: The sentence, in which a number is the given one.
    static func said(
        _ name: String, in words: Words, for number: Int, naming names: [String] = ["…", "…", "…"]
    ) -> String? { all[name]?(words, number, names) }

    static let all: [String: @Sendable (_ words: Words, _ number: Int, _ names: [String]) -> String] = [
        "views.selection": { words, number, _ in words.views.selection(number, 1_000) },
        "fields.tooSmall": { words, _, names in words.fields.tooSmall(names[0]) },
        "fields.tooLarge": { words, _, names in words.fields.tooLarge(names[0]) },
        "fields.offStep": { words, _, names in words.fields.offStep(names[0], names[1]) },
        "fields.tooShort": { words, number, _ in words.fields.tooShort(number) },
        "fields.tooLong": { words, number, _ in words.fields.tooLong(number) },
        "uploads.tooLarge": { words, _, names in words.uploads.tooLarge(names[0]) },
        "access.signedIn": { words, number, _ in words.access.signedIn(number) },
        "undo.undoStep": { words, _, names in words.undo.undoStep(names[0]) },
        "undo.redoStep": { words, _, names in words.undo.redoStep(names[0]) },
        "undo.restored": { words, _, names in words.undo.restored(names[0]) },
        "undo.changedAgain": { words, _, names in words.undo.changedAgain(names[0]) },
        "undo.keptAsChanged": { words, number, names in words.undo.keptAsChanged(number, names[0]) },
        "undo.keptWithTables": { words, number, names in words.undo.keptWithTables(number, names[0]) },
        "undo.lost": { words, number, names in words.undo.lost(number, names[0]) },
        "undo.replaced": { words, _, names in words.undo.replaced(names[0]) },
        "undo.replacedSeveral": { words, number, names in words.undo.replacedSeveral(number, names[0]) },
        "undo.replacedPair": { words, _, names in words.undo.replacedPair(names[0], names[1]) },
        "undo.replacedMany": { words, number, _ in words.undo.replacedMany(number) },
        "jobs.progress": { words, number, _ in words.jobs.progress(number, 1_000) },
        "jobs.progressWithoutEnd": { words, number, _ in words.jobs.progressWithoutEnd(number) },
        "jobs.unknownKind": { words, _, names in words.jobs.unknownKind(names[0]) },
        "jobs.unreadable": { words, _, names in words.jobs.unreadable(names[0]) },
        "jobs.tooMany": { words, number, _ in words.jobs.tooMany(number) },
        "store.directoryUnusable": { words, _, names in words.store.directoryUnusable(names[0], names[1]) },
        "store.nothingThere": { words, _, names in words.store.nothingThere(names[0]) },
        "store.damaged": { words, _, names in words.store.damaged(names[0]) },
        "store.foreign": { words, _, names in words.store.foreign(names[0]) },
        "store.newer": { words, _, names in words.store.newer(names[0]) },
        "store.older": { words, _, names in words.store.older(names[0]) },
        "store.misshapen": { words, _, names in words.store.misshapen(names[0], names[1]) },
        "store.lacksTable": { words, _, names in words.store.lacksTable(names[0]) },
        "store.lacksColumn": { words, _, names in words.store.lacksColumn(names[0], names[1]) },
        "store.lacksKey": { words, _, names in words.store.lacksKey(names[0], names[1]) },
        "store.logAlone": { words, _, names in words.store.logAlone(names[0]) },
        "store.logUnreadable": { words, _, names in words.store.logUnreadable(names[0]) },
        "store.locked": { words, _, names in words.store.locked(names[0]) },
        "store.lockedBy": { words, _, names in words.store.lockedBy(names[0], names[1]) },
        "store.unreadable": { words, _, names in words.store.unreadable(names[0], names[1]) },
        "store.notCopied": { words, _, names in words.store.notCopied(names[0], names[1]) },
        "store.notMigrated": { words, _, names in words.store.notMigrated(names[0], names[1], names[2]) },
        "store.migrationFailed": { words, _, names in words.store.migrationFailed(names[0]) },
        "store.namedMigrationFailed": { words, _, names in words.store.namedMigrationFailed(names[0], names[1]) },
        "store.identifiersUsedUp": { words, _, names in words.store.identifiersUsedUp(names[0]) },
        "store.otherError": { words, _, names in words.store.otherError(names[0]) },
        "store.tableIsGone": { words, _, names in words.store.tableIsGone(names[0]) },
        "store.columnIsGone": { words, _, names in words.store.columnIsGone(names[0], names[1]) },
        "store.tableUnreadable": { words, _, names in words.store.tableUnreadable(names[0], names[1]) },
        "store.gone": { words, _, names in words.store.gone(names[0]) },
        "store.replaced": { words, _, names in words.store.replaced(names[0]) },
        "store.logGone": { words, _, names in words.store.logGone(names[0]) },
        "store.tooLongAgo": { words, _, names in words.store.tooLongAgo(names[0]) },
        "store.refused": { words, _, names in words.store.refused(names[0]) },
        "store.unstorable": { words, _, names in words.store.unstorable(names[0], names[1], names[2]) },
        "store.outsideUpstream": { words, _, names in words.store.outsideUpstream(names[0]) },
        "store.noTable": { words, _, names in words.store.noTable(names[0]) },
        "store.noHistory": { words, _, names in words.store.noHistory(names[0]) },
        "store.noPrimaryKey": { words, _, names in words.store.noPrimaryKey(names[0]) },
        "store.noOldValues": { words, _, names in words.store.noOldValues(names[0]) },
        "store.rowsUnreadable": { words, _, names in words.store.rowsUnreadable(names[0], names[1]) },
        "store.scatteredSection": { words, _, names in words.store.scatteredSection(names[0]) },
        "store.alreadyDone": { words, _, names in words.store.alreadyDone(names[0]) },
        "store.unknown": { words, _, names in words.store.unknown(names[0]) },
    ]

    /// The names of all sentences of the libraries in the order of their declaration, with their texts; `nil` for a
    /// function.
    static func names(of words: Words) -> [(name: String, text: String?)] {
        Mirror(reflecting: words).children.flatMap { group, value -> [(name: String, text: String?)] in
            guard Mirror(reflecting: value).displayStyle == .struct else { return [] }
            return Mirror(reflecting: value).children.compactMap { name, value in
                group.flatMap { group in name.map { ("\(group).\($0)", value as? String) } }
            }
        }
    }
}
