import AviaryColors
import GRDB
import GRDBSQLite

/// Sort keys for the look of colors. Each is an SQL function that SQLite calls with the channels of a row.
///
/// See `SQLFunction`.
enum SwatchFunction: String, CaseIterable {
    /// The hue in degrees, as in `oklch()`. A gray has no hue. Its value is its lightness minus two, so grays come
    /// first.
    case hue = "aviary_hue"
    case lightness = "aviary_lightness"
    case chroma = "aviary_chroma"

    /// The expression for a request of swatches.
    var ofRow: SQL { SQL(sql: "\(rawValue)(red, green, blue)") }

    func value(of color: SRGB) -> Double {
        let look = OKLCH(color)
        return switch self {
        case .hue: look.chroma > 0 ? look.hue : look.lightness - 2
        case .lightness: look.lightness
        case .chroma: look.chroma
        }
    }

    /// Registers all functions with a connection.
    static func install(in db: Database) throws {
        for function in allCases { try db.define(function.rawValue, arguments: 3, function.implementation) }
    }

    // A C function cannot capture values, so each case has its own function. GRDB's functions are not used, because
    // they make an array of the arguments for each row, which takes most of the time.
    private var implementation: SQLFunction {
        switch self {
        case .hue: return { answer($0, SwatchFunction.hue, $1, $2) }
        case .lightness: return { answer($0, SwatchFunction.lightness, $1, $2) }
        case .chroma: return { answer($0, SwatchFunction.chroma, $1, $2) }
        }
    }
}

private func answer(
    _ context: OpaquePointer?, _ function: SwatchFunction, _ count: Int32,
    _ values: UnsafeMutablePointer<OpaquePointer?>?
) {
    func channel(_ index: Int) -> Double {
        guard index < Int(count), let value = values?[index] else { return 0 }
        let type = sqlite3_value_type(value)
        // A value that is not a number counts as 0, as it does when `SRGB` reads a row.
        return type == SQLITE_INTEGER || type == SQLITE_FLOAT ? sqlite3_value_double(value) : 0
    }
    let color = SRGB(red: channel(0), green: channel(1), blue: channel(2))
    sqlite3_result_double(context, function.value(of: color))
}
