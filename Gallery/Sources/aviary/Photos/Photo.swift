import AviaryImages
import AviaryViews
import Foundation
import GRDB

/// A photograph as it is stored. Its original is a file with the digest of the bytes as its name.
struct Photo: Identifiable, Hashable, Sendable {
    let id: Int64
    /// The name of the file, or the name that a person has given since.
    let name: String
    /// The digest of the original; `nil` if another program has written an invalid one.
    let content: ContentID?
    /// The content type of the original: `image/jpeg`. It is detected from the bytes.
    let type: String
    /// The size of the original, in bytes.
    let size: Int64
    /// The width of the upright picture, in pixels; at least 1.
    let width: Int
    let height: Int
    /// The average color, which fills a cell until its picture is loaded.
    let color: DisplayColor
    /// The time on the camera's clock, read as UTC. Without one, it is the time in the file's name, of the file's last
    /// change, or of adding the file.
    let takenAt: Date
    let createdAt: Date
    /// The maker and model; empty if the file has none.
    let camera: String
    let isFavorite: Bool
    /// The time at which the photograph was put into the trash; `nil` outside the trash.
    let trashedAt: Date?

    var isTrashed: Bool { trashedAt != nil }

    /// Whether every browser shows the original.
    var isShownByBrowsers: Bool { type != "image/heic" && Self.types[type] != nil }

    /// Whether the original may be animated. Its thumbnails have only one frame.
    var mayMove: Bool { type == "image/gif" || type == "image/webp" }

    /// The known content types of originals, and their file extensions.
    static let types = [
        "image/jpeg": "jpg", "image/png": "png", "image/webp": "webp", "image/gif": "gif", "image/avif": "avif",
        "image/heic": "heic",
    ]
}

extension Photo: NamedRecord {
    static let databaseTableName = "photo"
    static var databaseSelection: [any SQLSelectable] { DatabaseValue.bounded(Schema.photoColumns) }

    /// Reads a row. Any program may have written it, so each value may be missing, wrong or out of range.
    init(row: Row) throws {
        func text(_ column: String) throws -> String? { String.fromDatabaseValue(try row.stored(column)) }
        func number(_ column: String) throws -> Int64? { Int64.fromDatabaseValue(try row.stored(column)) }
        func date(_ column: String) throws -> Date? {
            // Calendars support the years 1 to 9999, so other dates are limited to these.
            try number(column).map {
                Date(timeIntervalSince1970: Double(max(-62_135_596_800_000, min($0, 253_402_300_799_000))) / 1000)
            }
        }
        id = try row.storedIdentifier()
        name = try text("name")?.shownAsName ?? RoomWords.untitled
        content = try text("digest").flatMap(ContentID.init)
        type = try text("type").flatMap { Self.types[$0] == nil ? nil : $0 } ?? "application/octet-stream"
        size = max(0, try number("bytes") ?? 0)
        width = Int(clamping: max(1, min(try number("width") ?? 1, 1_000_000)))
        height = Int(clamping: max(1, min(try number("height") ?? 1, 1_000_000)))
        color = try text("color").flatMap(DisplayColor.init(hex:)) ?? DisplayColor(red: 128, green: 128, blue: 128)
        createdAt = try date("createdAt") ?? .distantPast
        takenAt = try date("takenAt") ?? createdAt
        camera = try text("camera")?.shownAsName ?? ""
        isFavorite = (try number("isFavorite") ?? 0) != 0
        trashedAt = try date("trashedAt")
    }
}

extension DisplayColor {
    /// Reads a color like `#rrggbb`; `nil` for any other text.
    init?(hex: String) {
        guard hex.utf8.count == 7, hex.hasPrefix("#"), let value = UInt32(hex.dropFirst(), radix: 16) else {
            return nil
        }
        self.init(
            red: UInt8(truncatingIfNeeded: value >> 16), green: UInt8(truncatingIfNeeded: value >> 8),
            blue: UInt8(truncatingIfNeeded: value))
    }
}
