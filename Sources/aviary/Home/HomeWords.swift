/// The words of the home page, in addition to its storyboard and the numbers of `RoomWords`.
enum HomeWords {
    static let title = "Home"
    static let version = "Aviary \(Version.current)"
}
