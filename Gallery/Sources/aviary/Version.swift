/// The version of the program. Its pages and packages use this number.
enum Version {
    static let current = "0.1.0"

    /// The number of a version in a store, as SQLite's `user_version`: 1002003 for 1.2.3.
    static let currentNumber: Int64 = current.split(separator: ".").reduce(0) { $0 * 1000 + (Int64($1) ?? 0) }

    /// The text of a version's number; `nil` for 0, which a store has from before its version was written into it.
    static func text(of number: Int64) -> String? {
        number > 0 ? "\(number / 1_000_000).\(number / 1000 % 1000).\(number % 1000)" : nil
    }
}
