import AviaryText

/// What the Photorama room says, beside its storyboards. Sentences about errors are in an extension.
enum PhotoramaWords {
    static let title = "Photorama"
    static let photoTitle = "Photo"

    // MARK: Menus and numbers

    static let fetchAgain = "Fetch again"
    static func views(_ count: Int) -> String { count.counted("view") }

    /// What undo and redo call the steps.
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
    /// - Parameter name: `nil` when the tag is gone.
    static func tagged(_ count: Int, with name: String?) -> String {
        "\(RoomWords.photos(count)) tagged \(name?.quoted ?? "with a deleted tag")"
    }
    /// What a refresh says of photos that could not be read.
    static func leftOut(_ count: Int) -> String {
        "Left out, because it can't be read: \(RoomWords.photos(count)) of the service."
    }
    static let searchIsTooLong = "A search has \(EmbeddedSearch.maximumLength) letters at most."
    static let notFound = "The service has no photo with these words."
    static let notFoundHere = "No photo here has these words."

    /// What is said where there are no photos, and nothing is searched.
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
    /// The heading of a photo's page.
    static let isGone = "This photo is not in the gallery any more"

    // MARK: Tags

    /// One thing, in the sentences about steps that could not be undone.
    static let tagNoun = "tag"
    static let tagsOfPhoto = "Tags of this photo"
    static func tagAdded(_ name: String) -> String { "Tag \(name) added" }
    static func tagDeleted(from count: Int) -> String {
        count == 0 ? "Tag deleted" : "Tag deleted, and taken from \(RoomWords.photos(count))"
    }
    /// What screen readers call the field and the buttons of a tag.
    static func tagField(_ name: String) -> String { "Name of tag \(name)" }
    static func deleteTag(_ name: String) -> String { "Delete tag \(name)" }
    static func showTag(_ name: String) -> String { "Show \(name)" }

    /// As it is done with a mouse, and with a finger.
    static let hint = (
        mouse: "Click a photo to open it or make it a favorite.",
        finger: "Tap a photo to open it or make it a favorite."
    )
}
