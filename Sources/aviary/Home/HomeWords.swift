/// What the home page says, beside its storyboard and the numbers of `RoomWords`.
enum HomeWords {
    static let title = "Home"
}
