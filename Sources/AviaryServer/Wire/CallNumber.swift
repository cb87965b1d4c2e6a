/// The number of a page's request for an action.
package struct CallNumber: Hashable, Sendable {
    package var value: Int
    /// The receipt with which the previous page has asked for the same action. That request got no answer, but the
    /// action may have been performed. `nil` for a new request.
    package var receipt: String?

    package init(_ value: Int, receipt: String? = nil) {
        self.value = value
        self.receipt = receipt
    }

    /// Whether a text can be the name of a tab: 1 to 64 ASCII letters, digits, `-` and `_`.
    static func isTab(_ name: some StringProtocol) -> Bool {
        let isPlain = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        return isPlain && (1...WireLimit.tab).contains(name.utf8.count)
    }

    /// Whether a text can be a receipt: the name of a tab, `/` and a number.
    static func isReceipt(_ text: String) -> Bool {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, isTab(parts[0]), let number = Int(parts[1]) else { return false }
        return number >= 0 && String(number) == parts[1]
    }
}
