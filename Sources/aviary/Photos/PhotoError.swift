import AviaryText

/// Why something cannot be done in the Photos room.
enum PhotoError: Error, Hashable, CustomStringConvertible {
    /// `typed` is what it was to be called.
    case photoGone(typed: String? = nil)
    case albumGone(typed: String? = nil)
    /// The file of a photograph is not where it was put.
    case originalMissing(name: String)
    case refused([RefusedPhoto])
    case diskFull
    /// A photograph was moved by hand where another order is chosen, which stays.
    case notByHand(PhotoQuery.Order)
    case foundBySearch

    var description: String {
        switch self {
        case .photoGone(nil): "That photo was removed by someone else. Nothing was changed."
        case .photoGone(let typed?): "The photo you named \(typed.quoted) was removed by someone else."
        case .albumGone(nil): "That album was removed by someone else. Nothing was changed."
        case .albumGone(let typed?): "The album you named \(typed.quoted) was removed by someone else."
        case .originalMissing(let name):
            "The original of \(name.quoted) is missing from the gallery's disk. Put the folder photos/originals back from a backup, or add the photo again."
        case .refused(let photos) where photos.count == 1: photos[0].sentence
        case .refused(let photos):
            "None of \(photos.count.counted("file")) was added. \(photos.prefix(3).map(\.sentence).joined(separator: " "))"
        case .notByHand(let order):
            "Photos are ordered by \(order == .name ? "name" : "date") here, so nothing was moved. Choose “By hand” under “View options” to move them."
        case .foundBySearch:
            "These photos are the result of a search, so nothing was moved. Clear the search to move photos."
        case .diskFull: "The disk is full. Free some space, then try again; what was saved before is safe."
        }
    }
}

/// A file that did not become a photograph.
struct RefusedPhoto: Hashable, Sendable {
    var name: String
    /// The end of a sentence: "it is no picture: …".
    var reason: String

    var sentence: String { "\(name.quoted) was not added: \(reason)." }
}
