/// The bytes of a file that a request asks for (RFC 9110, section 14).
enum ByteRange: Equatable, Sendable {
    /// The whole file, because the request has no range, several ranges, or an unreadable range.
    case whole
    case part(Range<Int64>)
    /// The range contains no byte of the file: it begins after the end, has length 0, or the file is empty.
    case unsatisfiable

    /// - Parameters:
    ///   - field: The value of the header `Range`.
    ///   - size: The size of the file, in bytes.
    init(_ field: String?, of size: Int64) {
        self = .whole
        guard let field, let equals = field.firstIndex(of: "="),
            field[..<equals].lowercased() == "bytes"
        else { return }
        let ends = field[equals...].dropFirst().filter { $0 != " " }
            .split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }) else { return }
        // A number that exceeds `Int64` is larger than any file.
        let numbers = ends.map { $0.isEmpty ? nil : Int64($0) ?? .max }
        switch (numbers[0], numbers[1]) {
        case (nil, nil): return
        case (nil, let length?):
            self = length == 0 || size == 0 ? .unsatisfiable : .part(max(0, size - length)..<size)
        case (let first?, let last):
            if let last, last < first { return }
            self = first >= size ? .unsatisfiable : .part(first..<min(size - 1, last ?? .max) + 1)
        }
    }
}
