import Foundation

/// All sentences that the libraries say to a person, in one language.
///
///     var words = Words.english
///     words.page.start = "Home"
///     let app = LiveApp(name: "Plants", words: [words, .german], rooms: rooms)
///
/// A page speaks one language, which its browser chooses among those of the app. A controller reads the words of its
/// page as `page.words`. Beside the sentences of the libraries they have those of the app, see `AppWords`.
///
/// A sentence with a name or a number is a function. It returns the whole sentence, so the words may stand in any
/// order, and a number may decide about other words. The sentences of `script` are said by the browser, which runs no
/// Swift: there `%1` stands for the first name or number.
///
/// To translate the libraries, read this file from its top. The article *Another language* tells how.
public struct Words: Sendable {
    /// The language as a BCP 47 tag, such as `en` or `de-CH`: the attribute `lang` of a page.
    public var language = "en"
    /// What the server says on pages.
    public var page = Page()
    /// What collection views say.
    public var views = Views()
    /// What is wrong with the value of a form control.
    public var fields = Fields()
    /// What the browser's script says.
    public var script = Script()
    /// Why a file was not taken.
    public var uploads = Uploads()
    /// What the pages for signing in and out say.
    public var access = Access()
    /// The buttons for undo and redo, and what came of it.
    public var undo = Undo()
    /// The list of jobs.
    public var jobs = Jobs()
    /// What is wrong with a store.
    public var store = Store()
    /// The sentences of the app, by their types.
    var own: [ObjectIdentifier: any AppWords] = [:]

    /// The words in English, which are the defaults of all properties.
    public static let english = Words()

    private init() {}

    // MARK: On pages

    /// What the server says on pages.
    public struct Page: Sendable {
        // MARK: Pages

        /// The title of the page for an unknown address.
        public var notFound = "Not found"
        /// The sentence on that page, if the `NotFound` has no sentence of its own.
        public var nothingHere = "There is no page at this address."
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
        /// Shown when the server ended by a mistake in its code while it performed an action, and the action was not
        /// done.
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
        public var tooMuchWork =
            "Nothing was done: too much of what you asked for is still being worked on. Try again in a moment."
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
        /// The button that cancels a question, if the app gives it no title.
        public var cancel = "Cancel"
        /// The answer to a program or a browser that asks for a file that does not exist.
        public var nothingAtAddress = "There is nothing at this address."
    }

    // MARK: Lists

    /// What collection views say.
    public struct Views: Sendable {
        /// A screen reader says how many of all items are selected, unless the delegate's
        /// `collectionView(_:announcementOfSelection:)` gives another sentence.
        public var selection: @Sendable (_ count: Int, _ all: Int) -> String = { count, all in
            count == 0
                ? "Nothing selected" : "\(Words.number(count, in: "en")) of \(Words.number(all, in: "en")) selected"
        }
        /// Said when items to be selected are not known yet.
        public var stillLoading = "The list is still being loaded. Try again in a moment."
        /// Said when a person moves an item that was deleted meanwhile, or puts an item next to a deleted one.
        public var itemIsGone = "What was there is gone, so nothing was moved."
        /// Said when the delegate does not let an item be moved.
        public var itemIsFixed = "This can't be moved."
        /// Said when the delegate refuses the target of a move, and when an item of an outline would be moved below
        /// itself.
        public var targetIsRefused = "This can't be moved there."
        /// Said when the delegate refuses a drop.
        public var dropIsRefused = "This can't be dropped here."
    }

    // MARK: Forms

    /// What is wrong with the value of a form control. It stands beside the control.
    public struct Fields: Sendable {
        /// Said beside a control that is empty.
        public var missing = "Fill this in."
        /// Said beside a control where nothing is chosen, or something that is gone.
        public var notChosen = "Choose one."
        /// Said about a text that is no number.
        public var notNumber = "Type a number, such as 12.5."
        /// Said about a number that is not whole.
        public var notWhole = "Type a whole number, such as 12."
        /// Said about a text that is no date, such as 30 February.
        public var notDate = "Type a date of the calendar, in the years 1 to 9999."
        /// Said about a text that is no time of day.
        public var notTime = "Type a time of day, such as 07:30."
        /// Said about a text that is no color.
        public var notColor = "Choose a color, such as #3366cc."
        /// Said about a text with control characters.
        public var notText = "This text has characters that cannot be kept. Type it again."
        /// Said about a value that is too small.
        public var tooSmall: @Sendable (_ least: String) -> String = { "The least is \($0)." }
        /// Said about a value that is too large.
        public var tooLarge: @Sendable (_ most: String) -> String = { "The most is \($0)." }
        /// Said about a number between two steps.
        public var offStep: @Sendable (_ step: String, _ least: String) -> String = {
            "Type \($1), or more in steps of \($0)."
        }
        /// Said about a text that is too short.
        public var tooShort: @Sendable (_ least: Int) -> String = { "Type at least \($0) characters." }
        /// Said about a text that is too long.
        public var tooLong: @Sendable (_ most: Int) -> String = { "Type at most \($0) characters." }
    }

    // MARK: In the browser

    /// What the browser's script says.
    ///
    /// `%1`, `%2` and `%3` stand for a name or a number. A sentence may contain them in any order.
    public struct Script: Sendable {
        // MARK: The connection

        /// Shown while the connection is lost and the browser tries to reconnect.
        public var reconnecting = "Reconnecting…"
        /// Shown when the server has not answered for some seconds.
        public var noAnswer = "No answer yet. Still trying…"
        /// Shown when the server has no room for another browser window.
        public var serverIsFull = "Too many windows are open. This one waits."
        /// Shown when the session of this browser has ended, for instance because the token was changed.
        public var signedOut = "You were signed out. Reload to sign in. What you typed is kept."
        /// Shown when an action or a menu was requested without a connection, and did not reach the server in time.
        public var notConnected = "Not connected, so nothing was done. Try again later."
        /// Shown when an action is called without a connection, while so many wait already that no more are accepted.
        public var tooManyPresses = "Not connected, and other presses are waiting, so this one was not counted."

        // MARK: Pressing and typing

        /// Shown when the target of a press has only just moved under the pointer.
        public var pageMoved = "The page moved under the pointer, so this one was not counted."
        /// Shown when a button is pressed again before its action is done.
        public var stillWorking = "Still working on the first press, so this one was not counted."
        /// Shown when a text is longer than the server accepts.
        public var tooLong = "This is too long to be sent. Shorten it, then try again."
        /// Shown when a field's value was changed elsewhere while a person types in it: %1 is the field, %2 the value.
        public var changedElsewhere =
            "%1 was changed elsewhere to “%2”. Return keeps what you typed, Escape shows the change."
        /// Shown when an item was removed elsewhere while a person types in it: %1 is the text.
        public var removedElsewhere = "This was removed elsewhere while you were typing. You had typed “%1”."
        /// A text that was typed, %1, within `sheetIsGone`.
        public var typed = "“%1”"
        /// Shown when a sheet was closed while a person types in it: %1 is the texts, each as in `typed`.
        public var sheetIsGone = "What you were typing in has been closed. You had typed %1."
        /// Shown when a chosen row of a control was removed elsewhere: %1 is the control, %2 the row.
        public var choiceIsGone = "%1: “%2” was removed elsewhere, so it is not chosen any more."
        /// Tells a screen reader about the new value of a field: %1 is the field, %2 the value.
        public var fieldHasChanged = "%1 is now “%2”."
        /// Follows `fieldHasChanged` when one other field has changed.
        public var anotherHasChanged = "One more has changed."
        /// Follows `fieldHasChanged` when %1 other fields have changed.
        public var othersHaveChanged = "%1 more have changed."

        // MARK: Buttons and names

        /// The button that removes a sentence.
        public var dismiss = "Dismiss"
        /// The button that cancels what is going on.
        public var cancel = "Cancel"
        /// The name of a menu for screen readers.
        public var actions = "Actions"
        /// The name for screen readers of a slider beside a list (`data-scrubber`) that has no name of its own.
        public var sections = "Sections"

        // MARK: Copying

        /// The button that copies a text.
        public var copy = "Copy"
        /// The name of the text to copy for screen readers.
        public var textToCopy = "Text to copy"
        /// Explains why the text to copy is shown.
        public var copyByHand = "This browser lets you copy only by hand."

        // MARK: Moving and finding

        /// Tells a screen reader where keys have moved an item: %1 is the position, %2 the number of items.
        public var position = "Position %1 of %2."
        /// Like `position`, in the section %3.
        public var positionInSection = "Position %1 of %2 in %3."
        /// Tells where an item was dropped: %1 is the position, %2 the number of items.
        public var moved = "Moved to position %1 of %2."
        /// Like `moved`, in the section or the list %3.
        public var movedIntoSection = "Moved to position %1 of %2 in %3."
        /// Tells that an item was dropped in the list %1, which chooses the position.
        public var movedIntoList = "Moved to %1."
        /// Tells that an item was put back.
        public var notMoved = "Not moved."
        /// Tells a screen reader that no item has a title that begins with the typed text %1.
        public var nothingBegins = "Nothing begins with “%1”."

        // MARK: New items

        /// The button that leads to the end of a list, where one item has come.
        public var oneIsNew = "1 new"
        /// The button that leads to the end of a list, where %1 items have come.
        public var othersAreNew = "%1 new"

        // MARK: Sending files

        /// Shown when files are dropped where nothing takes them.
        public var noFilesHere = "Files can't be dropped here."

        /// Shown while the file %1 is sent.
        public var sendingFile = "Sending “%1”"
        /// Shown while %1 files are sent.
        public var sendingFiles = "Sending %1 files"
        /// Shown when the file %1 was not sent, for the reason %2.
        public var fileWasNotSent = "“%1” was not sent. %2"
        /// Shown when %1 files were not sent. The page lists each with its reason.
        public var filesWereNotSent = "%1 files were not sent."
        /// Shown when the file %1 was not sent because its sheet was closed.
        public var fileHasNoSheet =
            "“%1” was not sent, because the sheet was closed. Open it again, then choose what to send."
        /// Shown when the file %1 and another one were not sent because their sheet was closed.
        public var anotherHasNoSheet =
            "“%1” and one more file were not sent, because the sheet was closed. Open it again, then choose what to send."
        /// Shown when the file %1 and %2 others were not sent because their sheet was closed.
        public var filesHaveNoSheet =
            "“%1” and %2 more files were not sent, because the sheet was closed. Open it again, then choose what to send."
        /// The reason when the server refuses a file with the status %1, without a sentence.
        public var fileWasRefused = "The server did not take it (%1)."
        /// The reason when the browser cannot read a file.
        public var fileHasChanged = "It cannot be read any more: it was moved or changed since it was chosen."
        /// Shown when another page was left while it was sending files.
        public var filesAreWaiting = "Files are still waiting to be sent."
        /// The button that leads to that page.
        public var goOnSending = "Go on sending"
        /// The button that sends unsent files again.
        public var tryAgain = "Try again"
        /// The name of the list of files for screen readers.
        public var files = "Files"
        /// The name of the progress bar of all files for screen readers.
        public var sent = "Sent"
        /// The name of the progress bar of the file %1 for screen readers.
        public var fileSent = "%1, sent"
        /// The button that stops sending the file %1.
        public var cancelFile = "Cancel %1"

        // MARK: Keys

        /// The name of the key Control in a menu.
        public var keyControl = "Ctrl"
        /// The name of the key Shift in a menu.
        public var keyShift = "Shift"
        /// The name of the key Delete in a menu.
        public var keyDelete = "Del"
        /// The name of the key Enter in a menu.
        public var keyEnter = "Enter"
    }

    // MARK: Files

    /// Why a file was not taken. It stands beside the name of the file.
    public struct Uploads: Sendable {
        /// Shown when the file is larger than the upload allows (`UploadLimits.file`).
        ///
        /// - Parameter limit: The maximum size, for example "32 MB".
        public var tooLarge: @Sendable (_ limit: String) -> String = { limit in
            "This file is too large: \(limit) is the most. Nothing of it was kept."
        }
        /// Shown when the upload accepts files of other types.
        public var wrongType = "Files of this kind are not taken here. Nothing of it was kept."
        /// Shown when one visitor has too many unfinished uploads, or too many bytes in them.
        public var tooMany =
            "Too many files are on their way from this browser. This one can be sent when some are done."
        /// Shown when the server's disk has no room, or when all visitors together have too many unfinished uploads.
        public var full =
            "The server has no room for this file. Nothing of it was kept. Make room there, then send it again."
        /// Shown when the server does not have the file, for instance because it was removed before an action received
        /// it.
        public var lost = "This file is not on the server any more. Choose it once more."
        /// Shown when the browser has sent more bytes than announced.
        public var tooLong = "More came than this file was said to have, so nothing of it was kept. Send it again."
        /// Shown when another request for the same file has taken over.
        public var superseded = "Another connection has gone on with this file."
        /// Shown when the file is complete and an action is receiving it.
        public var hasArrived = "This file has arrived, and is just being put where it belongs."
        /// Shown when the connection was lost during the upload.
        public var interrupted = "The connection was lost. What came is kept."
        /// Shown when the file could not be stored for another reason. The log has the reason.
        public var notStored = "The server could not keep this file. Its log has the details."
    }

    // MARK: Signing in

    /// What the pages for signing in and out say, and the page of a full server.
    public struct Access: Sendable {
        /// The title of all these pages, and the heading of those that have one.
        public var title = "Aviary"

        /// Asks a new browser for the token.
        public var tokenIsMissing = "This server asks for its token. It was shown where the server was started."
        /// Rejects a wrong token.
        public var tokenIsWrong = "That is not this server's token."
        /// Asks for the token again, because the browser's session has ended or is unknown.
        public var sessionHasEnded = "This browser is signed out. Enter the server's token to sign in again."
        /// Rejects a token after many wrong ones from the visitor's network. If the token is easy to guess, the right
        /// one is then rejected as well.
        public var tokenIsWrongOften =
            "That is not this server's token. Many wrong ones came from your network; the right one still works."
        /// Answers a request for a file or an upload, when the person has to sign in first.
        public var signInNeeded = "Nobody is signed in. Load the page again, and sign in."
        /// Asks for a name and a password, after the person has closed the browser's own window for them.
        public var passwordNeeded = "This page asks for a name and a password. Load it again to enter them."
        /// Rejects a password after many wrong ones from the visitor's network.
        public var passwordIsWrongOften = "Many wrong passwords came from your network. Try again in a minute."
        /// Said when the app could not find out who the visitor is. The log has the reason.
        public var visitorUnknown = "It cannot be checked at the moment who you are. Try again soon."
        /// The label of the field.
        public var token = "Token"
        /// The button that sends the token.
        public var open = "Open"
        /// The link for a browser that is signed in already. Such a browser does not send its cookie if the navigation
        /// began at another site.
        public var hasBeenHere = "I have been here before"

        /// Reports how many browsers are signed in.
        ///
        /// - Parameter browsers: The number of browsers, including this one.
        public var signedIn: @Sendable (_ browsers: Int) -> String = { browsers in
            let others = browsers == 2 ? "one other browser is" : "\(browsers - 1) other browsers are"
            return "This browser is signed in\(browsers > 1 ? ", and \(others)" : "")."
        }
        /// The button that signs this browser out.
        public var signOut = "Sign out"
        /// The button that signs all browsers out.
        public var signOutEverywhere = "Sign out everywhere"
        /// Explains that signing out does not change the token.
        public var signOutNote =
            "Whoever knows the token can sign in again. To lock others out, start the server with another token."
        /// The link to the first page.
        public var start = "Go to the start"
        /// The link to the requested page.
        public var goOn = "Go on"

        /// Says that all connections of the server are in use.
        public var serverIsFull = "This server is full. Try again in a moment."
        /// The link below `serverIsFull`. It loads the same page again.
        public var tryAgain = "Try again"
    }

    // MARK: Undo

    /// The buttons for undo and redo, and what came of it.
    public struct Undo: Sendable {
        /// The title of the button that undoes, on the page and in a notice.
        public var undo = "Undo"
        /// The title of the button that redoes, on the page.
        public var redo = "Redo"
        /// The tooltip of the undo button, with the name of the step.
        public var undoStep: @Sendable (_ step: String) -> String = { "Undo: \($0)" }
        /// The tooltip of the redo button, with the name of the step.
        public var redoStep: @Sendable (_ step: String) -> String = { "Redo: \($0)" }

        /// Shown when there is no step to undo.
        public var noUndo = "There is nothing left to undo. Nothing was changed."
        /// Shown when there is no step to redo.
        public var noRedo = "There is nothing left to redo. Nothing was changed."
        /// Shown when the step to undo was lost.
        public var undoIsLost =
            "There is nothing left to undo. This program has restarted, or this page was away for too long. Nothing was changed."
        /// Shown when the step to redo was lost.
        public var redoIsLost =
            "There is nothing left to redo. This program has restarted, or this page was away for too long. Nothing was changed."
        /// Shown when a step changed nothing that could be undone.
        public var nothingToUndo = "There was nothing to undo. Nothing was changed."
        /// Shown when a step changed nothing that could be redone.
        public var nothingToRedo = "There was nothing to redo. Nothing was changed."

        /// Says what an undo has restored, when it has not restored everything: "2 tasks". A sentence about the rest
        /// follows.
        public var restored: @Sendable (_ things: String) -> String = { "\($0) restored." }
        /// Like `restored`, when nothing was.
        public var nothingRestored = "Nothing was restored."
        /// Says what a redo has changed again, when it has not done everything.
        public var changedAgain: @Sendable (_ things: String) -> String = { "\($0) changed again." }
        /// Like `changedAgain`, when nothing was.
        public var nothingChangedAgain = "Nothing was changed again."
        /// Says that things stayed as they are, because somebody has changed them since the step.
        public var keptAsChanged: @Sendable (_ count: Int, _ things: String) -> String = { count, things in
            count == 1
                ? "\(things) was left as it is because it was changed elsewhere."
                : "\(things) were left as they are because they were changed elsewhere."
        }
        /// Says that things stayed as they are, because their tables are not the same any more.
        public var keptWithTables: @Sendable (_ count: Int, _ things: String) -> String = { count, things in
            count == 1
                ? "\(things) was left as it is because another program has changed the tables of the store."
                : "\(things) were left as they are because another program has changed the tables of the store."
        }
        /// Says that rows of a table without history are gone.
        public var lost: @Sendable (_ count: Int, _ table: String) -> String = { count, table in
            "\(count.counted("row")) of the table \(table), which the step changed too, can't be restored: it has no history."
        }

        /// Says that the person's name has replaced a name that somebody else set meanwhile.
        public var replaced: @Sendable (_ other: String) -> String = {
            "Someone renamed it to “\($0)” meanwhile. Your name replaced it."
        }
        /// Says that the person's names have replaced some names of others. `pairs` is a list of `replacedPair`.
        public var replacedSeveral: @Sendable (_ count: Int, _ pairs: String) -> String = {
            "Someone renamed \($0) of these meanwhile. Your names replaced theirs: \($1)."
        }
        /// One of these names: the person's own, and the one by somebody else.
        public var replacedPair: @Sendable (_ own: String, _ other: String) -> String = { "“\($0)” replaced “\($1)”" }
        /// Says that the person's names have replaced more names of others than can be listed.
        public var replacedMany: @Sendable (_ count: Int) -> String = {
            "Someone renamed \($0) of these meanwhile. Your names replaced theirs."
        }
    }

    // MARK: Jobs

    /// The list of jobs.
    public struct Jobs: Sendable {
        /// The title of the list, and its name for screen readers.
        public var title = "Jobs"
        /// The sentence in place of an empty list.
        public var empty = "Nothing is running."
        /// The title of the button that cancels a job.
        public var cancel = "Cancel"
        /// The title of the button that begins a job again.
        public var tryAgain = "Try again"
        /// The title of the button that removes a job from the list.
        public var remove = "Remove"

        /// A job waits for its turn.
        public var waiting = "Waiting for its turn"
        /// A job runs, and nobody knows how much there is to do.
        public var running = "Running"
        /// A person has cancelled a job, and its work has not noticed yet.
        public var cancelling = "Stopping…"
        /// A job was cancelled.
        public var cancelled = "Cancelled"
        /// A job is done, and has no sentence of its own.
        public var done = "Done"
        /// The process of a job has ended before the work was done.
        public var interrupted = "Stopped, because its program has ended."
        /// Says how much of a job is done.
        public var progress: @Sendable (_ done: Int, _ total: Int) -> String = {
            "\(Words.number($0, in: "en")) of \(Words.number($1, in: "en"))"
        }
        /// Like `progress`, while nobody knows how much there is to do.
        public var progressWithoutEnd: @Sendable (_ done: Int) -> String = { "\(Words.number($0, in: "en")) done" }

        /// Shown when the program does not know the kind of a job.
        public var unknownKind: @Sendable (_ kind: String) -> String = {
            "This program does not know how to do “\($0)”. Nothing was begun."
        }
        /// Shown when the work of a job cannot be read.
        public var unreadable: @Sendable (_ title: String) -> String = {
            "This program cannot read what “\($0)” needs. Begin it anew."
        }
        /// Shown when a job that has not failed is to be tried again.
        public var notStopped = "The job has not stopped, or was removed. Nothing was begun."
        /// Shown when too many jobs wait.
        public var tooMany: @Sendable (_ count: Int) -> String = {
            "\($0) jobs wait already. Nothing was begun; try again when some are done."
        }
        /// Shown when the store is on a file system without locks.
        public var noLocks =
            "The file system of the store has no locks, so it can have no jobs. Nothing was begun; put it on a local disk."
        /// Shown while the program ends.
        public var closed = "The program is ending. Nothing was begun; try again when it is back."
    }

    // MARK: Stores

    /// The sentences about a store that fails. They tell what happened, what is safe, and what to do.
    public struct Store: Sendable {
        // MARK: A store that cannot be opened

        /// Its directory cannot be used, for a reason of the system.
        public var directoryUnusable: @Sendable (_ path: String, _ reason: String) -> String = {
            "The directory \($0) cannot hold the store: \($1)."
        }
        /// There is none.
        public var nothingThere: @Sendable (_ path: String) -> String = { "There is no store in \($0)." }
        /// Its file is damaged, or is none of SQLite.
        public var damaged: @Sendable (_ path: String) -> String = {
            "\($0) is damaged, or isn't a store. It was not touched; put a backup in its place."
        }
        /// Its file belongs to another program.
        public var foreign: @Sendable (_ path: String) -> String = {
            "\($0) is a database of another program, and no store. It was not touched; move it elsewhere."
        }
        /// A newer version of the program has written it.
        public var newer: @Sendable (_ path: String) -> String = {
            "\($0) was written by a newer version of this program. It was not touched; open it with that version."
        }
        /// An older version of the program has written it, and it was to be opened for reading only.
        public var older: @Sendable (_ path: String) -> String = {
            "\($0) was written by an older version of this program. It was not touched; open it once for writing, which keeps a copy and brings it to this version."
        }
        /// Its tables are not those of the program. `fault` is one of the next three sentences.
        public var misshapen: @Sendable (_ path: String, _ fault: String) -> String = {
            "\($0) cannot be shown. \($1) It was not touched; change its tables back, or put a backup in its place."
        }
        /// A table is missing in it.
        public var lacksTable: @Sendable (_ table: String) -> String = { "It has no table \($0)." }
        /// A column is missing in it.
        public var lacksColumn: @Sendable (_ table: String, _ column: String) -> String = {
            "Its table \($0) has no column \($1)."
        }
        /// A table in it has another primary key.
        public var lacksKey: @Sendable (_ table: String, _ column: String) -> String = {
            "In its table \($0) the column \($1) is not the primary key."
        }
        /// Its file is missing, but its log is there.
        public var logAlone: @Sendable (_ path: String) -> String = {
            "\($0) is empty or missing, but its log, \($0)-wal, is there and holds what was saved last. Nothing was touched; put the store, or a copy of both files, back beside the log. To begin with an empty store, move the log away."
        }
        /// Its log cannot be read where nothing can be written.
        public var logUnreadable: @Sendable (_ path: String) -> String = {
            "\($0) has a log beside it, \($0)-wal, which cannot be read where nothing can be written. Nothing was touched; copy both files to a directory that is writable."
        }
        /// Another program has locked its directory.
        public var locked: @Sendable (_ path: String) -> String = {
            "Another program has locked the directory \($0). Nothing was touched; wait until it is done or stop it, then try again."
        }
        /// Like `locked`, with the name of that program.
        public var lockedBy: @Sendable (_ path: String, _ program: String) -> String = {
            "Another program (\($1)) has locked the directory \($0). Nothing was touched; wait until it is done or stop it, then try again."
        }
        /// It cannot be used for another reason, which is a sentence.
        public var unreadable: @Sendable (_ path: String, _ reason: String) -> String = {
            "\($0) cannot be used: \($1)"
        }
        /// It was not migrated, because it could not be copied first.
        public var notCopied: @Sendable (_ path: String, _ reason: String) -> String = {
            "\($0) is of an older version, and no copy could be made before changing it. \($1)"
        }
        /// Its migration has failed.
        public var notMigrated: @Sendable (_ path: String, _ copy: String, _ reason: String) -> String = {
            "\($0) could not be brought to this version. As it was, it is in \($1). \($2)"
        }
        /// A migration has failed, with a reason that is a sentence.
        public var migrationFailed: @Sendable (_ reason: String) -> String = { "The migration failed. \($0)" }
        /// Like `migrationFailed`, with the name of the migration.
        public var namedMigrationFailed: @Sendable (_ name: String, _ reason: String) -> String = {
            "The migration “\($0)” failed. \($1)"
        }

        // MARK: Writing

        /// The store was opened for reading only.
        public var readOnly = "This store is read-only. Nothing was changed."
        /// A table has used its largest identifier.
        public var identifiersUsedUp: @Sendable (_ table: String) -> String = {
            "The table \($0) has used its largest id and takes no more rows. Nothing was changed; give those rows smaller ids, and lower its number in sqlite_sequence."
        }
        /// The copy of another database cannot be used.
        public var copyUnusable =
            "This machine's copy of the store cannot be used. A new one is made by itself; try again in a moment."
        /// The system reports an error of writing. A quota, or a limit for files, looks the same as a failing disk.
        public var diskFailing =
            "The disk can't be written: it is full, or failing. Nothing was changed; free some space, then try again."
        /// Another program holds the database.
        public var busy = "Another program holds the store. Nothing was changed; try again in a moment."
        /// The disk is full.
        public var diskFull = "The disk is full. Nothing was changed; free some space, then try again."
        /// The files of the store may not be written.
        public var notWritable =
            "The store is read-only. Nothing was changed; make it and its directory writable, then try again."
        /// The files of the store cannot be read.
        public var unreachable =
            "The store cannot be reached. Nothing was changed; check that its directory exists and is readable, then try again."
        /// The open database is damaged.
        public var isDamaged =
            "The store is damaged. Nothing was changed; stop this program and put a backup in its place."
        /// SQLite reports another error, by a message in English.
        public var otherError: @Sendable (_ message: String) -> String = {
            "The store reported an error: \($0). Nothing was changed."
        }

        // MARK: Reading

        /// A table is gone while a page shows it.
        public var tableIsGone: @Sendable (_ table: String) -> String = {
            "The store has no table \($0) any more. This page stays as it was until that change is undone, or a backup of the store is put back."
        }
        /// A column is gone while a page shows it.
        public var columnIsGone: @Sendable (_ table: String, _ column: String) -> String = {
            "The table \($0) has no column \($1) any more. This page stays as it was until that change is undone, or a backup of the store is put back."
        }
        /// A table cannot be read while a page shows it, for a reason of SQLite.
        public var tableUnreadable: @Sendable (_ table: String, _ message: String) -> String = {
            "The table \($0) cannot be read: \($1). This page stays as it was until that change is undone, or a backup of the store is put back."
        }
        /// The store was closed.
        public var closed = "The store was closed."
        /// The file of the store was moved away.
        public var gone: @Sendable (_ path: String) -> String = {
            "The store is gone: \($0) was moved or removed. Nothing is changed until it, or a copy of it, is put back."
        }
        /// Another file is in the place of the store.
        public var replaced: @Sendable (_ path: String) -> String = {
            "The store was replaced: \($0) is another file now. Nothing is changed until that one is opened, or this program is restarted."
        }
        /// The log of the store was removed.
        public var logGone: @Sendable (_ path: String) -> String = {
            "The store's log was removed from beside \($0). Nothing was changed. Try again in a moment; if it stays so, close the other programs that have the store open."
        }
        /// A step is too old to be undone.
        public var tooLongAgo: @Sendable (_ step: String) -> String = {
            "“\($0)” was too long ago to undo. Nothing was changed."
        }
        /// A row of an outline would be below itself.
        public var belowItself = "A row cannot be moved below itself."

        // MARK: Another database decides

        /// It does not answer.
        public var upstreamUnreachable = "The database cannot be reached. Nothing was changed; try again in a moment."
        /// The connection was lost while it saved.
        public var outcomeUnknown =
            "The connection to the database was lost while it was saving. It is not known whether the change was saved; look for it when the connection is back."
        /// The person was told before that it is not done.
        public var givenUp =
            "This was asked for once before, and the answer was that it was not done. Nothing was changed; try again."
        /// Others change the same rows.
        public var contested =
            "Others are changing the same things at the moment. Nothing was changed; try again in a moment."
        /// It refuses the change, for a reason of its own.
        public var refused: @Sendable (_ reason: String) -> String = {
            "The database does not take this change: \($0). Nothing was changed."
        }
        /// It cannot store a value, for a reason of its own.
        public var unstorable: @Sendable (_ table: String, _ column: String, _ reason: String) -> String = {
            "The database cannot store \($1) of \($0): \($2). Nothing was changed."
        }
        /// The table is none of those that follow it.
        public var outsideUpstream: @Sendable (_ table: String) -> String = {
            "The table \($0) does not follow the database, so a change of it would be lost. Nothing was changed."
        }
        /// A write would change the tables of its copy.
        public var schemaChanged = "A write cannot change the tables of a copy. Nothing was changed."

        // MARK: Mistakes of the app

        /// A request names a table that is not there.
        public var noTable: @Sendable (_ table: String) -> String = { "The database has no table or view named \($0)." }
        /// A table cannot have a history.
        public var noHistory: @Sendable (_ table: String) -> String = {
            "History cannot be kept of \($0): it is not a table with rowids."
        }
        /// The rows of a view cannot be told apart.
        public var noPrimaryKey: @Sendable (_ table: String) -> String = {
            "Nothing tells the rows of \($0) apart: name its key columns in the primaryKey of the request."
        }
        /// The log has no old values of a table.
        public var noOldValues: @Sendable (_ table: String) -> String = {
            "Nothing says what the rows of \($0) were: the history log has been trimmed, the table has become another one, or there is no history."
        }
        /// The rows of a request cannot be read. The reason is a sentence.
        public var rowsUnreadable: @Sendable (_ table: String, _ reason: String) -> String = {
            "The rows of \($0) cannot be read: \($1)."
        }
        /// The rows of a section do not stand together.
        public var scatteredSection: @Sendable (_ title: String) -> String = {
            "The rows of the section “\($0)” do not stand together. What sections are ordered by has to be the same for all rows of a section."
        }
        /// A receipt is used a second time.
        public var alreadyDone: @Sendable (_ receipt: String) -> String = {
            "The action with the receipt \($0) was done before; it is not done again."
        }
        /// A migration does not make the table for receipts.
        public var noReceipts =
            "The store has no table for receipts. Nothing was changed; call Receipts.install(in:) in a migration."

        // MARK: Other errors

        /// A file could not be written, because the disk is full.
        public var noSpace = "The disk is full. Free some space, then try again; what was saved before is safe."
        /// A file could not be written, because the disk is read-only.
        public var diskReadOnly =
            "The disk is read-only. Make it writable, then try again; what was saved before is safe."
        /// A file may not be used.
        public var fileForbidden =
            "A file can't be used, because its permissions forbid it. Change them, then try again; what was saved before is safe."
        /// A file is not there.
        public var fileMissing = "A file is missing. Put it back, then try again; what was saved before is safe."
        /// An error has no sentence of its own, only a name in the code.
        public var unknown: @Sendable (_ error: String) -> String = {
            "That did not work: \($0). What was saved before is safe; try again."
        }
    }

    // MARK: -

    /// A number as people write it in this language: "1,000" or "1.000".
    public func number(_ value: Int) -> String { Self.number(value, in: language) }

    /// A number with at most three decimals, as people write it in this language: "1.5" or "1,5".
    public func number(_ value: Double) -> String { value.formatted(.number.locale(Locale(identifier: language))) }

    static func number(_ value: Int, in language: String) -> String {
        value.formatted(.number.locale(Locale(identifier: language)))
    }
}
