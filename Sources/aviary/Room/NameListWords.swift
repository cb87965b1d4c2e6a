/// What a sheet with a list of names says, which depends on what is named.
struct NameListWords {
    /// The heading: what is chosen for, or what is listed.
    var title: String
    /// What screen readers call the field, and what it shows while it is empty.
    var field: String
    var placeholder: String
    /// The title of the button that makes a new one.
    var add: String
    /// What screen readers call the list.
    var list: String
    /// Shown in place of an empty list.
    var nothing: String
}
