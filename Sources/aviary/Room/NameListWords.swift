/// The texts of a sheet with a list of names. The texts depend on the kind of the records.
struct NameListWords {
    /// The heading: what the choice is for, or the kind of the records.
    var title: String
    /// The name of the field, for screen readers.
    var field: String
    var placeholder: String
    /// The title of the button that makes a new record.
    var add: String
    /// The name of the list, for screen readers.
    var list: String
    /// The message that replaces an empty list.
    var nothing: String
}
