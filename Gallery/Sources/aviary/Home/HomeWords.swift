/// The words of the home page that are neither in its storyboard nor in `RoomWords`.
enum HomeWords {
    static let title = "Home"
    static let version = "Aviary \(Version.current)"
}
