/// The rows of a control in a first paint.
struct PaintedChoices {
    struct Row {
        var id: String
        var choice: Choice
        /// The title of its section, where sections are shown.
        var group: String?
        var isChosen: Bool
    }

    var rows: [Row]
}
