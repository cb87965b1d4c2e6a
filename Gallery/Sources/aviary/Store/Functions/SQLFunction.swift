import GRDB
import GRDBSQLite

/// A pure SQL function of the gallery, as SQLite calls it.
///
/// Only this program defines such functions, so no index and no trigger of the store uses them. Other programs can
/// therefore still write the store. The functions are pure, so a live query can update one row without the others,
/// whichever program has written the row.
typealias SQLFunction = @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void

extension Database {
    /// Registers all functions of the gallery with a connection.
    func defineGalleryFunctions() throws {
        try SwatchFunction.install(in: self)
        try TextFunction.install(in: self)
    }

    func define(_ name: String, arguments: Int32, _ implementation: SQLFunction) throws {
        let code = sqlite3_create_function_v2(
            sqliteConnection, name, arguments, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil, implementation, nil, nil, nil)
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }
}
