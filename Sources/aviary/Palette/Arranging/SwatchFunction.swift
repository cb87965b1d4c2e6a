import AviaryColors
import GRDB
import GRDBSQLite

/// Sort keys for the look of colors. Each is an SQL function that SQLite calls with the channels of a row.
///
/// Only this program defines these functions. An index or a trigger that used them would keep other programs from
/// writing the store, so there is none. The functions are pure: a key depends on its own row only. So a live query can
/// update one row without reading the others.
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
        for function in allCases {
            let code = sqlite3_create_function_v2(
                db.sqliteConnection, function.rawValue, 3, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
                function.implementation, nil, nil, nil)
            guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
        }
    }

    private typealias Implementation =
        @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void

    // A C function cannot capture values, so each case has its own function. GRDB's functions are not used, because
    // they make an array of the arguments for each row, which takes most of the time.
    private var implementation: Implementation {
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
