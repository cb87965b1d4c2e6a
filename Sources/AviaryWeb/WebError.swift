/// The reason why nothing was fetched.
///
/// `description` is a sentence for a person. No case and no sentence contains sent data, or the path and query of a
/// URL, because these may contain secrets.
public enum WebError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The address, or an address to which it redirects, must not be fetched.
    case notAllowed(AddressFault)
    /// No address was found for the name of this host, because there is no such name or no network.
    case unknownHost(String)
    /// No connection to this host could be made.
    case unreachable(String)
    /// TLS with this host failed. Most often its certificate is for another host.
    case notSecure(String)
    /// The connection to this host ended in the middle of an exchange.
    case lostConnection(String)
    /// The fetch did not end within this time, the ``WebConfiguration/deadline``.
    case tookTooLong(Duration)
    /// The server answered with this status, which is neither 200 nor a redirect. `retryAfter` is the wait that the
    /// server asks for; nil if it asks for none.
    case status(Int, retryAfter: Duration?)
    /// An attempt had more redirects than ``WebConfiguration/redirects``.
    case tooManyRedirects(limit: Int)
    /// A redirect stated no address, or an invalid one.
    case brokenRedirect
    /// The answer has this media type, which is not accepted; nil if the server stated no type or an invalid one.
    case wrongType(String?)
    /// The body has more bytes than the fetch allowed, compressed or not.
    case tooLarge(limit: Int)
    /// The answer breaks the rules of HTTP or of gzip, or has an encoding other than gzip.
    case malformedAnswer
    /// The task was cancelled.
    case cancelled
    /// ``WebClient/shutdown()`` was called.
    case shutDown

    /// The reason why an address must not be fetched.
    public enum AddressFault: Hashable, Sendable {
        /// The scheme is neither http nor https.
        case scheme
        /// The text is not an address that all programs read alike.
        case malformed
        /// The host is a form of an IPv4 address that only some programs accept: 127.1, 0x7F000001.
        case unusualNumbers
        /// The address has a name or a password before the host.
        case credentials
        /// The address has more than 8,192 bytes.
        case tooLong
        /// The host has no public address: it is this machine, in a local network, or in a reserved range.
        case notPublic(host: String)
    }

    public var description: String {
        switch self {
        case .notAllowed(let fault): fault.sentence
        case .unknownHost(let host): "There is no server \(host), or no connection to the internet."
        case .unreachable(let host): "The server \(host) cannot be reached."
        case .notSecure(let host): "The connection to \(host) is not secure."
        case .lostConnection(let host): "The connection to \(host) was lost."
        case .tookTooLong(let time): "The server did not answer in full within \(time.formatted)."
        case .status(429, let time):
            "The server has been asked too often\(time.map { ", and wants to be left alone for \($0.formatted)" } ?? "")."
        case .status(let code, _): "The server answered with status \(code)."
        case .tooManyRedirects(let limit): "The server led elsewhere more than \(limit) times."
        case .brokenRedirect: "The server led elsewhere, and did not say where."
        case .wrongType(let type?): "The server sent \(type), which was not asked for."
        case .wrongType(nil): "The server did not say what it sent."
        case .tooLarge(let limit): "The answer is larger than \(limit) bytes."
        case .malformedAnswer: "The server's answer is broken."
        case .cancelled: "The request was cancelled."
        case .shutDown: "The client has been shut down."
        }
    }
}

extension WebError.AddressFault {
    fileprivate var sentence: String {
        switch self {
        case .scheme: "The address is not one of http or https."
        case .malformed: "The address is malformed."
        case .unusualNumbers: "The address has a host in unusual numbers."
        case .credentials: "The address has a password in it."
        case .tooLong: "The address is too long."
        case .notPublic(let host): "The server \(host) is in a local network, where nothing is fetched from."
        }
    }
}

extension Duration {
    /// The duration in seconds, or in milliseconds if it is short.
    fileprivate var formatted: String {
        let (seconds, attoseconds) = components
        if seconds == 0 { return "\(attoseconds / 1_000_000_000_000_000) ms" }
        return attoseconds < 500_000_000_000_000_000 || seconds == .max ? "\(seconds) s" : "\(seconds + 1) s"
    }
}
