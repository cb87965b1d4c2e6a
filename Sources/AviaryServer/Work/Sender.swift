/// The visitor who has sent a request, as far as the server can tell.
struct Sender: Hashable, Sendable {
    /// The key of the browser's session; "token" for a script that sends the token itself; `nil` where no token is
    /// needed.
    var session: String?
    var address: String
    /// The address; `nil` if it does not distinguish visitors, such as an address of this machine.
    var peer: PeerAddress?

    /// The account for limits per visitor.
    var account: String { session ?? address }
}
