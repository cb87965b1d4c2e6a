import AviaryText
import Foundation

/// Why a text is no name.
enum NameError: Error, Hashable, CustomStringConvertible {
    case blank
    case tooLong(Int)

    var description: String {
        switch self {
        case .blank: "A name can't be blank. The old one was kept."
        case .tooLong(let length):
            """
            A name has at most \(String.nameLimit) characters, and this one \(length.formatted(.number)). \
            The old one was kept.
            """
        }
    }
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
