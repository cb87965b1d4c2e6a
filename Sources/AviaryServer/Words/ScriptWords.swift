import Foundation

/// The words of the browser's script.
///
/// `%1`, `%2` and `%3` stand for a name or a number. A sentence may contain them in any order.
public struct ScriptWords: Sendable {
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
    /// Shown when a sheet was closed while a person types in it: %1 is the texts.
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

    /// The words in English.
    public init() {}

    private var sentences: [String] { Mirror(reflecting: self).children.compactMap { $0.value as? String } }

    /// The sentences that differ from the English ones, by the English ones.
    var translations: [String: String] {
        Dictionary(zip(ScriptWords().sentences, sentences)) { $1 }.filter { $0 != $1 }
    }
}

extension PageWords {
    /// The element with which a page passes the words to its script. An English page has none.
    ///
    /// It contains data, so it needs no permission for scripts in the content security policy.
    var markup: String {
        var translations = script.translations
        for (english, own) in [(PageWords().start, start), (PageWords().notFound, notFound)] where own != english {
            translations[english] = own
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard !translations.isEmpty, let json = try? encoder.encode(translations) else { return "" }
        // Escaped because a `<` might end the element.
        let text = String(decoding: json, as: UTF8.self).replacing("<", with: "\\u003c")
        return "<script type=\"application/json\" data-words>\(text)</script>"
    }
}
