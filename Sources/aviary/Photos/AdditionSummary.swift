import AviaryText
import Foundation

/// What became of the files that a person chose at once, in a sentence.
struct AdditionSummary: Hashable, Sendable {
    /// The page that they were added on, and how much of them it shows.
    struct View: Hashable, Sendable {
        enum Filter: Hashable, Sendable { case search, favorites }

        var place = PhotoPlace.all
        var albumName = ""
        /// What may hide photographs of the place.
        var filter: Filter?
        /// How many are not seen there.
        var hidden = 0
    }

    /// The photographs that are new where they were added, those that came back from the trash among them.
    private(set) var changed: [Photo.ID] = []
    /// Those that were there already.
    private(set) var known: [Photo.ID] = []
    private(set) var isAlbumGone = false
    private var broughtBack = 0
    /// The names of the files that were there already, or in the trash, as far as they are told.
    private var names: [String] = []
    /// Whether nothing has come since the last sentence.
    var isTold = false

    private static let mostNames = 3

    /// - Parameter name: That of the file, where it was one.
    mutating func add(_ result: AddedPhotos, named name: String?) {
        isTold = false
        changed += result.changed
        known += result.known
        broughtBack += result.broughtBack.count
        isAlbumGone = isAlbumGone || result.isAlbumGone
        if let name, !result.known.isEmpty || !result.broughtBack.isEmpty, names.count <= Self.mostNames {
            names.append(name.onOneLine.shortened(to: 80).quoted)
        }
    }

    /// What was added before is not taken back together with what comes next.
    mutating func closeStep() {
        changed = []
        broughtBack = 0
    }

    /// What the step is called that adds so many files more.
    func stepName(adding count: Int) -> String {
        let all = changed.count + count
        return all == 1 ? "Add photo" : "Add \(all.counted("photo"))"
    }

    /// The photograph to which "Show" leads.
    var first: Photo.ID? { changed.first ?? known.first }

    /// Whether it is seen without a word: one photograph has appeared, and nothing else is to be said.
    func isPlain(in view: View) -> Bool {
        changed.count == 1 && known.isEmpty && broughtBack == 0 && !isAlbumGone && view.hidden == 0
            && view.place != .trash
    }

    func sentence(in view: View) -> String {
        let albumGone = isAlbumGone ? "That album was deleted. What you added is in Photos." : nil
        return [changed.isEmpty ? unchanged(in: view) : added(in: view), albumGone ?? whyHidden(in: view)]
            .compactMap(\.self).joined(separator: " ")
    }

    private func added(in view: View) -> String {
        if changed.count == 1, broughtBack == 1, known.isEmpty, names.count == 1 {
            return "\(names[0]) was in the trash, and is back\(view.place == .trash ? " in Photos" : "")."
        }
        var text = "\(changed.count.counted("photo")) added"
        switch view.place {
        case .album where !isAlbumGone: text += " to \(view.albumName.quoted)"
        case .trash: text += " to Photos"
        default: break
        }
        if broughtBack > 0 { text += ", \(broughtBack.formatted(.number)) of them from the trash" }
        if !known.isEmpty {
            text += ", \(known.count.formatted(.number)) \(known.count == 1 ? "was" : "were") already here"
        }
        return text + (broughtBack == 0 ? namesOfKnown.map { ": \($0)." } ?? "." : ".")
    }

    private func unchanged(in view: View) -> String? {
        if known.isEmpty { return nil }
        let place = view.place.album != nil && !isAlbumGone ? "this album" : "Photos"
        let what = namesOfKnown ?? "All \(known.count.counted("photo"))"
        return known.count == 1
            ? "\(what) is in \(place) already, so it was not added again."
            : "\(what) are in \(place) already, so they were not added again."
    }

    /// When they are few, and the names of all of them are known.
    private var namesOfKnown: String? {
        guard !known.isEmpty, names.count == known.count, names.count <= Self.mostNames else { return nil }
        let last = names[names.count - 1]
        return names.count == 1 ? last : "\(names.dropLast().joined(separator: ", ")) and \(last)"
    }

    private func whyHidden(in view: View) -> String? {
        guard view.hidden > 0, let filter = view.filter else { return nil }
        let count = Set(changed + known).count
        let which =
            view.hidden < count ? "\(view.hidden.formatted(.number)) of them" : count == 1 ? "it" : "them"
        return filter == .search
            ? "This search does not find \(which)." : "Among the favorites you do not see \(which)."
    }
}
