import AviaryImages
import Foundation

/// What is known of a photograph that is about to be added. Its original is in the store of originals already.
struct NewPhoto: Hashable, Sendable {
    var name: String
    var content: ContentID
    var type: String
    var size: Int64
    var width: Int
    var height: Int
    var color: String
    /// In milliseconds since 1970; `nil` when the file does not say.
    var takenAt: Int64?
    var camera: String
}

/// What became of files that were to be added.
struct AddedPhotos: Hashable, Sendable {
    var added: [Photo.ID] = []
    /// Those that were in the trash, and are back.
    var broughtBack: [Photo.ID] = []
    /// Those that are there already, and not in the trash.
    var duplicates: [Photo.ID] = []
    var refused: [RefusedPhoto] = []
    /// Whether they were to be put into an album that is gone.
    var isAlbumGone = false

    static func += (all: inout AddedPhotos, more: AddedPhotos) {
        all.added += more.added
        all.broughtBack += more.broughtBack
        all.duplicates += more.duplicates
        all.refused += more.refused
        all.isAlbumGone = all.isAlbumGone || more.isAlbumGone
    }
}
