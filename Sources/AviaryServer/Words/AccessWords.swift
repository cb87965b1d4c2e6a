/// The words on the pages for signing in and out, and on the page that says that the server is full.
public struct AccessWords: Sendable {
    /// The language of these words, as a value of the attribute `lang`.
    public var language = "en"
    /// The title of all these pages, and the heading of those that have one.
    public var title = "Aviary"

    /// Asks a new browser for the token.
    public var tokenIsMissing = "This server asks for its token. It was shown where the server was started."
    /// Rejects a wrong token.
    public var tokenIsWrong = "That is not this server's token."
    /// Asks for the token again, because the browser's session has ended or is unknown.
    public var sessionHasEnded = "This browser is signed out. Enter the server's token to sign in again."
    /// Rejects a token after many wrong ones from the visitor's network. If the token is easy to guess, the right one
    /// is then rejected as well.
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

    /// The words in English.
    public init() {}
}
