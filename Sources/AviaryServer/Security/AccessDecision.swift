import HTTPTypes

/// What to do with a request, as far as access goes.
enum AccessDecision: Equatable, Sendable {
    case allow
    /// Answer with a sentence for a person.
    case refuse(HTTPResponse.Status, String)
    /// Show the page that asks for the token; it leads to `next`.
    case askForToken(next: String, wrong: Bool)
    /// The token is right: hand out the cookie and lead to `next`, an address without the token.
    case exchange(next: String)
    /// The browser leaves its cookie at home on the way from another site; send it the same way once more.
    case comeAgain(next: String)
    /// The token is in the body, a form's; ask `decide(form:)`.
    case readForm
}
