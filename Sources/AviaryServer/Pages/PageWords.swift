public import AviaryViews

/// What the server and the browser's script say on the pages of an app by themselves: English, unless an app says it in
/// another language.
///
///     var words = PageWords()
///     words.start = "Zum Anfang"
///     words.views.stillLoading = "Die Liste wird noch geladen. Versuche es gleich noch einmal."
///     words.script.sendingFiles = "%1 Dateien werden gesendet"
///     let app = LiveApp(name: "Pflanzen", language: "de", words: words, rooms: rooms)
public struct PageWords: Sendable {
    /// What collection views say.
    public var views = ViewWords()
    /// What is said of files that cannot be taken.
    public var uploads = UploadWords()
    /// What the pages say that ask for the token.
    public var access = AccessWords()
    /// What the browser's script says: about the connection, about files on their way.
    public var script = ScriptWords()

    // MARK: Pages

    /// The title of a page at an address where there is nothing.
    public var notFound = "Not found"
    /// The sentence on it, where a `NotFound` has no sentence of its own.
    public var nothingHere = NotFound().sentence
    /// The link from there to the first page.
    public var start = "Go to the start"
    /// What a browser shows that runs no scripts.
    public var withoutScripts =
        "Without JavaScript this page shows how things were when it was loaded, and only what comes first."
    /// The name of the navigation, which a screen reader says.
    public var navigation = "Rooms"
    /// An answer could not be made, for a reason that is in the log.
    public var serverFailed = "Something went wrong on the server. Its log has the details."

    // MARK: Actions

    /// An action failed in an app that does not say why.
    public var actionFailed = "That did not work. Try again."
    /// Whether an action was performed cannot be found out at present. It stays until that is known.
    public var outcomeUnknown =
        "It is not known yet whether this was saved: the database cannot be asked. The answer comes as soon as it can be."
    /// It was not known for a while, and now is: the action was not performed.
    public var wasNotSaved =
        "This was not saved: the connection to the database was lost. Nothing was changed; try again."
    /// An action was asked for in a sheet that is closed.
    public var isClosed = "What this was for has been closed, so nothing was done."
    /// A sheet was closed because its scene is lost.
    public var sheetIsLost = "The connection was lost, so what was open over the page was closed. Open it again."
    /// A question was answered that is not asked any more.
    public var questionIsGone =
        "The question was taken back before your answer arrived, so it did not count. Try again."
    /// What a menu was opened for is gone.
    public var menuIsGone = "Nothing was done: what the menu was for is gone."
    /// Too many actions of this window wait.
    public var tooManyActions = "Nothing was done: too many actions are waiting."
    /// Too much work of one person waits.
    public var tooMuchWork = HeavyWorkError.tooMuch.description
    /// Something was stopped, as nobody waited for it any more.
    public var wasStopped = "The connection was lost before this was done, so it was stopped. Try again."
    /// Too many large actions of all windows wait.
    public var tooManyLargeActions = "Nothing was done: too many large changes are waiting; try again in a moment."
    /// A large action takes long.
    public var working = "Working…"
    /// The title of the button that stops it.
    public var stop = "Stop"
    /// It was stopped before it was done.
    public var actionStopped = "Stopped."
    /// The person did not let a text be copied.
    public var notCopied = "Nothing was copied, and nothing else was changed."
    /// The connection was lost before the text was copied.
    public var copyInterrupted = "The connection was lost while copying. Nothing was changed."

    /// The words in English.
    public init() {}

    func sentence(of error: NotFound) -> String { error == NotFound() ? nothingHere : error.sentence }

    /// - Returns: `nil` for an error of the app's.
    func sentence(about error: any Error) -> String? {
        switch error {
        case is HeavyWorkError: tooMuchWork
        case is CancellationError: wasStopped
        case let error as ClipboardError: error == .refused ? notCopied : copyInterrupted
        case let error as UploadError: uploads.sentence(about: error)
        case let error as MoveRefusal: error.sentence(in: views)
        default: nil
        }
    }
}
