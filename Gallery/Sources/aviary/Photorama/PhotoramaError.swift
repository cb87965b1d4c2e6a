/// The reason why an action of the Photorama room failed.
enum PhotoramaError: Error, Hashable, CustomStringConvertible {
    case photoGone
    /// The tag was deleted. `typed` is the name that the person gave it.
    case tagGone(typed: String? = nil)
    case tagExists(String)
    /// The photo has no address from which a picture can be fetched.
    case noPicture
    /// The picture was fetched but could not be stored.
    case notStored
    case readOnly

    var description: String { PhotoramaWords.sentence(about: self) }
}
