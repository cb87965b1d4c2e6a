/// An error that states the consequence for the receipt of a request.
package protocol ReceiptError: Error {
    /// True if the request may have been done nevertheless.
    var isUncertain: Bool { get }
    /// True if this receipt can never be used again, because somebody was already told that the request was not done.
    var isGivenUp: Bool { get }
}
