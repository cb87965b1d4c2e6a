/// The reason why an action of the Photorama room failed.
enum PhotoramaError: Error, Hashable, CustomStringConvertible {
    case photoGone
    /// `typed` is the new name that a person typed.
    case tagGone(typed: String? = nil)
    case tagExists(String)
    /// The photo has no address to fetch a picture from.
    case noPicture
    /// The picture was fetched but could not be stored.
    case notStored
    case readOnly

    var description: String { PhotoramaWords.sentence(about: self) }
}
