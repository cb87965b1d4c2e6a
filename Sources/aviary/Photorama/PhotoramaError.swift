/// Why something cannot be done in the Photorama room.
enum PhotoramaError: Error, Hashable, CustomStringConvertible {
    case photoGone
    /// `typed` is what it was to be called.
    case tagGone(typed: String? = nil)
    case tagExists(String)
    /// The photo has no address to fetch a picture from.
    case noPicture
    /// The picture was fetched, and is not on the disk.
    case notStored
    case readOnly

    var description: String { PhotoramaWords.sentence(about: self) }
}
