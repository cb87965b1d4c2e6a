/// Where a photograph's files are. All of them are behind the gate of the pages.
extension Photo {
    /// How long the longer side of a thumbnail may be, in pixels: for screens with 1, 2 and 3 pixels a point, and for the
    /// page of one photograph.
    enum ThumbnailSide: Int, CaseIterable, Sendable {
        case small = 320
        case medium = 640
        case large = 960
        case screen = 2_560
    }

    /// A smaller picture: JPEG, or WebP with transparent parts. Its address has the content, so that a browser never asks
    /// twice.
    ///
    /// - Returns: `nil` when there is no original that could be known.
    func thumbnailPath(_ side: ThumbnailSide) -> String? {
        content.map { "/photos/thumbnail/\(side.rawValue)/\($0)" }
    }

    /// The file as it came, shown by browsers that can.
    var originalPath: String { "/photos/original/\(id)" }

    /// The file as it came, saved under its name.
    var downloadPath: String { "/photos/original/\(id)?save" }

    /// The file to be given away: without the place it was taken at and what else cameras write into it.
    var copyPath: String { "/photos/copy/\(id)" }
}
