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
    /// The server redirected too often, or to an address that is not valid.
    case lost(host: String)
    /// The answer has an HTTP status other than success.
    case status(Int, host: String)
    /// The service was asked too often, as with the HTTP status 429.
    case tooManyRequests(retryAfter: Duration?)
    /// The answer is not JSON, or has no list of photos.
    case malformed
    /// The service refused the request: in Flickr's answer, `stat` is `fail`.
    case refused(message: String)
    /// The list has photos, but none of them can be read. The value is their number.
    case unreadablePhotos(Int)
    case brokenPicture
    /// The answer has an unexpected content type. The value is the type that the answer states.
    case wrongType(String)
    case tooLarge(limit: Int)
    /// The address of a list or a picture must not be fetched: it is in a private network, for instance, or not http or
    /// https.
    case forbiddenAddress(FetchedKind)
    /// This program was built without an HTTP client.
    case noClient
    case noKey
    /// No task waits for the answer any more.
    case cancelled

    var description: String { PhotoramaWords.sentence(about: self) }
}
