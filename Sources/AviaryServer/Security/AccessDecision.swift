import AviaryText
import HTTPTypes

/// The decision of the access policy about a request.
enum AccessDecision: Equatable, Sendable {
    case allow
    /// Answer a request that is open to everybody. The connection still counts as a newcomer (`ConnectionLedger`).
    case allowAnybody
    /// Refuse the request with a sentence for a person.
    case refuse(HTTPResponse.Status, String)
    /// Show the page that asks for the token, and then leads to `next`.
    case askForToken(next: String, because: TokenNeed)
    /// Begin a session, because the token is right, and lead to `next`, an address without the token.
    case exchange(next: String)
    /// Keep the session, and lead to `next`, an address without the token.
    case leaveToken(next: String)
    /// Lead to `next` once more, because the browser withholds its cookie from a navigation that begins at another
    /// site.
    case comeAgain(next: String)
    /// Show the page for signing out.
    case showSession
    /// End the session of this browser, or of all browsers.
    case endSession(all: Bool)
    /// Read the fields of a form in the body, and then call `decide(form:)`.
    case readForm
}

/// The reason why a visitor is asked for the token.
enum TokenNeed: Equatable, Sendable {
    case missing
    case wrong
    /// The session in the request has ended, or never existed.
    case ended
    /// The token is wrong, and many wrong ones came from the same address before.
    case wrongOften
}

extension Words.Access {
    func sentence(_ need: TokenNeed) -> String {
        switch need {
        case .missing: tokenIsMissing
        case .wrong: tokenIsWrong
        case .ended: sessionHasEnded
        case .wrongOften: tokenIsWrongOften
        }
    }
}
