public import AviarySnapshots
public import Foundation

extension IndexPath {
    /// The same index path as Foundation's type: two indexes, the section and the item.
    public init(_ path: ItemIndexPath) { self.init(indexes: [path.section, path.item]) }
}

extension ItemIndexPath {
    /// The same index path as this package's type.
    ///
    /// - Precondition: The path has two indexes, a section and an item.
    public init(_ path: IndexPath) {
        precondition(path.count == 2, "An item's index path is a section and an item")
        self.init(section: path[0], item: path[1])
    }
}
