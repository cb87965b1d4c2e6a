import AviaryColors
import GRDB

extension SRGB {
    /// The names of the columns with the channels of a color.
    static let columns = ["red", "green", "blue"]

    /// Reads the channels of a row, which any program may have written. A channel that is not a number from 0 to 1 is
    /// logged and replaced by the nearest number in this range.
    ///
    /// - Throws: `StoredRowError` if a column is missing.
    init(row: Row, of table: String) throws {
        func channel(_ name: String) throws -> Double {
            let stored = try row.stored(name)
            let number = Double.fromDatabaseValue(stored) ?? .nan
            let shown = SRGB(red: number, green: 0, blue: 0).red
            if shown != number {
                RowWarnings.shared.warn(
                    "A color is shown as well as it can be", table: table, row: try row.stored("id"),
                    details: [name: stored.inLog, "shown": "\(shown)"])
            }
            return shown
        }
        self.init(red: try channel("red"), green: try channel("green"), blue: try channel("blue"))
    }
}
