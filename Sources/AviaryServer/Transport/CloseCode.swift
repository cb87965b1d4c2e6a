/// The reason for closing a socket: a code that is allowed in a close frame (RFC 6455, section 7.4).
package struct CloseCode: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt16

    /// Fails for codes that are not allowed in a close frame. Some of these codes have a meaning inside of programs
    /// only, such as 1005 and 1006.
    package init?(rawValue: UInt16) {
        switch rawValue {
        case 1000...1003, 1007...1014, 3000...4999: self.rawValue = rawValue
        default: return nil
        }
    }

    private init(known rawValue: UInt16) { self.rawValue = rawValue }

    package static let normal = CloseCode(known: 1000)
    package static let goingAway = CloseCode(known: 1001)
    package static let protocolError = CloseCode(known: 1002)
    package static let unsupportedData = CloseCode(known: 1003)
    package static let invalidText = CloseCode(known: 1007)
    package static let policyViolation = CloseCode(known: 1008)
    package static let messageTooLarge = CloseCode(known: 1009)
    package static let internalError = CloseCode(known: 1011)
    /// The server has no room for another browser window.
    package static let tryAgainLater = CloseCode(known: 1013)
    /// The browser was signed out, or its session has ended. This code is our own, from the range for applications.
    package static let signedOut = CloseCode(known: 4401)
}
