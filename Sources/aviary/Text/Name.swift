import AviaryText

/// The reason why a text is not a valid name.
enum NameError: Error, Hashable, CustomStringConvertible {
    case blank
    case tooLong(Int)

    var description: String { RoomWords.sentence(about: self) }
}

extension String {
    /// The largest number of scalars in a name. A person may see several scalars as one character.
    static let nameLimit = 200

    /// The name in the form in which it is stored: on one line.
    func asName() throws(NameError) -> String {
        let name = onOneLine
        if name.isBlank { throw .blank }
        let length = name.unicodeScalars.count
        if length > Self.nameLimit { throw .tooLong(length) }
        return name
    }

    /// The name in the form in which it is shown, because another program may have written it; `nil` when it is blank.
    var shownAsName: String? {
        let name = onOneLine
        return name.isBlank ? nil : name.shortened(to: Self.nameLimit)
    }
}
