import AviaryText

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

    var description: String {
        switch self {
        case .photoGone: "That photo is not in the gallery any more. Nothing was changed."
        case .tagGone(nil): "That tag was deleted by someone else. Nothing was changed."
        case .tagGone(let typed?): "The tag you named \(typed.quoted) was deleted by someone else."
        case .tagExists(let name): "There is a tag \(name.quoted) already. Choose another name."
        case .noPicture: "The service gave no address for this picture."
        case .notStored: "The picture can't be stored here."
        case .readOnly: "The gallery is open for reading only, so nothing new is fetched. What is stored is shown."
        }
    }
}
