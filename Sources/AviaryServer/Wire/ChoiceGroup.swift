/// A section of the rows of a control, and how many of them it has.
struct ChoiceGroup: Hashable, Sendable {
    var title: String
    var count: Int
}
