import Foundation

extension Int {
    /// As it is said: "1 color", "2,000 colors".
    package func counted(_ noun: String) -> String { "\(formatted(.number)) \(self == 1 ? noun : noun + "s")" }
}
