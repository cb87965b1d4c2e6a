import AviaryText
import Foundation

/// The words of the Photos room that are not in its storyboards. Extensions have those about errors and added files.
enum PhotosWords {
    /// The titles of pages, and of links to them.
    enum Titles {
        static let photos = "Photos"
        static let photo = "Photo"
        static let albums = "Albums"
        static let album = "Album"
        static let trash = "Trash"
        /// The title in select mode.
        static let selectPhotos = "Select photos"
    }

    // MARK: Numbers, names and dates

    static func albums(_ count: Int) -> String { count.counted("album") }
    /// The noun for one changed thing, in messages about steps that could not be undone.
    static let albumNoun = "album"
    /// The heading of photographs without a date.
    static let withoutDate = "Without a date"

    /// The exposure time of a photograph, and its focal length.
    static func seconds(_ number: String) -> String { "\(number) s" }
    static func millimeters(_ number: String) -> String { "\(number) mm" }

    /// Where the time of a photograph comes from.
    static func dateSource(_ source: TakenDate.Source) -> String {
        switch source {
        case .camera: "from the camera"
        case .digitized: "when it was digitized"
        case .changed: "when it was last edited"
        case .xmp: "from its XMP data"
        case .receiver: "from GPS"
        case .fileName: "from the file’s name"
        case .file: "from the file itself"
        case .addition: "when it was added"
        }
    }

    /// The size of a file. Zero is written as a digit. To spell it out, Foundation would use one formatter for all
    /// threads, and ICU crashes when two threads use a formatter at once.
    static func size(_ bytes: Int64) -> String {
        bytes.formatted(.byteCount(style: .file, spellsOutZero: false).locale(RoomWords.locale))
    }

    /// The titles of buttons, also in menus and questions.
    enum Buttons {
        static let addToAlbum = "Add to album…"
        static let removeFromAlbum = "Remove from album"
        static let putBack = "Put back"
        /// The ellipsis means that a question follows.
        static let deleteForGoodAsking = "Delete for good…"
        static let deleteForGood = "Delete for good"
        static let deleteAlbum = "Delete album"
        static let renameAlbum = "Rename…"
        static let useAsCover = "Use as cover"
    }

    /// The names of the steps for undo and redo.
    enum Steps {
        static func add(_ count: Int) -> String { count == 1 ? "Add photo" : "Add \(RoomWords.photos(count))" }
        static let addToAlbum = "Add to album"
        static let removeFromAlbum = "Remove from album"
        static let deletePhotos = "Delete photos"
        static let deletePhoto = "Delete photo"
        static let putBack = "Put back"
        static let move = "Move"
        static let renamePhoto = "Rename photo"
        static let newAlbum = "New album"
        static let renameAlbum = "Rename album"
        static let deleteAlbum = "Delete album"
        static let useAsCover = "Use as cover"
        static let addSamples = "Add samples"
        static let removeSamples = "Remove samples"
    }

    // MARK: What is read out

    static let selecting = "Selecting. Tap photos to select them."
    static let doneSelecting = "Done selecting."

    static func arranged(_ order: PhotoQuery.Order, _ sections: PhotoQuery.Sections) -> String {
        switch (order, sections) {
        case (.manual, _): "Ordered by hand."
        case (.name, _): "Ordered by name."
        case (.date, .none): "Ordered by date taken, the latest first."
        case (.date, .day): "Ordered by date taken, in days."
        case (.date, .month): "Ordered by date taken, in months."
        }
    }

    // MARK: What was done

    static func added(_ count: Int, toAlbum name: String) -> String {
        count == 0 ? "All of them are in \(name.quoted) already" : "\(RoomWords.photos(count)) added to \(name.quoted)"
    }
    static func removedFromAlbum(_ count: Int) -> String { "\(RoomWords.photos(count)) removed from the album" }
    static func trashed(_ count: Int) -> String { "\(RoomWords.photos(count)) moved to the trash" }
    static func putBack(_ count: Int) -> String { "\(RoomWords.photos(count)) put back" }
    static let trashedOne = "Photo moved to the trash"
    static let putBackOne = "Photo put back"
    static let isInTrash = "It is in the trash already."
    static let wasTrashed = "This photo was moved to the trash."
    static let isNotInTrash = "It is not in the trash any more."
    static func leftTrash(_ count: Int) -> String {
        "\(RoomWords.photos(count)) had left the trash meanwhile, and \(count == 1 ? "was" : "were") not deleted."
    }
    /// The heading of the page of a deleted photograph.
    static let isDeleted = "This photo was deleted for good"
    /// The message that a download of copies has begun. It mentions "Download original", which saves the files
    /// unchanged. A page cannot find out when a download ends, but the browser shows that.
    static let downloadBegun = """
        The download has begun. Shared copies have no location and no camera details. “Download original” on a photo's \
        page saves the file as it came.
        """

    // MARK: Files

    static let zipName = "Photos.zip"
    /// The name of the text file in a zip that lists the missing photographs.
    static let missingName = "Missing.txt"

    // MARK: Questions

    static func deleteForGoodQuestion(_ count: Int) -> String { "Delete \(RoomWords.photos(count)) for good?" }
    static func emptyTrashQuestion(_ count: Int, isSearched: Bool) -> String {
        "Delete \(RoomWords.photos(count)) \(isSearched ? "found in the trash" : "in the trash") for good?"
    }
    static let cannotBeUndone = "The files are removed from this machine. They cannot be brought back."

    // MARK: Albums

    /// The name of a new album.
    static let newAlbum = "New album"
    static func addToAlbum(_ count: Int) -> NameListWords {
        albumList(title: "Add \(RoomWords.photos(count)) to an album")
    }
    static func albumList(title: String) -> NameListWords {
        NameListWords(
            title: title, field: "Name of the new album", placeholder: newAlbum, add: "Add", list: "Albums",
            nothing: "No albums yet. Name the first one above.")
    }
    static let renameAlbum = (title: "Rename album", label: "Name of the album")
    static func albumDeletedAndUndoable(_ name: String) -> String {
        "Album \(name.onOneLine.shortened(to: 80).quoted) deleted. \(photosStay)"
    }
    static let isCover = "It is the first photo of the album now, and its cover"
    static let deleteAlbumQuestion = "Delete this album?"
    static let photosStay = "Its photos stay in Photos."
    static func albumDeleted(_ name: String?) -> String {
        "The album\(name.map { " " + $0.onOneLine.shortened(to: 80).quoted } ?? "") was deleted. \(photosStay)"
    }

    // MARK: Samples

    /// The file name of a sample.
    static func sampleName(_ motif: String) -> String { "Sample \(motif).jpg" }
    static func samples(_ count: Int) -> String {
        "\(count.counted("sample")), drawn for Aviary."
    }
    static func samplesAdded(_ count: Int) -> String {
        count == 0 ? "The samples are all here already" : "\(count.counted("sample")) added"
    }
    static func samplesRemoved(_ count: Int) -> String { "\(count.counted("sample")) moved to the trash" }

    // MARK: In place of photographs

    static func nothing(in place: PhotoPlace, isSearched: Bool, onlyFavorites: Bool) -> String {
        if isSearched { return "No photos match this search." }
        return switch place {
        case .all: onlyFavorites ? RoomWords.noFavorites : RoomWords.noPhotos
        case .album: "No photos in this album yet."
        case .trash: "The trash is empty."
        }
    }
    /// The hint about moving photographs, for a mouse and for a finger.
    static let hint = (mouse: "Drag a photo to move it.", finger: "Hold a photo, then drag it to move it.")
}
