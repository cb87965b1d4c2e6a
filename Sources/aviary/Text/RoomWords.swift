import AviaryText
import Foundation

/// Words that several rooms share. The words of a single room are in the room's folder, such as `PhotosWords`.
enum RoomWords {
    /// The locale of dates.
    static let locale = Locale(identifier: "en_US")

    // MARK: Numbers and names

    static func photos(_ count: Int) -> String { count.counted("photo") }
    static func colors(_ count: Int) -> String { count.counted("color") }
    /// - Parameter all: The number of all items, in words: "12 photos".
    static func selected(_ count: Int, of all: String) -> String { "\(count.formatted(.number)) of \(all) selected" }
    /// The nouns for one changed thing, in messages about steps that could not be undone.
    static let photo = "photo"
    static let color = "color"
    /// The name of a photograph whose stored name cannot be read.
    static let untitled = "Untitled"

    // MARK: Menus and buttons

    static let open = "Open"
    static let select = "Select"
    /// The title of the button, and the name of the undo step.
    static let favorite = "Favorite"
    static let delete = "Delete"
    /// The title of a button that shows the items which were added or made.
    static let show = "Show"
    static let done = "Done"
    static let cancel = "Cancel"

    // MARK: What was done

    static func favorites(_ count: Int, areAdded: Bool) -> String {
        "\(photos(count)) \(areAdded ? "added to favorites" : "no longer favorites")"
    }
    static func favorite(isAdded: Bool) -> String { isAdded ? "Added to favorites" : "No longer a favorite" }
    /// The message that colors were copied.
    ///
    /// - Parameter text: The copied text, which is shown for a single color.
    static func copied(_ text: String, count: Int) -> String {
        count == 1 ? "\(text) copied" : "\(colors(count)) copied"
    }

    // MARK: What cannot be done

    static let photosStillLoading = "The photos are still being loaded. Try again in a moment."
    static let colorsStillLoading = "The colors are still being loaded. Try again in a moment."
    static let nothingSelected =
        "Nothing is selected any more, so nothing was done. Select again, then repeat it."
    static let noSuchPhoto = "There is no such photo. It may have been deleted."
    static let noFilesHere =
        "Files can't be dropped here. Drop photographs on Photos, and palettes or pictures on Palette."
    static let noFavorites = "No favorites yet."
    static let noPhotos = "No photos yet."

    static func sentence(about error: NameError) -> String {
        switch error {
        case .blank: "A name can't be blank. The old one was kept."
        case .tooLong(let length):
            """
            A name has at most \(String.nameLimit) characters, and this one has \(length.formatted(.number)). \
            Shorten it; nothing was changed.
            """
        }
    }
}
