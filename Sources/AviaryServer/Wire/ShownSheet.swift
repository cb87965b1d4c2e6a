import AviaryText

/// A sheet that a page still shows, or that is named in the page's history entry.
package struct ShownSheet: Hashable, Sendable {
    package var name: String
    /// The address at which the same content is a page of its own; `nil` if there is none.
    package var address: Address?
    /// A hash of the storyboards from which the page has it.
    package var version: String?

    package init(name: String, address: Address? = nil, version: String? = nil) {
        self.name = name
        self.address = address
        self.version = version
    }
}

extension ShownSheet {
    /// A name, or an array of a name, an address and a version.
    init?(_ json: JSON) {
        switch json {
        case .string(let name): self.init(name: name)
        case .array(let parts):
            guard parts.count == 3, case .string(let name) = parts[0], case .string(let text) = parts[1],
                let address = Address(text), case .string(let version) = parts[2]
            else { return nil }
            self.init(name: name, address: address, version: version)
        default: return nil
        }
    }
}

/// The style in which a controller is presented over the page.
public enum Presentation: String, Hashable, Sendable {
    /// The person closes it by its own buttons, by Escape, by the browser's Back button or by a press beside it.
    case sheet
    /// For content that needs an answer. A press beside it does not close it.
    case alert
}
