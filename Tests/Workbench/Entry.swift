import AviaryViews
import GRDB

/// A row of the table `entry`: what the form has sent.
struct Entry: Codable, FetchableRecord, PersistableRecord, Sendable {
    static let databaseTableName = "entry"
    var id: Int64?
    var title: String
    var shelf: Int64
    var due: CalendarDate?
    var start: TimeOfDay
    var pages: Int
    var weight: Double
    var fill: String
    var mood: Mood
    var tags: String

    var summary: String {
        let words = [title, "\(shelf)", due?.description ?? "never", "\(start)", "\(pages)", "\(weight)", fill]
        return (words + [mood.rawValue, tags]).joined(separator: " ")
    }
}

enum Mood: String, Codable, CaseIterable {
    case calm, lively, stormy
}
