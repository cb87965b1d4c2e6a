import AviaryServer
import AviaryText
import Foundation

/// Reads lists of photos in the form of Flickr's API. Any server may have written a list, so it is not trusted.
///
/// Flickr sends numbers as numbers or as texts, and leaves out missing facts.
enum FlickrAnswer {
    /// The extra fields to request. `url_n` includes `width_n` and `height_n`.
    static let extras =
        "owner_name,license,date_taken,date_upload,url_s,url_n,url_m,url_z,url_c,url_l,url_h,url_k,url_o"

    /// Reads a list. Only a photo with an `owner` has a page at Flickr.
    ///
    /// - Throws: `PhotoServiceError.malformed`, `.refused`, or `.unreadablePhotos`.
    static func page(_ bytes: [UInt8]) throws(PhotoServiceError) -> RemotePage {
        guard case .object(let answer)? = JSON(parsing: String(decoding: bytes, as: UTF8.self)) else {
            throw .malformed
        }
        if answer["stat"]?.remoteText == "fail" {
            throw .refused(message: answer["message"]?.remoteText ?? PhotoramaWords.noReason)
        }
        guard case .object(let list)? = answer["photos"], case .array(let photos)? = list["photo"] else {
            throw .malformed
        }
        let page = list["page"]?.remoteNumber ?? 1
        let pages = list["pages"]?.remoteNumber
        return try RemotePage(
            photos, isLast: photos.isEmpty || pages.map { page >= $0 } ?? false,
            reading: RemotePhoto.init(flickr:))
    }
}

extension RemotePage {
    /// The largest number of photos in a page, more than any service sends. The rest of a longer list is ignored. A
    /// page is stored in one transaction, which blocks all other writes.
    private static let mostPhotos = 2_000

    /// Reads photos, and counts those that cannot be read. Of duplicates, only the first is kept.
    ///
    /// - Throws: `PhotoServiceError.unreadablePhotos` if there are photos, but none of them can be read.
    init(
        _ list: [JSON], isLast: Bool, reading read: ([String: JSON]) -> RemotePhoto?
    ) throws(PhotoServiceError) {
        var known: Set<String> = []
        self.init(photos: [], isLast: isLast)
        for element in list.prefix(Self.mostPhotos) {
            guard case .object(let members) = element, let photo = read(members) else {
                skipped += 1
                continue
            }
            if known.insert(photo.id).inserted { photos.append(photo) }
        }
        if photos.isEmpty, !list.isEmpty { throw .unreadablePhotos(list.count) }
    }
}

extension RemotePhoto {
    /// Reads the description of a photo.
    ///
    /// - Returns: `nil` for a photo without an identifier, or without an address of a picture.
    fileprivate init?(flickr photo: [String: JSON]) {
        guard let id = photo["id"]?.remoteID else { return nil }
        let pictures = FlickrPicture.sizes.sorted { $0.value < $1.value }
            .compactMap { FlickrPicture($0, of: photo) }.sorted { $0.side < $1.side }
        // Sorting is stable, so the same photo always gets the same pictures.
        guard let biggest = pictures.last else { return nil }
        let small = pictures.first { $0.side >= 320 } ?? biggest
        let large = pictures.first { $0.side >= 1_024 } ?? biggest
        let owner = photo["owner"]?.remoteID
        let page = owner.flatMap { WebAddress.reading("https://www.flickr.com/photos/\($0)/\(id)") }
        self.init(
            id: id, title: photo["title"]?.remoteText ?? "",
            owner: photo["ownername"]?.remoteText ?? owner ?? "",
            license: photo["license"]?.remoteNumber.flatMap { Self.licenses[$0] } ?? "",
            page: page, small: small.address, large: large.address,
            width: large.width, height: large.height,
            takenAt: photo["datetaken"]?.remoteText.flatMap(RemoteDate.reading)
                ?? photo["dateupload"]?.remoteNumber.flatMap(RemoteDate.reading))
    }

    /// The licenses by number, as in `flickr.photos.licenses.getInfo`.
    private static let licenses = [
        0: "All rights reserved", 1: "CC BY-NC-SA 2.0", 2: "CC BY-NC 2.0", 3: "CC BY-NC-ND 2.0", 4: "CC BY 2.0",
        5: "CC BY-SA 2.0", 6: "CC BY-ND 2.0", 7: "No known copyright restrictions",
        8: "United States government work", 9: "CC0 1.0", 10: "Public Domain Mark 1.0", 11: "CC BY 4.0",
        12: "CC BY-SA 4.0", 13: "CC BY-ND 4.0", 14: "CC BY-NC 4.0", 15: "CC BY-NC-SA 4.0", 16: "CC BY-NC-ND 4.0",
    ]
}

/// One of the pictures of a photo.
private struct FlickrPicture {
    /// The longest sides of Flickr's sizes, in pixels, for answers that do not state width and height.
    static let sizes = [
        "t": 100, "s": 240, "n": 320, "m": 500, "z": 640, "c": 800, "l": 1_024, "h": 1_600, "k": 2_048, "o": 2_049,
    ]

    let address: URL
    let width: Int
    let height: Int
    let side: Int

    init?(_ size: (key: String, value: Int), of photo: [String: JSON]) {
        guard let address = photo["url_\(size.key)"]?.remoteAddress else { return nil }
        self.address = address
        let sides = ["width", "height"].map { min(photo["\($0)_\(size.key)"]?.remoteNumber ?? 0, 1_000_000) }
        width = max(1, sides[0])
        height = max(1, sides[1])
        side = sides.allSatisfy { $0 > 0 } ? max(width, height) : size.value
    }
}
