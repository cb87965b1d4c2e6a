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
    /// The contents of those.
    var contents: [ContentID] = []
    /// Those that were in the trash, and are back.
    var broughtBack: [Photo.ID] = []
    /// Those that are there already, and not in the trash.
    var duplicates: [Photo.ID] = []
    /// Where an album was meant, those that were not in it.
    var new: Set<Photo.ID>?
    var refused: [RefusedPhoto] = []
    /// Whether they were to be put into an album that is gone.
    var isAlbumGone = false

    /// Those that are new where they were to be added.
    var changed: [Photo.ID] {
        let changed = added + broughtBack
        return changed + duplicates.filter { new?.contains($0) == true && !changed.contains($0) }
    }

    /// Those that were there already.
    var known: [Photo.ID] {
        let changed = Set(changed)
        return duplicates.filter { !changed.contains($0) }
    }

    static func += (all: inout AddedPhotos, more: AddedPhotos) {
        all.added += more.added
        all.contents += more.contents
        all.broughtBack += more.broughtBack
        all.duplicates += more.duplicates
        if let new = more.new { all.new = (all.new ?? []).union(new) }
        all.refused += more.refused
        all.isAlbumGone = all.isAlbumGone || more.isAlbumGone
    }
}
