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

    var description: String { PhotosWords.sentence(about: self) }
}

/// A file that did not become a photograph.
struct RefusedPhoto: Hashable, Sendable {
    var name: String
    /// The end of a sentence: "it is no picture: …".
    var reason: String

    var sentence: String { PhotosWords.refused(name, because: reason) }
}
