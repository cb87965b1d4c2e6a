/// The reason why an action of the Photos room failed.
enum PhotoError: Error, Hashable, CustomStringConvertible {
    /// `typed` is the new name that a person typed.
    case photoGone(typed: String? = nil)
    case albumGone(typed: String? = nil)
    /// The original file of a photograph is missing.
    case originalMissing(name: String)
    case refused([RefusedPhoto])
    case diskFull
    /// A photograph was moved by hand while another order is chosen. That order stays.
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
