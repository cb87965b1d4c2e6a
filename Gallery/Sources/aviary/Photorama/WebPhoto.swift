import AviaryText
import AviaryViews
import Foundation
import GRDB

/// A photograph of a web service, as it is stored.
struct WebPhoto: Identifiable, Hashable, Sendable {
    let id: Int64
    /// The name of the photo's service. `remote` is the identifier of the photo at this service.
    let service: String
    let remote: String
    let title: String
    /// The name of the owner; empty if the service does not state it.
    let owner: String
    let license: String
    /// The photo's page at the service; http or https.
    let page: URL?
    let small: URL?
    let large: URL?
    /// The width of the large picture, in pixels; at least 1.
    let width: Int
    let height: Int
    /// The average color, which fills a cell until its picture is loaded. It is gray until the first fetch.
    let color: DisplayColor
    let takenAt: Date
    let createdAt: Date
    /// How often the photo was viewed in this gallery.
    let views: Int
    let isFavorite: Bool
}

extension WebPhoto: FetchableRecord, TableRecord {
    static let databaseTableName = "webPhoto"
    static var databaseSelection: [any SQLSelectable] { DatabaseValue.bounded(Schema.webPhotoColumns) }

    /// Reads a row. Any program may have written it, so each value may be missing, wrong or out of range.
    init(row: Row) throws {
        func text(_ column: String) throws -> String { String.fromDatabaseValue(try row.stored(column)) ?? "" }
        func number(_ column: String) throws -> Int64? { Int64.fromDatabaseValue(try row.stored(column)) }
        func date(_ column: String) throws -> Date? {
            try number(column).map {
                Date(timeIntervalSince1970: Double(max(-62_135_596_800_000, min($0, 253_402_300_799_000))) / 1000)
            }
        }
        id = try row.storedIdentifier()
        service = try text("service")
        remote = try text("remote")
        title = try text("title").shownAsName ?? RoomWords.untitled
        owner = try text("owner").shownAsName ?? ""
        license = try text("license").shownAsName ?? ""
        page = WebAddress.reading(try text("page"))
        small = WebAddress.reading(try text("small"))
        large = WebAddress.reading(try text("large"))
        width = Int(clamping: max(1, min(try number("width") ?? 1, 1_000_000)))
        height = Int(clamping: max(1, min(try number("height") ?? 1, 1_000_000)))
        color = DisplayColor(hex: try text("color")) ?? DisplayColor(red: 128, green: 128, blue: 128)
        createdAt = try date("createdAt") ?? .distantPast
        takenAt = try date("takenAt") ?? createdAt
        views = Int(clamping: max(0, try number("views") ?? 0))
        isFavorite = (try number("isFavorite") ?? 0) != 0
    }
}

/// Checks addresses that come from a service or from another program.
enum WebAddress {
    /// Reads an address.
    ///
    /// - Returns: `nil` unless the address is of http or https, has a host and no credentials, no space or control
    ///   character, and at most 1,000 bytes.
    static func reading(_ text: String) -> URL? {
        guard text.utf8.count <= 1_000,
            !text.unicodeScalars.contains(where: { $0.isSpace || $0.isDisruptive }),
            let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
            url.host()?.isEmpty == false, url.user() == nil, url.password() == nil
        else { return nil }
        return url
    }
}
