/// What the pages say that ask for the token of a server, and that sign out.
public struct AccessWords: Sendable {
    /// The language of these words, as the attribute `lang` names it.
    public var language = "en"
    /// The title and the heading of each of these pages.
    public var title = "Aviary"

    /// Asks a new browser for the token.
    public var tokenIsMissing = "This server asks for its token. It was shown where the server was started."
    /// What was entered is another token.
    public var tokenIsWrong = "That is not this server's token."
    /// A browser that has signed out is asked for the token again.
    public var sessionHasEnded = "This browser is signed out. Enter the server's token to sign in again."
    /// Many wrong tokens came from the visitor's network.
    public var tokenIsWrongOften =
        "That is not this server's token. Many wrong ones came from your network; the right one still works."
    /// The label of the field.
    public var token = "Token"
    /// The button that sends the token.
    public var open = "Open"
    /// The link for a browser that is signed in already, and whose cookie was not sent.
    public var hasBeenHere = "I have been here before"

    /// Says who is signed in.
    ///
    /// - Parameter browsers: How many browsers are, this one included.
    public var signedIn: @Sendable (_ browsers: Int) -> String = { browsers in
        let others = browsers == 2 ? "one other browser is" : "\(browsers - 1) other browsers are"
        return "This browser is signed in\(browsers > 1 ? ", and \(others)" : "")."
    }
    /// The button that signs this browser out.
    public var signOut = "Sign out"
    /// The button that signs all browsers out.
    public var signOutEverywhere = "Sign out everywhere"
    /// Says what signing out does not do.
    public var signOutNote =
        "Whoever knows the token can sign in again. To lock others out, start the server with another token."
    /// The link to the first page.
    public var start = "Go to the start"
    /// The link to the page that was asked for.
    public var goOn = "Go on"

    /// All connections of the server are in use.
    public var serverIsFull = "This server is full. Try again in a moment."
    /// The link beside it.
    public var tryAgain = "Try again"

    /// The words in English.
    public init() {}

    func sentence(_ need: TokenNeed) -> String {
        switch need {
        case .missing: tokenIsMissing
        case .wrong: tokenIsWrong
        case .ended: sessionHasEnded
        case .wrongOften: tokenIsWrongOften
        }
    }
}
