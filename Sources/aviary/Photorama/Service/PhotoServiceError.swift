/// Why a service's photographs cannot be had. Each case has one sentence of its own; no sentence has a key.
enum PhotoServiceError: Error, Hashable, CustomStringConvertible {
    /// The host cannot be reached.
    case offline(host: String)
    /// The answer did not come in time.
    case tooSlow(host: String)
    /// No TLS could be agreed on.
    case notSecure(host: String)
    /// The connection was lost in the middle of the answer.
    case interrupted(host: String)
    /// The answer breaks the rules of HTTP.
    case brokenAnswer(host: String)
    /// The server led elsewhere, without an end or to nowhere.
    case lost(host: String)
    /// An HTTP status that is no success.
    case status(Int, host: String)
    /// Status 429.
    case tooManyRequests(retryAfter: Duration?)
    /// A list that is no JSON, or of another form.
    case malformed
    /// The service says no: `stat` is `fail`.
    case refused(message: String)
    /// A list with photos, none of which can be read.
    case unreadablePhotos(Int)
    case brokenPicture
    /// `type` is what the answer says it is.
    case wrongType(String)
    case tooLarge(limit: Int)
    /// An address of the local network, or of another kind than http, to which a list or a picture led.
    case forbiddenAddress(FetchedKind)
    /// This program was built without an HTTP client.
    case noClient
    case noKey
    /// Nobody waits for it any more.
    case cancelled

    var description: String { PhotoramaWords.sentence(about: self) }
}
