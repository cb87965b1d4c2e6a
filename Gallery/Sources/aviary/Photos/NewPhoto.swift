import AviaryImages
import Foundation

/// The facts about a photograph that is about to be added. Its original is already on the disk.
struct NewPhoto: Hashable, Sendable {
    var name: String
    var content: ContentID
    var type: String
    var size: Int64
    var width: Int
    var height: Int
    var color: String
    /// The time in milliseconds since 1970; `nil` if it is unknown.
    var takenAt: Int64?
    var camera: String
}

/// The result of adding files.
struct AddedPhotos: Hashable, Sendable {
    var added: [Photo.ID] = []
    /// The contents of the photographs in `added`.
    var contents: [ContentID] = []
    /// The photographs that were in the trash, and were put back.
    var broughtBack: [Photo.ID] = []
    /// The photographs that were already in the gallery outside the trash, or whose content came before among the
    /// files.
    var duplicates: [Photo.ID] = []
    /// The photographs that were new in the album; `nil` without an album.
    var new: Set<Photo.ID>?
    var refused: [RefusedPhoto] = []
    /// Whether the album was deleted before the photographs could be put into it.
    var isAlbumGone = false

    /// The photographs that are new in the album or, without an album, in Photos.
    var changed: [Photo.ID] {
        let changed = added + broughtBack
        return changed + duplicates.filter { new?.contains($0) == true && !changed.contains($0) }
    }

    /// The photographs that were already in the album or, without an album, in Photos.
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
