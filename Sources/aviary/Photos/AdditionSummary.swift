import AviaryText

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
    private(set) var broughtBack = 0
    /// The names of the files that were there already, or in the trash, as far as they are told.
    private(set) var names: [String] = []
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
        PhotosWords.Steps.add(changed.count + count)
    }

    /// The photograph to which "Show" leads.
    var first: Photo.ID? { changed.first ?? known.first }

    /// Whether it is seen without a word: one photograph has appeared, and nothing else is to be said.
    func isPlain(in view: View) -> Bool {
        changed.count == 1 && known.isEmpty && broughtBack == 0 && !isAlbumGone && view.hidden == 0
            && view.place != .trash
    }

    func sentence(in view: View) -> String { PhotosWords.sentence(about: self, in: view) }

    /// When they are few, and the names of all of them are known.
    var namesOfKnown: [String]? {
        guard !known.isEmpty, names.count == known.count, names.count <= Self.mostNames else { return nil }
        return names
    }
}
