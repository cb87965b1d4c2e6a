/// An error that says something of the receipt of what was asked for.
package protocol ReceiptError: Error {
    /// Whether it may be done all the same.
    var isUncertain: Bool { get }
    /// Whether it can never be done by this receipt: somebody was told already that it was not done.
    var isGivenUp: Bool { get }
}
