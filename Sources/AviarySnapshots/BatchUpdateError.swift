/// The reason why a batch update is refused: it breaks a rule, or its counts do not add up. See
/// `BatchUpdate.validate(from:to:)`.
public enum BatchUpdateError: Error, Hashable, CustomStringConvertible {
    /// A section in the batch does not exist. The verb tells its role: "delete", "insert", "move" or "move to". If it
    /// is the section of an item, the verb is for example "delete item [2, 0] in".
    ///
    /// - Parameter count: How many sections there are: before the batch for deletes and origins, after it for inserts
    ///   and targets.
    case noSuchSection(_ verb: String, Int, count: Int)
    /// An item in the batch does not exist in its section. The verb tells its role: "delete", "insert", "move", "move
    /// to", "reload" or "reconfigure".
    ///
    /// - Parameter count: How many items the section has: before the batch for deletes, reloads, reconfigurations and
    ///   origins, after it for inserts and targets.
    case noSuchItem(_ verb: String, ItemIndexPath, count: Int)
    /// A section, by its index before the batch, is deleted or moved more than once.
    case sectionChangedTwice(Int)
    /// Two sections have the same index after the batch.
    case sectionFilledTwice(Int)
    /// An item, by its index path before the batch, is deleted, moved, reloaded or reconfigured more than once. A moved
    /// item may be reconfigured, too.
    case itemChangedTwice(ItemIndexPath)
    /// Two items have the same index path after the batch.
    case pathFilledTwice(ItemIndexPath)
    /// The number of sections after the batch is not the number before the batch, plus inserted, minus deleted
    /// sections.
    case sectionCount(before: Int, after: Int, inserted: Int, deleted: Int)
    /// The number of items in a section after the batch is not the number before the batch, plus inserted and moved in,
    /// minus deleted and moved out items.
    ///
    /// - Parameters:
    ///   - section: The section's index after the batch.
    ///   - movedIn: How many items were moved to an index path in the section, including items of the section itself.
    ///   - movedOut: How many items were moved from an index path in the section, including moves within the section.
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
