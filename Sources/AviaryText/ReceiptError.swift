/// An error that tells whether a request may have been done, and whether its receipt can be used again.
package protocol ReceiptError: Error {
    /// True if the request may have been done nevertheless.
    var isUncertain: Bool { get }
    /// True if this receipt can never be used again, because somebody was already told that the request was not done.
    var isGivenUp: Bool { get }
}
