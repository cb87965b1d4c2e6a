import AviaryText
import Foundation

/// What `aviary upstream` prints.
extension CommandWords {
    static let installed =
        "PostgreSQL has the gallery's tables. Triggers log their changes for the machines that follow."
    static let rowsCopied = "The rows of the gallery are copied."
    static func copyOriginals(from folder: String) -> String {
        "Photographs: copy \(folder) to the folder that all machines see, and name that with --originals."
    }
    static let serve = "Now run on each machine: aviary serve --upstream …"
    static let removed = "Nothing of Aviary is left in the database but the tables and their rows."
    /// - Parameter faults: The faults, as parts of sentences.
    static func state(_ faults: [String]) -> [String] {
        faults.isEmpty ? ["All is installed."] : faults.map { "Not complete: \($0). Run aviary upstream install." }
    }
    static func log(rows: Int64, bytes: Int64) -> String {
        "The log has about \(Int(rows).counted("change")), \(size(bytes)) on PostgreSQL's disk."
    }
    static func nodes(_ lines: [String]) -> [String] {
        ["\(lines.isEmpty ? "Nobody follows" : lines.count.counted("node"))."] + lines.map { "  \($0)" }
    }
    static func follower(_ name: String, seen seconds: Int64, behind changes: Int64) -> String {
        "\(name): seen \(seconds) s ago, \(Int(changes).counted("change")) behind then"
    }
    private static func size(_ bytes: Int64) -> String { "\((bytes / 1_000_000).formatted(.number)) MB" }
}
