import AviaryText

extension Gallery {
    /// The words of the libraries, with the names of the gallery.
    static let words: Words = {
        var words = Words.english
        words.script.noFilesHere = RoomWords.noFilesHere
        words.undo.undoIsLost =
            "There is nothing left to undo. Aviary has restarted, or this page was away for too long. Nothing was changed."
        words.undo.redoIsLost =
            "There is nothing left to redo. Aviary has restarted, or this page was away for too long. Nothing was changed."
        words.store.directoryUnusable = {
            "The directory \($0) cannot hold the gallery: \($1). Choose another directory with --data."
        }
        words.store.nothingThere = {
            "There is no gallery in \($0). Start one with aviary serve, or choose another directory with --data."
        }
        words.store.damaged = {
            "\($0) is damaged, or isn't a gallery. It was not touched; put a backup in its place, or choose another directory with --data."
        }
        words.store.foreign = {
            "\($0) is a database of another program, and no gallery. It was not touched; move it elsewhere, or choose another directory with --data."
        }
        words.store.newer = {
            "\($0) was written by a newer version of Aviary. It was not touched; open it with that version, or choose another directory with --data."
        }
        words.store.older = {
            "\($0) was written by an older version of Aviary. It was not touched; start Aviary once without --read-only, which keeps a copy and brings it to this version."
        }
        words.store.logAlone = {
            "\($0) is empty or missing, but its log, \($0)-wal, is there and holds what was saved last. Nothing was touched; put the store, or a copy of both files, back beside the log. To begin with an empty gallery, move the log away."
        }
        words.store.readOnly = "This gallery is read-only. Nothing was changed."
        words.store.copyUnusable =
            "This machine's copy of the gallery cannot be used. A new one is made by itself; try again in a moment."
        words.store.isDamaged =
            "The store is damaged. Nothing was changed; stop Aviary and put a backup in its place."
        return words
    }()
}
