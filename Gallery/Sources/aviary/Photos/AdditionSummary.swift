import AviaryText

/// Sums up what happened to the files of one choice, for a message.
struct AdditionSummary: Hashable, Sendable {
    /// The page on which the files were added, and how many of the photographs it hides.
    struct View: Hashable, Sendable {
        enum Filter: Hashable, Sendable { case search, favorites }

        var place = PhotoPlace.all
        var albumName = ""
        /// The filter that may hide the photographs on this page.
        var filter: Filter?
        /// How many of the photographs the page hides. The trash hides all of them.
        var hidden = 0
    }

    /// The photographs that the current undo step added to the album or to Photos, including those that came back from
    /// the trash.
    private(set) var changed: [Photo.ID] = []
    /// The photographs that were already in the album or in Photos.
    private(set) var known: [Photo.ID] = []
    private(set) var isAlbumGone = false
    private(set) var broughtBack = 0
    /// The names of single files that were already there or in the trash. At most one name more than a message can list
    /// is kept. The extra name shows that there are too many.
    private(set) var names: [String] = []
    /// Whether a message has reported everything that was added so far.
    var isReported = false

    private static let mostNames = 3

    /// Adds the result of some files to the summary.
    ///
    /// - Parameter name: The name of the file if the result is about a single file.
    mutating func add(_ result: AddedPhotos, named name: String?) {
        isReported = false
        changed += result.changed
        known += result.known
        broughtBack += result.broughtBack.count
        isAlbumGone = isAlbumGone || result.isAlbumGone
        if let name, !result.known.isEmpty || !result.broughtBack.isEmpty, names.count <= Self.mostNames {
            names.append(name.onOneLine.shortened(to: 80).quoted)
        }
    }

    /// Begins a new undo step. Undoing it does not take back the photographs that were added before.
    mutating func closeStep() {
        changed = []
        broughtBack = 0
    }

    /// The name of the undo step, if this many files are added next.
    func stepName(adding count: Int) -> String {
        PhotosWords.Steps.add(changed.count + count)
    }

    /// The photograph to which "Show" scrolls.
    var first: Photo.ID? { changed.first ?? known.first }

    /// Whether a message is needless: one new photograph appeared, and nothing else happened.
    func isPlain(in view: View) -> Bool {
        changed.count == 1 && known.isEmpty && broughtBack == 0 && !isAlbumGone && view.hidden == 0
            && view.place != .trash
    }

    func sentence(in view: View) -> String { PhotosWords.sentence(about: self, in: view) }

    /// The names of the known photographs; `nil` if there are none or too many, or if a name is missing.
    var namesOfKnown: [String]? {
        guard !known.isEmpty, names.count == known.count, names.count <= Self.mostNames else { return nil }
        return names
    }
}

/// A message about added photographs, which waits until the page shows them.
struct AdditionReport: Hashable, Sendable {
    var sentence: String
    /// The photographs that are new in the album or in Photos.
    var photos: [Photo.ID]
    /// If true, the message is not shown when one of the photographs is in view.
    var isPlain: Bool
}
