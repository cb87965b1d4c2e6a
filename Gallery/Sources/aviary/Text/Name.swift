import AviaryText
import Foundation

/// The reason why a text is not a valid name.
enum NameError: Error, Hashable, CustomStringConvertible {
    case blank
    case tooLong(Int)

    var description: String { RoomWords.sentence(about: self) }
}

extension String {
    /// The largest number of Unicode scalars in a name. Several scalars may look like one character.
    static let nameLimit = 200

    /// The name as it is stored: on one line, in NFC, as most programs write it. Throws `NameError` if the name is blank
    /// or too long.
    func asName() throws(NameError) -> String {
        let name = onOneLine.precomposedStringWithCanonicalMapping
        if name.isBlank { throw .blank }
        let length = name.unicodeScalars.count
        if length > Self.nameLimit { throw .tooLong(length) }
        return name
    }

    /// The name as it is shown: on one line and shortened, because another program may have written it; `nil` if it is
    /// blank.
    var shownAsName: String? {
        let name = onOneLine
        return name.isBlank ? nil : name.shortened(to: Self.nameLimit)
    }
}
