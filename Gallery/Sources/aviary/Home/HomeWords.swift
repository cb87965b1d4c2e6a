import AviaryText

/// The words of the home page that are neither in its storyboard nor in `RoomWords`.
enum HomeWords {
    static let title = "Home"
    /// The noun for one changed thing, in messages about steps that could not be undone.
    static let thing = "item"
    /// The name of the undo step.
    static let addColors = "Add colors"
    /// - Parameter things: "12 colors".
    static func added(_ things: String) -> String { "\(things) added" }
    /// The link to the list of long commands, while some wait or run.
    static func active(_ count: Int) -> String { "\(count.counted("job")) under way" }
    static let version = "Aviary \(Version.current)"
}
