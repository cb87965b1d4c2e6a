import AviaryText
import GRDB

/// Sentences for a person about errors of a store. They say what happened, what is safe, and what to do.
///
///     var options = LiveStore.Options()
///     options.words.program = "Drawer"
///
///     store.sentence(about: error)  // "The disk is full. Nothing was changed; free some space, then try again."
public struct StoreWords: Sendable {
    /// The name of the program.
    public var program = "this program"
    /// The word for a store: "gallery".
    public var noun = "store"
    /// How a person chooses another store: "choose another directory with --data". `nil` leaves this out.
    public var elsewhere: String?
    /// How a person creates an empty store: "start one with aviary serve". `nil` leaves this out.
    public var beginning: String?
    /// How a person brings a store to this version when it was to be opened for reading only.
    public var upgrading = "open it once for writing"

    /// Words that name neither the program nor its stores: "this program", "store".
    public init() {}

    /// Returns a sentence or two about any error. If the store has no words for an error, the error describes itself.
    public func sentence(about error: any Error) -> String {
        switch error {
        case let error as StoreError: sentence(about: error)
        case let error as ResultsError: sentence(about: error)
        case let error as DatabaseError: sentence(about: error)
        default: Self.sentence(aboutFiles: error) ?? Self.ownSentence(of: error)
        }
    }

    private func sentence(about error: StoreError) -> String {
        switch error {
        case .directoryUnusable(let path, let why):
            "The directory \(path) cannot hold the \(noun): \(why).\(elsewhere.map { " \($0.capitalizedFirst)." } ?? "")"
        case .nothingThere(let path): "There is no \(noun) in \(path).\(beginAgain)"
        case .damaged(let path):
            "\(path) is damaged, or isn't a \(noun). It was not touched; put a backup in its place\(orElsewhere)."
        case .foreign(let path):
            "\(path) is a database of another program, and no \(noun). It was not touched; move it elsewhere\(orElsewhere)."
        case .newer(let path):
            "\(path) was written by a newer version of \(program). It was not touched; open it with that version\(orElsewhere)."
        case .older(let path):
            "\(path) was written by an older version of \(program). It was not touched; \(upgrading), which keeps a copy and brings it to this version."
        case .misshapen(let path, let fault):
            "\(path) cannot be shown. \(fault) It was not touched; change its tables back, or put a backup in its place."
        case .logAlone(let path):
            "\(path) is empty or missing, but its log, \(path)-wal, is there and holds what was saved last. Nothing was touched; put the store, or a copy of both files, back beside the log. To begin with an empty \(noun), move the log away."
        case .logUnreadable(let path):
            "\(path) has a log beside it, \(path)-wal, which cannot be read where nothing can be written. Nothing was touched; copy both files to a directory that is writable."
        case .locked(let path, let holder):
            "Another program\(holder.map { " (\($0))" } ?? "") has locked the directory \(path). Nothing was touched; wait until it is done or stop it, then try again."
        case .readOnly: "This \(noun) is read-only. Nothing was changed."
        case .identifiersUsedUp(let table):
            "The table \(table) has used its largest id and takes no more rows. Nothing was changed; give those rows smaller ids, and lower its number in sqlite_sequence."
        case .copyUnusable:
            "This machine's copy of the \(noun) cannot be used. A new one is made by itself; try again in a moment."
        case .unreadable(let path, let error): "\(path) cannot be used: \(sentence(about: error))"
        case .notMigrated(let path, nil, let error):
            "\(path) is of an older version, and no copy could be made before changing it. \(sentence(about: error))"
        case .notMigrated(let path, let copy?, let error):
            "\(path) could not be brought to this version. As it was, it is in \(copy). \(sentence(about: error))"
        }
    }

    private var orElsewhere: String { elsewhere.map { ", or \($0)" } ?? "" }

    private var beginAgain: String {
        let ways = [beginning, elsewhere].compactMap(\.self).joined(separator: ", or ")
        return ways.isEmpty ? "" : " \(ways.capitalizedFirst)."
    }
}
