extension Sender {
    /// The session of a visitor whom the check of the app has recognized. A key of the server's own sessions has no
    /// space.
    static func session(ofVisitor visitor: Visitor) -> String { "visitor \(visitor.mark)" }

    /// Returns whether a session is that of a visitor, or of anybody.
    static func isVisitor(_ session: String?) -> Bool { session?.hasPrefix("visitor ") ?? false }
}
