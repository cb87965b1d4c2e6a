import AviaryServer
import GalleryPages

/// A room of the gallery: its pages, and the lists that all its windows share.
protocol GalleryRoom: Sendable {
    /// The link to the room, which each page shows.
    var link: NavigationLink { get }
    var routes: [Route] { get }
    /// What the room sends besides its pages. Nothing by default.
    var downloads: [Download] { get }
    /// The kinds of files that the room takes. None by default.
    var uploads: [Upload] { get }

    /// Makes what the first page shows of the room, for one window.
    func makePreview() -> RoomPreview
}

extension GalleryRoom {
    var downloads: [Download] { [] }
    var uploads: [Upload] { [] }
}

extension Asset {
    /// The style sheet of panels, for rooms that have some.
    static var panels: Asset { Asset("panels.css", EmbeddedFile.panels_css.bytes) }
}
