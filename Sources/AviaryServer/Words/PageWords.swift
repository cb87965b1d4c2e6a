public import AviaryViews

/// The words of the server and of the browser's script on the pages of an app. They are English, unless an app sets
/// others.
///
///     var words = PageWords()
///     words.start = "Zum Anfang"
///     words.views.stillLoading = "Die Liste wird noch geladen. Versuche es gleich noch einmal."
///     words.script.sendingFiles = "%1 Dateien werden gesendet"
///     let app = LiveApp(name: "Pflanzen", language: "de", words: words, rooms: rooms)
public struct PageWords: Sendable {
    /// The words of collection views.
    public var views = ViewWords()
    /// The reasons why files are refused.
    public var uploads = UploadWords()
    /// The words of the pages that ask for the token or refuse a visitor.
    public var access = AccessWords()
    /// The words of the browser's script, for instance about the connection and about uploads.
    public var script = ScriptWords()

    // MARK: Pages

    /// The title of the page for an unknown address.
    public var notFound = "Not found"
    /// The sentence on that page, if the `NotFound` has no sentence of its own.
    public var nothingHere = NotFound().sentence
    /// The link to the first page, on pages without a room.
    public var start = "Go to the start"
    /// Shown by a browser that runs no scripts.
    public var withoutScripts =
        "Without JavaScript this page shows how things were when it was loaded, and only what comes first."
    /// The name of the navigation for screen readers.
    public var navigation = "Rooms"
    /// Shown when the server could not answer a request because of an error. The log has the reason.
    public var serverFailed = "Something went wrong on the server. Its log has the details."

    // MARK: Actions

    /// Shown when an action or the reading of a page failed, in an app without `describe`.
    public var actionFailed = "That did not work. Try again."
    /// Shown while the server does not know whether an action was performed.
    public var outcomeUnknown =
        "It is not known yet whether this was saved: the database cannot be asked. The answer comes as soon as it can be."
    /// Shown when the outcome was unknown, and the server then finds that the action was not performed.
    public var wasNotSaved =
        "This was not saved: the connection to the database was lost. Nothing was changed; try again."
    /// Shown when the server ended by a mistake in its code while it performed an action, and the action was not done.
    public var serverEnded = "The server ended while it did this, and was started again. Nothing was changed."
    /// Shown when the sheet of an action is already closed.
    public var isClosed = "What this was for has been closed, so nothing was done."
    /// Shown when a sheet was closed because the server no longer had the page's scene.
    public var sheetIsLost = "The connection was lost, so what was open over the page was closed. Open it again."
    /// Shown when a person answers a question that was withdrawn.
    public var questionIsGone =
        "The question was taken back before your answer arrived, so it did not count. Try again."
    /// Shown when the list item for which a menu was opened no longer exists.
    public var menuIsGone = "Nothing was done: what the menu was for is gone."
    /// Shown when too many actions of one browser tab wait.
    public var tooManyActions = "Nothing was done: too many actions are waiting."
    /// Shown when too much work of one person waits.
    public var tooMuchWork = HeavyWorkError.tooMuch.description
    /// Shown when work was stopped because the connection was lost.
    public var wasStopped = "The connection was lost before this was done, so it was stopped. Try again."
    /// Shown when too many large actions wait, of one visitor or of all.
    public var tooManyLargeActions = "Nothing was done: too many large changes are waiting; try again in a moment."
    /// Shown when a large action takes long.
    public var working = "Working…"
    /// The title of the button that stops a large action.
    public var stop = "Stop"
    /// Shown when an action was stopped before it was done.
    public var actionStopped = "Stopped."
    /// Shown when the person did not allow a text to be copied.
    public var notCopied = "Nothing was copied, and nothing else was changed."
    /// Shown when the connection was lost before a text was copied.
    public var copyInterrupted = "The connection was lost while copying. Nothing was changed."

    /// The words in English.
    public init() {}

    func sentence(of error: NotFound) -> String { error == NotFound() ? nothingHere : error.sentence }
}
