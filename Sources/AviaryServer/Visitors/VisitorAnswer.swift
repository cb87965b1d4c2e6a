/// The answer of a `VisitorCheck` about a request.
public enum VisitorAnswer: Sendable {
    /// The request comes from this person.
    case visitor(Visitor)
    /// Nobody has signed in, and the request is served all the same. `page.visitor` is `nil`.
    case anonymous
    /// The person has to sign in on a page of its own. A request for a page is led there, and any other request gets
    /// status 401. A window says that its person was signed out.
    ///
    /// - Parameters:
    ///   - at: The address of that page as browsers know it, so with the prefix of the app if the page is part of the
    ///     app: a path such as `/login`, or a URL.
    ///   - returningIn: The name of a parameter in the query of that page, which gets the address that was requested.
    ///     It is a path. The page leads there after the sign-in, and should refuse anything but a path of its own site.
    case signIn(at: String, returningIn: String? = nil)
    /// The browser has to ask for a name and a password, by a window of its own (`WWW-Authenticate: Basic`).
    ///
    /// - Parameter realm: Names to the person what the password is for.
    case password(realm: String)
    /// The person may not come in. The sentence says why, in the language of the app.
    case refused(String)
}
