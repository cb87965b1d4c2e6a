/// Why a batch cannot be: it breaks a rule, or the counts do not add up.
public enum BatchUpdateError: Error, Hashable, CustomStringConvertible {
    /// - Parameter count: How many sections there are on that side of the batch.
    case noSuchSection(_ verb: String, Int, count: Int)
    /// - Parameter count: How many items the section has on that side of the batch.
    case noSuchItem(_ verb: String, ItemIndexPath, count: Int)
    /// A section is deleted or moved more than once.
    case sectionChangedTwice(Int)
    /// Two sections are to stand at one index.
    case sectionFilledTwice(Int)
    /// An item is deleted, moved, reloaded or reconfigured more than once. Moving and reconfiguring one is allowed.
    case itemChangedTwice(ItemIndexPath)
    /// Two items are to stand at one index path.
    case pathFilledTwice(ItemIndexPath)
    case sectionCount(before: Int, after: Int, inserted: Int, deleted: Int)
    case itemCount(section: Int, before: Int, after: Int, inserted: Int, deleted: Int, movedIn: Int, movedOut: Int)

    public var description: String {
        switch self {
        case .noSuchSection(let verb, let section, let count):
            "Cannot \(verb) section \(section): there are \(count) sections."
        case .noSuchItem(let verb, let path, let count):
            "Cannot \(verb) item \(path): section \(path.section) has \(count) items there."
        case .sectionChangedTwice(let section): "Section \(section) is deleted or moved more than once."
        case .sectionFilledTwice(let section): "Two sections are to stand at \(section)."
        case .itemChangedTwice(let path): "Item \(path) is changed more than once in one batch."
        case .pathFilledTwice(let path): "Two items are to stand at \(path)."
        case .sectionCount(let before, let after, let inserted, let deleted):
            """
            The number of sections after the batch (\(after)) must be the number before it (\(before)), \
            plus \(inserted) inserted, minus \(deleted) deleted.
            """
        case .itemCount(let section, let before, let after, let inserted, let deleted, let movedIn, let movedOut):
            """
            The number of items in section \(section) after the batch (\(after)) must be the number before it \
            (\(before)), plus \(inserted) inserted, minus \(deleted) deleted, plus \(movedIn) moved in, \
            minus \(movedOut) moved out.
            """
        }
    }
}
