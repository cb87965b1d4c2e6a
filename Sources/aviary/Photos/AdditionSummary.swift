import AviaryText

/// The result of adding the files of one choice, for a sentence.
struct AdditionSummary: Hashable, Sendable {
    /// The page on which the files were added, and how much of them it shows.
    struct View: Hashable, Sendable {
        enum Filter: Hashable, Sendable { case search, favorites }

        var place = PhotoPlace.all
        var albumName = ""
        /// The filter that may hide photographs of the place.
        var filter: Filter?
        /// How many of the photographs the filter hides.
        var hidden = 0
    }

    /// The photographs that are new in their place, including those that came back from the trash.
    private(set) var changed: [Photo.ID] = []
    /// The photographs that were already in their place.
    private(set) var known: [Photo.ID] = []
    private(set) var isAlbumGone = false
    private(set) var broughtBack = 0
    /// The names of files that were already there or in the trash, up to the number that a sentence lists.
    private(set) var names: [String] = []
    /// Whether nothing was added since the last sentence.
    var isTold = false

    private static let mostNames = 3

    /// Adds a result to the summary.
    ///
    /// - Parameter name: The name of the file, if it was a single one.
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

    /// Ends the undo step. Undo of the next step does not take back the photographs that were added before.
    mutating func closeStep() {
        changed = []
        broughtBack = 0
    }

    /// The name of the undo step after adding more files.
    func stepName(adding count: Int) -> String {
        PhotosWords.Steps.add(changed.count + count)
    }

    /// The photograph that "Show" opens.
    var first: Photo.ID? { changed.first ?? known.first }

    /// Whether the result is evident without a sentence: one new photograph appeared, and nothing else happened.
    func isPlain(in view: View) -> Bool {
        changed.count == 1 && known.isEmpty && broughtBack == 0 && !isAlbumGone && view.hidden == 0
            && view.place != .trash
    }

    func sentence(in view: View) -> String { PhotosWords.sentence(about: self, in: view) }

    /// The names of the known files, if they are few and all names are known.
    var namesOfKnown: [String]? {
        guard !known.isEmpty, names.count == known.count, names.count <= Self.mostNames else { return nil }
        return names
    }
}

/// A sentence about added photographs that the page shows.
struct AdditionReport: Hashable, Sendable {
    var sentence: String
    /// The photographs that are new in their place.
    var photos: [Photo.ID]
    /// Whether the result is evident without the sentence, if one of them is in view.
    var isPlain: Bool
}
