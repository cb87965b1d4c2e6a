/// The reason why a service's photographs cannot be fetched. Each case has a sentence of its own. No sentence contains
/// a key.
enum PhotoServiceError: Error, Hashable, CustomStringConvertible {
    /// The host cannot be reached.
    case offline(host: String)
    /// The answer did not come in time.
    case tooSlow(host: String)
    /// No TLS connection could be negotiated.
    case notSecure(host: String)
    /// The connection was lost in the middle of the answer.
    case interrupted(host: String)
    /// The answer breaks the rules of HTTP.
    case brokenAnswer(host: String)
    /// The server redirected in a circle or to nowhere.
    case lost(host: String)
    /// An HTTP status other than success.
    case status(Int, host: String)
    /// Status 429.
    case tooManyRequests(retryAfter: Duration?)
    /// A list that is not JSON, or has another form.
    case malformed
    /// The service refused: `stat` is `fail`.
    case refused(message: String)
    /// A list with photos, none of which can be read.
    case unreadablePhotos(Int)
    case brokenPicture
    /// `type` is the type that the answer states.
    case wrongType(String)
    case tooLarge(limit: Int)
    /// A list or a picture led to an address in the local network, or to one that is not http.
    case forbiddenAddress(FetchedKind)
    /// This program was built without an HTTP client.
    case noClient
    case noKey
    /// No task waits for the answer any more.
    case cancelled

    var description: String { PhotoramaWords.sentence(about: self) }
}
