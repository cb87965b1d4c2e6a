/// The reason why an action of the Photos room failed.
enum PhotoError: Error, Hashable, CustomStringConvertible {
    /// The photograph was deleted. `typed` is the name that the person gave it.
    case photoGone(typed: String? = nil)
    case albumGone(typed: String? = nil)
    /// The original file of a photograph is missing.
    case originalMissing(name: String)
    /// None of the files was added.
    case refused([RefusedPhoto])
    /// These files were not added, and others were.
    case someRefused([RefusedPhoto])
    case diskFull
    /// A photograph was dragged, but the page does not show the manual order. The order stays.
    case notByHand(PhotoQuery.Order)
    case foundBySearch

    var description: String { PhotosWords.sentence(about: self) }
}

/// A file that was not added as a photograph.
struct RefusedPhoto: Hashable, Sendable {
    var name: String
    /// The reason, as the end of a sentence: "it is no picture: …".
    var reason: String

    var sentence: String { PhotosWords.refused(name, because: reason) }
}
