import AviaryImages
import AviaryText
import Foundation

/// Words that several rooms share. The words of a single room are in the room's folder, such as `PhotosWords`.
enum RoomWords {
    /// The locale of dates.
    static let locale = Locale(identifier: "en_US")

    // MARK: Numbers and names

    static func photos(_ count: Int) -> String { count.counted("photo") }
    static func colors(_ count: Int) -> String { count.counted("color") }
    static func size(_ number: Int, of count: Int) -> String { "Size \(number) of \(count)." }
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

    /// The reason why a file was not added, as the end of a sentence.
    static func refusal(by error: ImageError) -> String {
        switch error {
        case .unreadable(let reason): "it cannot be read (\(reason.onOneLine))"
        case .unwritable(let reason): "the gallery's disk cannot be written (\(reason.onOneLine))"
        // The reason of the picture library is left out, because it means nothing to a person.
        case .notAPicture: "it is no picture that can be read, or a broken one"
        case .tooLarge(let pixels, let limit):
            "it has \((pixels / 1_000_000).formatted(.number)) million pixels, and at most \((limit / 1_000_000).formatted(.number)) million are read"
        case .tooMuchMemory: "it needs more memory than a picture may have"
        case .endedTheWorker: "it is broken, or needs more memory than a picture may have"
        case .tookTooLong: "it takes too long to read"
        case .noWorker(let reason): "no process for pictures can be started (\(reason.onOneLine))"
        }
    }

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

extension ImageError {
    var isFullDisk: Bool {
        guard case .unwritable(let reason) = self else { return false }
        return [ENOSPC, EDQUOT, EFBIG].contains { String(cString: strerror($0)) == reason }
    }

    /// The reason why a file was not added, as the end of a sentence.
    var reasonOfRefusal: String { RoomWords.refusal(by: self) }
}
