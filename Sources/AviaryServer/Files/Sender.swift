/// The visitor that a request comes from, as far as a server can tell.
struct Sender: Hashable, Sendable {
    /// The key of the browser's session; "token" for a script that shows the token itself; `nil` where no token is asked
    /// for.
    var session: String?
    var address: String
    /// The address where it tells visitors apart: that of this machine does not.
    var peer: PeerAddress?

    /// What its share is counted for.
    var account: String { session ?? address }
}
