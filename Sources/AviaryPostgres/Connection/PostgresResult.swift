import AviaryLibpq

/// The answer to one statement. Its values are in PostgreSQL's text form, in memory that the answer owns.
public final class PostgresResult {
    private let handle: OpaquePointer

    /// - Parameter handle: A libpq result, which is released with this object.
    init(_ handle: OpaquePointer) { self.handle = handle }

    deinit { PQclear(handle) }

    /// How many rows came.
    public var count: Int { Int(PQntuples(handle)) }
    /// How many columns each row has.
    var columnCount: Int { Int(PQnfields(handle)) }
    /// How many rows the statement inserted, updated, deleted or returned; 0 for other statements.
    var affected: Int { Int(String(cString: PQcmdTuples(handle))) ?? 0 }

    /// A value as text; `nil` for NULL, and when there is no such row or column.
    public subscript(_ row: Int, _ column: Int) -> String? {
        bytes(row, column).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The bytes of a value, valid as long as this object; `nil` for NULL, and when there is no such row or column.
    func bytes(_ row: Int, _ column: Int) -> UnsafeBufferPointer<UInt8>? {
        guard row >= 0, row < count, column >= 0, column < columnCount else { return nil }
        let (row, column) = (Int32(row), Int32(column))
        guard PQgetisnull(handle, row, column) == 0, let value = PQgetvalue(handle, row, column) else { return nil }
        let length = Int(PQgetlength(handle, row, column))
        return UnsafeBufferPointer(
            start: UnsafeRawPointer(value).assumingMemoryBound(to: UInt8.self), count: length)
    }

    /// The object identifier of a column's type.
    func type(_ column: Int) -> UInt32 { PQftype(handle, Int32(column)) }

    /// The name of a column.
    func name(_ column: Int) -> String { PQfname(handle, Int32(column)).map { String(cString: $0) } ?? "" }
}
