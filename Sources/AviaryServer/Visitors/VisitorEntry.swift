/// The visitor of a window, as the check of the app has recognized them.
package struct VisitorEntry: Sendable {
    /// `nil` if nobody has signed in, or the app has no check.
    let visitor: Visitor?
    /// When the check began.
    let checkedAt: ContinuousClock.Instant

    init(_ visitor: Visitor? = nil, checkedAt: ContinuousClock.Instant = .now) {
        (self.visitor, self.checkedAt) = (visitor, checkedAt)
    }
}
