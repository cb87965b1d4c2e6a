/// The photographs that a page shows: all, those of an album, or those in the trash.
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

    /// The message that replaces an empty list.
    func emptySentence(_ arrangement: PhotoArrangement, search: String) -> String {
        PhotosWords.nothing(in: self, isSearched: !search.isEmpty, onlyFavorites: arrangement.onlyFavorites)
    }
}
