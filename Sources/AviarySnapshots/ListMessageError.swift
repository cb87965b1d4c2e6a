/// The reason why a message cannot be applied to a list. Then a message is missing, or it is meant for another list.
public enum ListMessageError: Error, Hashable, CustomStringConvertible {
    /// An item is not where the message says. The text is a description of its identifier.
    case otherItem(String, ItemIndexPath)
    /// An item, by its index path before the change, is deleted or moved more than once.
    case itemChangedTwice(ItemIndexPath)
    /// An item cannot stand at this index path: its section does not exist, the path is beyond the end, or another
    /// item is there.
    case noPlaceForItem(ItemIndexPath)
    /// A section that is deleted does not exist, or it still has items.
    case sectionStays(Int)
    /// A section cannot stand at this index: it is beyond the end, or the message has no identifier for it.
    case noPlaceForSection(Int)
    /// The list would have an identifier twice.
    ///
    /// - Parameter kind: "item" or "section". The text is a description of the identifier.
    case duplicateIdentifier(_ kind: String, String)
    /// The list has another number of items afterwards than the message says.
    case numberOfItems(Int, expected: Int)

    public var description: String {
        switch self {
        case .otherItem(let id, let path): "Item \(id) is not at \(path)."
        case .itemChangedTwice(let path): "Item \(path) is deleted or moved more than once."
        case .noPlaceForItem(let path): "No item can stand at \(path)."
        case .sectionStays(let section): "Section \(section) does not exist, or still has items."
        case .noPlaceForSection(let section): "No section can stand at \(section)."
        case .duplicateIdentifier(let kind, let id): "The list would have \(kind) \(id) twice."
        case .numberOfItems(let count, let expected): "The list has \(count) items instead of \(expected)."
        }
    }
}
