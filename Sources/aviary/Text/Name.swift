import AviaryText

/// Why a text is no name.
enum NameError: Error, Hashable, CustomStringConvertible {
    case blank
    case tooLong(Int)

    var description: String { RoomWords.sentence(about: self) }
}

extension String {
    /// The most scalars of a name: what a person sees as one character may be several.
    static let nameLimit = 200

    /// A name a person typed, as it is kept: on one line.
    func asName() throws(NameError) -> String {
        let name = onOneLine
        if name.isBlank { throw .blank }
        let length = name.unicodeScalars.count
        if length > Self.nameLimit { throw .tooLong(length) }
        return name
    }

    /// A name another program may have written, as it is shown; `nil` when there is nothing to see in it.
    var shownAsName: String? {
        let name = onOneLine
        return name.isBlank ? nil : name.shortened(to: Self.nameLimit)
    }
}
