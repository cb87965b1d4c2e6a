import AviaryText

/// The words of the Photorama room that are not in its storyboards. An extension has those about errors.
enum PhotoramaWords {
    static let title = "Photorama"
    static let photoTitle = "Photo"

    // MARK: Menus and numbers

    static let fetchAgain = "Fetch again"
    static func views(_ count: Int) -> String { count.counted("view") }

    /// The names of the steps for undo and redo.
    enum Steps {
        static let keepInAlbum = "Keep in album"
        static let newTag = "New tag"
        static let renameTag = "Rename tag"
        static let deleteTag = "Delete tag"
        static func tag(isTicked: Bool) -> String { isTicked ? "Tag photo" : "Untag photo" }
    }

    // MARK: The list

    static let searching = "Searching…"
    static func newPhotos(_ count: Int) -> String { count.counted("new photo") }
    /// The number of photos with a tag.
    ///
    /// - Parameter name: The name of the tag; `nil` if it was deleted.
    static func tagged(_ count: Int, with name: String?) -> String {
        "\(RoomWords.photos(count)) tagged \(name?.quoted ?? "with a deleted tag")"
    }
    /// The number of photos of the embedded service.
    static func samples(_ count: Int) -> String { count.counted("sample photo") }
    /// The message after a refresh about photos that could not be read.
    static func leftOut(_ count: Int) -> String {
        "\(RoomWords.photos(count)) of the service can't be read and \(count == 1 ? "is" : "are") left out."
    }
    static func name(of service: ServiceKind) -> String {
        switch service {
        case .embedded: "Sample photos"
        case .flickr: "Flickr"
        case .openverse: "Openverse"
        }
    }
    /// The placeholder of the field for a key; `keyIsKept` is the one when a key is kept.
    static let key = "Key"
    static let keyIsKept = "Keep the present key"
    /// The message in the log about the file of the chosen service.
    static let choiceIsUnreadable = "The chosen photo service cannot be read, so Photorama shows sample photos"
    static let searchIsTooLong = "A search has \(EmbeddedSearch.maximumLength) letters at most."
    static let notFound = "The service has no photo with these words."
    static let notFoundHere = "No photo here has these words."

    /// The message that replaces an empty list without a search.
    static func nothing(in scope: PhotoramaQuery.Scope, isRefreshing: Bool) -> String {
        switch scope {
        case .feed where isRefreshing: "Fetching photos…"
        case .feed, .stored: RoomWords.noPhotos
        case .favorites: "\(RoomWords.noFavorites) Open a photo and press the heart."
        case .tag: "No photo has this tag yet. Open a photo and press “Tags”."
        }
    }

    // MARK: One photo

    static let keptInPhotos = "Kept in Photos"
    static let isKept = "This photo is in that album already"
    /// The heading of the page of a photo that was removed.
    static let isGone = "This photo is not in the gallery any more"

    // MARK: Tags

    /// The noun for one changed thing, in messages about steps that could not be undone.
    static let tagNoun = "tag"
    static let tagsOfPhoto = "Tags of this photo"
    static let newTagIsBlank = "The name of a new tag can't be blank. Nothing was added."
    static func tagAdded(_ name: String) -> String { "Tag \(name) added" }
    static func tagDeleted(from count: Int) -> String {
        count == 0 ? "Tag deleted" : "Tag deleted, and taken from \(RoomWords.photos(count))"
    }
    /// The names of the field and of the buttons of a tag, for screen readers.
    static func tagField(_ name: String) -> String { "Name of tag \(name)" }
    static func deleteTag(_ name: String) -> String { "Delete tag \(name)" }
    static func showTag(_ name: String) -> String { "Show \(name)" }

    /// The hint about opening photos, for a mouse and for a finger.
    static let hint = (
        mouse: "Click a photo to open it or make it a favorite.",
        finger: "Tap a photo to open it or make it a favorite."
    )
}
