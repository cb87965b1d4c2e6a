import HTTPTypes

/// What to do with a request, as far as access goes.
enum AccessDecision: Equatable, Sendable {
    case allow
    /// What strangers may have, too; the connection stays a newcomer's.
    case allowAnybody
    /// Answer with a sentence for a person.
    case refuse(HTTPResponse.Status, String)
    /// Show the page that asks for the token; it leads to `next`.
    case askForToken(next: String, because: TokenNeed)
    /// The token is right: begin a session and lead to `next`, an address without the token.
    case exchange(next: String)
    /// The session goes on; lead to `next`, an address without the token.
    case leaveToken(next: String)
    /// The browser leaves its cookie at home on the way from another site; send it the same way once more.
    case comeAgain(next: String)
    /// Show the page on which a person signs out.
    case showSession
    /// End the session of this browser, or all.
    case endSession(all: Bool)
    /// A form's fields are in the body; ask `decide(form:)`.
    case readForm
}

/// Why a visitor is asked for the token.
enum TokenNeed: Equatable, Sendable {
    case missing
    case wrong
    /// The request shows a session that is over, or never was.
    case ended
    /// Wrong again, after many wrong ones from that address.
    case wrongOften
}

/// What a request's cookie says.
enum SessionState: Equatable, Sendable {
    case none
    case open(String)
    case ended
}
