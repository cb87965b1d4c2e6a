/// Whose photographs a page shows.
enum PhotoPlace: Hashable, Sendable {
    case all
    case album(Album.ID)
    case trash

    var album: Album.ID? { if case .album(let id) = self { id } else { nil } }

    func query(_ arrangement: PhotoArrangement, search: String) -> PhotoQuery {
        let scope: PhotoQuery.Scope =
            switch self {
            case .all: arrangement.onlyFavorites ? .favorites : .all
            case .album(let id): .album(id)
            case .trash: .trash
            }
        return PhotoQuery(scope: scope, order: arrangement.order, sections: arrangement.sections, search: search)
    }

    /// What is said while there is nothing to show.
    func emptySentence(_ arrangement: PhotoArrangement, search: String) -> String {
        PhotosWords.nothing(in: self, isSearched: !search.isEmpty, onlyFavorites: arrangement.onlyFavorites)
    }
}
