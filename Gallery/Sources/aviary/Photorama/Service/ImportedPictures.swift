import AviaryImages
import AviaryResults
import AviaryServer
import AviaryText
import Foundation
import GRDB

/// Offers the photographs of the Photos room as a service. Favorites come first in the list `interesting`. Photographs
/// in the trash are left out.
struct ImportedPictures: EmbeddedPictures {
    let library: PhotoLibrary

    /// The sizes of pictures, by Flickr's letters.
    private static let sides: [Character: Photo.ThumbnailSide] = ["n": .small, "z": .medium, "k": .screen]
    /// The prefix of identifiers, which distinguishes them from the numbers of generated photos.
    private static let prefix = "photo-"

    func page(of feed: RemoteFeed, from offset: Int, count: Int, base: String) async throws -> EmbeddedPage {
        let (photos, total) = try await library.store.read { db in
            let photos = Photo.filter(Self.filter(of: feed))
            return (
                try photos.order(Self.order(of: feed)).limit(count, offset: offset).fetchAll(db),
                try photos.fetchCount(db)
            )
        }
        return EmbeddedPage(photos: photos.map { Self.json($0, base: base) }, total: total)
    }

    func picture(of photo: Substring, _ letter: Character) async throws -> EmbeddedAnswer? {
        guard photo.hasPrefix(Self.prefix), let id = Photo.ID(photo.dropFirst(Self.prefix.count)),
            let side = Self.sides[letter]
        else { return nil }
        do {
            guard let content = try await library.photo(id).content else { return nil }
            let image = try await library.thumbnail(of: content, side)
            return EmbeddedAnswer(bytes: image.bytes, type: image.contentType)
        } catch is NotFound {
            return nil
        } catch is ImageError {
            return nil
        }
    }

    private static func filter(of feed: RemoteFeed) -> SQLExpression {
        let isThere = Column("trashedAt") == nil && Column("digest") != ""
        guard case .search(let words) = feed else { return isThere }
        return isThere && TextFunction.contains(words, in: "name")
    }

    private static func order(of feed: RemoteFeed) -> [any SQLOrderingTerm] {
        let newestFirst: [any SQLOrderingTerm] = [Column("createdAt").desc, Column("id").desc]
        return feed == .interesting ? [(Column("isFavorite") != 0).desc] + newestFirst : newestFirst
    }

    private static func json(_ photo: Photo, base: String) -> JSON {
        let date = photo.takenAt.formatted(
            .iso8601.year().month().day().dateTimeSeparator(.space).time(includingFractionalSeconds: false))
        var members: [String: JSON] = [
            "id": .string("\(prefix)\(photo.id)"), "title": .string((photo.name as NSString).deletingPathExtension),
            "datetaken": .string(date), "ispublic": .integer(1),
        ]
        let longer = max(photo.width, photo.height)
        for (letter, side) in sides {
            let shown = min(side.rawValue, longer)
            members["url_\(letter)"] = .string(EmbeddedPage.address(of: "\(prefix)\(photo.id)", letter, base: base))
            members["width_\(letter)"] = .integer(max(1, photo.width * shown / longer))
            members["height_\(letter)"] = .integer(max(1, photo.height * shown / longer))
        }
        return .object(members)
    }
}
