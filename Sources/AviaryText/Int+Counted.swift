import Foundation

extension Int {
    /// A number of things in words, with an English plural: "1 color", "2,000 colors".
    ///
    /// - Parameter noun: In the singular; its plural ends in s.
    package func counted(_ noun: String) -> String { "\(formatted(.number)) \(self == 1 ? noun : noun + "s")" }
}
