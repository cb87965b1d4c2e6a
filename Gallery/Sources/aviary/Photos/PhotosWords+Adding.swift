import AviaryText
import Foundation

/// Messages about the files of one choice.
extension PhotosWords {
    /// The message about the added files; empty if none is needed.
    static func sentence(about summary: AdditionSummary, in view: AdditionSummary.View) -> String {
        let first = summary.changed.isEmpty ? unchanged(summary, in: view) : added(summary, in: view)
        let second =
            summary.isAlbumGone
            ? "That album was deleted. What you added is in Photos." : whyHidden(summary, in: view)
        return [first, second].compactMap(\.self).joined(separator: " ")
    }

    private static func added(_ summary: AdditionSummary, in view: AdditionSummary.View) -> String {
        let (changed, known, broughtBack) = (summary.changed, summary.known, summary.broughtBack)
        if changed.count == 1, broughtBack == 1, known.isEmpty, summary.names.count == 1 {
            return "\(summary.names[0]) was in the trash, and is back\(view.place == .trash ? " in Photos" : "")."
        }
        var text = "\(RoomWords.photos(changed.count)) added"
        switch view.place {
        case .album where !summary.isAlbumGone: text += " to \(view.albumName.quoted)"
        case .trash: text += " to Photos"
        default: break
        }
        if broughtBack > 0 { text += ", \(broughtBack.formatted(.number)) of them from the trash" }
        if !known.isEmpty {
            text += ", \(known.count.formatted(.number)) \(known.count == 1 ? "was" : "were") already here"
        }
        return text + (broughtBack == 0 ? summary.namesOfKnown.map { ": \(list($0))." } ?? "." : ".")
    }

    private static func unchanged(_ summary: AdditionSummary, in view: AdditionSummary.View) -> String? {
        let known = summary.known
        if known.isEmpty { return nil }
        let place = view.place.album != nil && !summary.isAlbumGone ? "this album" : "Photos"
        let what = summary.namesOfKnown.map(list) ?? "All \(RoomWords.photos(known.count))"
        return known.count == 1
            ? "\(what) is in \(place) already, so it was not added again."
            : "\(what) are in \(place) already, so they were not added again."
    }

    /// - Parameter names: At least one name.
    private static func list(_ names: [String]) -> String {
        guard names.count > 1, let last = names.last else { return names.first ?? "" }
        return "\(names.dropLast().joined(separator: ", ")) and \(last)"
    }

    private static func whyHidden(_ summary: AdditionSummary, in view: AdditionSummary.View) -> String? {
        guard view.hidden > 0, let filter = view.filter else { return nil }
        let count = Set(summary.changed + summary.known).count
        let which =
            view.hidden < count ? "\(view.hidden.formatted(.number)) of them" : count == 1 ? "it" : "them"
        return filter == .search
            ? "This search does not find \(which)." : "Among the favorites you do not see \(which)."
    }
}
