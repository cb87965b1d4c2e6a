import AviaryText
import Foundation

/// The sentences about errors and about missing things.
extension PhotoramaWords {
    static let pictureNotStored = "This picture is not here yet."
    /// The reason of a refusal, if the service gives none.
    static let noReason = "no reason is given"
    /// Replaces the name of an unknown host.
    static let someService = "The service"
    private static let embeddedService = "the embedded service"
    /// Replaces the content type of an answer that does not state it.
    static let noType = "of no type"

    /// - Parameter service: The value of the option `--service`.
    static func notBuilt(for service: String) -> String {
        """
        --service \(service) needs an HTTP client, and this program was built without one. Build it with the trait Web, \
        or take --service embedded.
        """
    }

    static func sentence(about error: PhotoramaError) -> String {
        switch error {
        case .photoGone: "That photo is not in the gallery any more. Nothing was changed."
        case .tagGone(nil): "That tag was deleted by someone else. Nothing was changed."
        case .tagGone(let typed?): "The tag you named \(typed.quoted) was deleted by someone else."
        case .tagExists(let name): "There is a tag \(name.quoted) already. Choose another name."
        case .noPicture: "The service gave no address for this picture."
        case .notStored: "The picture can't be stored here."
        case .readOnly: "The gallery is open for reading only, so nothing new is fetched. What is stored is shown."
        }
    }

    /// A duration, in the largest unit that is precise enough.
    private static func span(_ wait: Duration) -> String {
        let seconds = max(1, min(wait.components.seconds, 604_800))
        func count(_ unit: Int64, _ name: String) -> String { Int((seconds + unit - 1) / unit).counted(name) }
        return switch seconds {
        case ...120: count(1, "second")
        case ...7_200: count(60, "minute")
        case ...172_800: count(3_600, "hour")
        default: count(86_400, "day")
        }
    }

    /// The name of a host within a sentence. The embedded service has a description instead, because its host is
    /// internal.
    private static func name(of host: String) -> String {
        host == EmbeddedEndpoint.host ? embeddedService : host.quoted
    }

    /// The name of a host at the beginning of a sentence.
    private static func subject(_ host: String) -> String { name(of: host).capitalizedFirst }

    static func sentence(about error: PhotoServiceError) -> String {
        switch error {
        case .offline(let host):
            "\(subject(host)) can't be reached. What is stored is shown. Check the connection, then try again."
        case .tooSlow(let host): "\(subject(host)) takes too long to answer. Try again later."
        case .interrupted(let host):
            "The connection to \(name(of: host)) was lost before the answer was whole. Try again."
        case .notSecure(let host): "The connection to \(name(of: host)) is not secure, so nothing was asked."
        case .brokenAnswer(let host): "\(subject(host)) breaks the rules of HTTP. Try again later."
        case .lost(let host): "\(subject(host)) redirects without an end. Try again later."
        case .status(let status, let host) where status >= 500:
            "\(subject(host)) has a fault of its own and answers \(status). Try again later."
        case .status(let status, let host):
            "\(subject(host)) does not answer this request: \(status)."
        case .tooManyRequests(nil): "The service has been asked too often. Try again in a while."
        case .tooManyRequests(let wait?):
            "The service has been asked too often. Try again in \(span(wait))."
        case .malformed: "The service's answer isn't a list of photos, so it can't be read. Try again later."
        case .refused(let message): "The service refused: “\u{2068}\(message.onOneLine.shortened(to: 200))\u{2069}”."
        case .unreadablePhotos(let count): "None of the service's \(count.counted("photo")) can be read."
        case .brokenPicture: "The picture is broken."
        case .wrongType(let type): "The answer is \(type.quoted), which is not what was asked for."
        case .tooLarge(let limit): "The answer is larger than \((limit >> 20).formatted(.number)) MB, and was not read."
        case .forbiddenAddress(.list): "The address of the list leads into a private network, and was not asked."
        case .forbiddenAddress(.picture): "The address of the picture leads into a private network, and was not asked."
        case .noClient:
            "This program was built without the trait Web, so only the embedded service works. Build it with that trait."
        case .noKey: "Flickr needs a key. Type it under “Photo service…”, or start Aviary with --flickr-key."
        case .cancelled: "Nobody waits for this any more."
        }
    }
}
