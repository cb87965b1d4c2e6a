/// The version of the program. Its pages and packages use this number.
enum Version {
    static let current = "0.1.0"
}
