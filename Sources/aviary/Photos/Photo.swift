import AviaryImages
import AviaryViews
import Foundation
import GRDB

/// A photograph, as it is stored. Its original is a file under the digest of its bytes.
struct Photo: Identifiable, Hashable, Sendable {
    let id: Int64
    /// The file's name where it came from.
    let name: String
    /// What the original is known by; `nil` when another program wrote something else there.
    let content: ContentID?
    /// `image/jpeg`, as the original's bytes say.
    let type: String
    /// Of the original, in bytes.
    let size: Int64
    /// Upright, in pixels; never less than 1.
    let width: Int
    let height: Int
    /// What stands in a cell until the picture is there.
    let color: DisplayColor
    /// As the camera's clock said, read as if it were UTC; the time it was added when no camera has said.
    let takenAt: Date
    let createdAt: Date
    /// Empty when the file does not say.
    let camera: String
    let isFavorite: Bool
    /// When it was put into the trash.
    let trashedAt: Date?

    var isTrashed: Bool { trashedAt != nil }

    /// Whether every browser shows the original.
    var isShownByBrowsers: Bool { type != "image/heic" && Self.types[type] != nil }

    /// What originals are, and how such a file's name ends.
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
            // Beyond the year 9999 no calendar helps.
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
