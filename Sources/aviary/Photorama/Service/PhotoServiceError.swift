import AviaryText
import Foundation

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

    var description: String {
        switch self {
        case .offline(let host):
            "\(host.quoted) can't be reached. What is stored is shown. Check the connection, then try again."
        case .tooSlow(let host): "\(host.quoted) takes too long to answer. Try again later."
        case .interrupted(let host): "The connection to \(host.quoted) was lost before the answer was whole. Try again."
        case .notSecure(let host): "The connection to \(host.quoted) is not secure, so nothing was asked."
        case .brokenAnswer(let host): "\(host.quoted) breaks the rules of HTTP. Try again later."
        case .lost(let host): "\(host.quoted) leads elsewhere without an end. Try again later."
        case .status(let status, let host) where status >= 500:
            "\(host.quoted) has a fault of its own and answers \(status). Try again later."
        case .status(let status, let host): "\(host.quoted) does not answer this request: \(status)."
        case .tooManyRequests(nil): "The service has been asked too often. Try again in a while."
        case .tooManyRequests(let wait?):
            "The service has been asked too often. Try again in \(Int(max(1, min(wait.components.seconds, 604_800))).counted("second"))."
        case .malformed: "The service's answer can't be read: it is no list of photos."
        case .refused(let message): "The service says no: “\u{2068}\(message.onOneLine.shortened(to: 200))\u{2069}”."
        case .unreadablePhotos(let count): "None of the service's \(count.counted("photo")) can be read."
        case .brokenPicture: "The picture is broken."
        case .wrongType(let type): "The answer is \(type.quoted), which is not what was asked for."
        case .tooLarge(let limit): "The answer is larger than \((limit >> 20).formatted(.number)) MB, and was not read."
        case .forbiddenAddress(.list): "The address of the list leads into a private network, and was not asked."
        case .forbiddenAddress(.picture): "The address of the picture leads into a private network, and was not asked."
        case .noClient: "This program was built without an HTTP client, so only the embedded service works."
        case .noKey: "Flickr needs a key. Start Aviary with --flickr-key."
        case .cancelled: "Nobody waits for this any more."
        }
    }
}
