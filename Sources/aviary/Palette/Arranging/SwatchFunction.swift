import AviaryColors
import GRDB
import GRDBSQLite

/// What colors are sorted by as they look: functions that SQLite calls for the channels of a row.
///
/// They are this program's own, so no index and no trigger of the store has them: every program can write it, whatever its
/// SQLite knows. They are pure, so a live query follows each row by itself.
enum SwatchFunction: String, CaseIterable {
    /// In degrees, as `oklch()` has it. A grey has none: its lightness, less two, stands for it.
    case hue = "aviary_hue"
    case lightness = "aviary_lightness"
    case chroma = "aviary_chroma"

    /// For a request of swatches.
    var ofRow: SQL { SQL(sql: "\(rawValue)(red, green, blue)") }

    func value(of color: SRGB) -> Double {
        let look = OKLCH(color)
        return switch self {
        case .hue: look.chroma > 0 ? look.hue : look.lightness - 2
        case .lightness: look.lightness
        case .chroma: look.chroma
        }
    }

    /// Makes all of them known to a connection.
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

    // A C function captures nothing. GRDB's own functions make arrays of their arguments, which takes most of the time.
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
        // As `SRGB` reads a row: what is no number is 0.
        return type == SQLITE_INTEGER || type == SQLITE_FLOAT ? sqlite3_value_double(value) : 0
    }
    let color = SRGB(red: channel(0), green: channel(1), blue: channel(2))
    sqlite3_result_double(context, function.value(of: color))
}
