import Foundation

/// What the browser's script says by itself.
///
/// `%1`, `%2` and `%3` stand for a name or a number. A sentence may have them in another order.
public struct ScriptWords: Sendable {
    // MARK: The connection

    /// The connection is lost, and the browser tries to have it back.
    public var reconnecting = "Reconnecting…"
    /// The server has not answered for some seconds.
    public var noAnswer = "No answer yet. Still trying…"
    /// The server has as many windows as it takes.
    public var serverIsFull = "Too many windows are open. This one waits."
    /// The token was changed.
    public var signedOut = "You were signed out. Reload to sign in. What you typed is kept."
    /// An action was asked for, and there has been no connection for a while.
    public var notConnected = "Not connected, so nothing was done. Try again later."
    /// The same, while so many actions wait that no more are taken.
    public var tooManyPresses = "Not connected, and other presses are waiting, so this one was not counted."

    // MARK: Pressing and typing

    /// What is under the pointer came there a moment ago.
    public var pageMoved = "The page moved under the pointer, so this one was not counted."
    /// A button was pressed again before the action was done.
    public var stillWorking = "Still working on the first press, so this one was not counted."
    /// A text is longer than a server takes.
    public var tooLong = "This is too long to be sent. Shorten it, then try again."
    /// The value of a field was changed elsewhere while it is typed in: %1 is the field, %2 the value.
    public var changedElsewhere =
        "%1 was changed elsewhere to “%2”. Return keeps what you typed, Escape shows the change."
    /// An item was removed elsewhere while it was typed in: %1 is the text.
    public var removedElsewhere = "This was removed elsewhere while you were typing. You had typed “%1”."
    /// A sheet was closed while it was typed in: %1 is the texts.
    public var sheetIsGone = "What you were typing in has been closed. You had typed %1."
    /// A field has another value, for a screen reader: %1 is the field, %2 the value.
    public var fieldHasChanged = "%1 is now “%2”."
    /// Said behind that sentence when one other field has changed.
    public var anotherHasChanged = "One more has changed."
    /// The same when %1 others have changed.
    public var othersHaveChanged = "%1 more have changed."

    // MARK: Buttons and names

    /// Takes a sentence away.
    public var dismiss = "Dismiss"
    /// Ends what is going on.
    public var cancel = "Cancel"
    /// The name of a menu, for a screen reader.
    public var actions = "Actions"
    /// The name of a scrubber without one, for a screen reader.
    public var sections = "Sections"

    // MARK: Copying

    /// Copies a text.
    public var copy = "Copy"
    /// The name of a text that is to be copied, for a screen reader.
    public var textToCopy = "Text to copy"
    /// Why that text is shown.
    public var copyByHand = "This browser lets you copy only by hand."

    // MARK: Moving and finding

    /// Where keys have moved an item, for a screen reader: %1 is the position, %2 how many there are.
    public var position = "Position %1 of %2."
    /// The same in the section %3.
    public var positionInSection = "Position %1 of %2 in %3."
    /// Where an item was dropped: %1 is the position, %2 how many there are.
    public var moved = "Moved to position %1 of %2."
    /// The same in the section or the list %3.
    public var movedIntoSection = "Moved to position %1 of %2 in %3."
    /// An item was dropped in the list %1, which chooses the position.
    public var movedIntoList = "Moved to %1."
    /// An item is back where it was.
    public var notMoved = "Not moved."
    /// No item has a title that begins with what was typed, which is %1.
    public var nothingBegins = "Nothing begins with “%1”."

    // MARK: Sending files

    /// The file %1 is on its way.
    public var sendingFile = "Sending “%1”"
    /// %1 files are on their way.
    public var sendingFiles = "Sending %1 files"
    /// The file %1 was not sent, for the reason %2.
    public var fileWasNotSent = "“%1” was not sent. %2"
    /// %1 files were not sent: %2 is the first, and %3 the reason.
    public var filesWereNotSent = "%1 files were not sent. “%2”: %3"
    /// The file %1 was not sent, since nobody would take it.
    public var fileHasNoSheet =
        "“%1” was not sent, because the sheet was closed. Open it again, then choose what to send."
    /// The same for the file %1 and %2 others.
    public var filesHaveNoSheet =
        "“%1” and %2 more files were not sent, because the sheet was closed. Open it again, then choose what to send."
    /// The server gave a status, %1, and no reason.
    public var fileWasRefused = "The server did not take it (%1)."
    /// The browser cannot read a file.
    public var fileHasChanged = "It cannot be read any more: it was moved or changed since it was chosen."
    /// Another page was left while it sent files.
    public var filesAreWaiting = "Files are still waiting to be sent."
    /// Leads to that page.
    public var goOnSending = "Go on sending"
    /// Sends what was not sent.
    public var tryAgain = "Try again"
    /// The name of the list of files, for a screen reader.
    public var files = "Files"
    /// The name of a bar that shows how much of all files is sent, for a screen reader.
    public var sent = "Sent"
    /// The same for the bar of the file %1.
    public var fileSent = "%1, sent"
    /// Ends the sending of the file %1.
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
    /// The element by which a page tells its script the words; an English page has none.
    ///
    /// It is data, which no policy about scripts concerns.
    var markup: String {
        var translations = script.translations
        for (english, own) in [(PageWords().start, start), (PageWords().notFound, notFound)] where own != english {
            translations[english] = own
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard !translations.isEmpty, let json = try? encoder.encode(translations) else { return "" }
        // A `<` might end the element.
        let text = String(decoding: json, as: UTF8.self).replacing("<", with: "\\u003c")
        return "<script type=\"application/json\" data-words>\(text)</script>"
    }
}
