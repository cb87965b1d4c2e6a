/// The texts of a sheet with a list of names. They depend on the kind of the records.
struct NameListWords {
    /// The heading: the purpose of the choice, or the kind of the records.
    var title: String
    /// The accessible name of the field.
    var field: String
    var placeholder: String
    /// The title of the button that makes a new record.
    var add: String
    /// The accessible name of the list.
    var list: String
    /// Shown in place of an empty list.
    var nothing: String
}
