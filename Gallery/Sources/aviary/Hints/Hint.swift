/// A sentence that tells a new person what can be done in a room. It is shown until somebody has done this in the
/// gallery.
struct Hint: Sendable {
    /// The name in the table `hint`.
    let name: String
    /// The texts of the hint, for a mouse and for a finger.
    let texts: (mouse: String, finger: String)
    /// The numbers of items with which the hint is shown. The hint needs free space below the items.
    let counts: ClosedRange<Int>
}
