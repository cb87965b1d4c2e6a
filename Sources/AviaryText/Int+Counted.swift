import Foundation

extension Int {
    /// A number of things in words, with an English plural: "1 color", "2,000 colors".
    ///
    /// - Parameter noun: The noun in the singular. Its plural ends in s.
    public func counted(_ noun: String) -> String { "\(formatted(.number)) \(self == 1 ? noun : noun + "s")" }
}
