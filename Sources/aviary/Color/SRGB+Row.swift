import GRDB
import Logging

extension SRGB {
    /// Reads the columns `red`, `green` and `blue` of a row that any program may have written: a channel that is no
    /// number from 0 to 1 is brought there, and named in the log.
    init(row: Row, of table: String) {
        func channel(_ name: String) -> Double {
            let stored: DatabaseValue = row[name]
            let number = Double.fromDatabaseValue(stored) ?? .nan
            let shown = Self.nearest(number)
            if shown != number {
                logger.warning(
                    "A color is shown as well as it can be",
                    metadata: [
                        "table": "\(table)", "id": "\(row["id"] ?? DatabaseValue.null)", name: "\(stored)",
                        "shown": "\(shown)",
                    ])
            }
            return shown
        }
        self.init(red: channel("red"), green: channel("green"), blue: channel("blue"))
    }
}

private let logger = Logger(label: "aviary.colors")
