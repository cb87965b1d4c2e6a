import AviaryImages
import AviaryViews
import Foundation
import GRDB

/// A photograph as it is stored. Its original is a file that is named after the digest of its bytes.
struct Photo: Identifiable, Hashable, Sendable {
    let id: Int64
    /// The original name of the file.
    let name: String
    /// The digest of the original; `nil` when another program has written an invalid one.
    let content: ContentID?
    /// The type of the original, read from its bytes: `image/jpeg`.
    let type: String
    /// The size of the original, in bytes.
    let size: Int64
    /// The width after rotation upright, in pixels; at least 1.
    let width: Int
    let height: Int
    /// The average color, which fills a cell until its picture is loaded.
    let color: DisplayColor
    /// The time on the camera's clock, read as UTC. Without one, it is the time when the photograph was added.
    let takenAt: Date
    let createdAt: Date
    /// Empty when the file does not say.
    let camera: String
    let isFavorite: Bool
    /// The time at which it was put into the trash.
    let trashedAt: Date?

    var isTrashed: Bool { trashedAt != nil }

    /// Whether every browser shows the original.
    var isShownByBrowsers: Bool { type != "image/heic" && Self.types[type] != nil }

    /// Whether the original may have several frames, which its thumbnails do not have.
    var mayMove: Bool { type == "image/gif" || type == "image/webp" }

    /// The types of originals, and their file extensions.
    static let types = [
        "image/jpeg": "jpg", "image/png": "png", "image/webp": "webp", "image/gif": "gif", "image/avif": "avif",
        "image/heic": "heic",
    ]
}

extension Photo: FetchableRecord, TableRecord {
    static let databaseTableName = "photo"
    static let columns = [
        "name", "digest", "type", "bytes", "width", "height", "color", "takenAt", "createdAt", "camera", "isFavorite",
        "trashedAt",
    ]
    static var databaseSelection: [any SQLSelectable] { DatabaseValue.bounded(columns) }

    /// Reads a row that any program may have written.
    init(row: Row) throws {
        func text(_ column: String) throws -> String? { String.fromDatabaseValue(try row.stored(column)) }
        func number(_ column: String) throws -> Int64? { Int64.fromDatabaseValue(try row.stored(column)) }
        func date(_ column: String) throws -> Date? {
            // Dates are limited to the years 1 to 9999, which calendars support.
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
    /// `#rrggbb`.
    init?(hex: String) {
        guard hex.utf8.count == 7, hex.hasPrefix("#"), let value = UInt32(hex.dropFirst(), radix: 16) else {
            return nil
        }
        self.init(
            red: UInt8(truncatingIfNeeded: value >> 16), green: UInt8(truncatingIfNeeded: value >> 8),
            blue: UInt8(truncatingIfNeeded: value))
    }
}
