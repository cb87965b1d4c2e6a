#if Web
    /// Why nothing was fetched.
    ///
    /// No sentence has the path or the query of an address, where keys may be, or anything that was sent.
    public enum WebError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The address may not be asked, or the one that it leads to.
        case notAllowed(AddressFault)
        case unknownHost(String)
        /// No connection came about.
        case unreachable(String)
        /// TLS could not be agreed on: most often the certificate is not one for this host.
        case notSecure(String)
        /// The connection ended in the middle.
        case lostConnection(String)
        case tookTooLong(Duration)
        /// What the server answered instead; with the time that it wants to be left alone for.
        case status(Int, retryAfter: Duration?)
        case tooManyRedirects(limit: Int)
        /// A redirect to nowhere.
        case brokenRedirect
        /// The type that the answer has; nil when it says none.
        case wrongType(String?)
        case tooLarge(limit: Int)
        /// The answer breaks the rules of HTTP or of gzip.
        case malformedAnswer
        /// The task was cancelled.
        case cancelled
        /// ``WebClient/shutdown()`` was called.
        case shutDown

        public enum AddressFault: Hashable, Sendable {
            /// Neither http nor https.
            case scheme
            /// Not an address that everybody reads alike.
            case malformed
            /// Numbers that are an address only to some programs: 127.1, 0x7F000001.
            case unusualNumbers
            /// A name and a password before the host.
            case credentials
            case tooLong
            /// The host is this machine, in a local network, or in no network for all.
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
        /// In seconds, or in milliseconds if it is short.
        fileprivate var formatted: String {
            let (seconds, attoseconds) = components
            if seconds == 0 { return "\(attoseconds / 1_000_000_000_000_000) ms" }
            return attoseconds < 500_000_000_000_000_000 || seconds == .max ? "\(seconds) s" : "\(seconds + 1) s"
        }
    }
#endif
