public import AviarySnapshots
public import Foundation

extension IndexPath {
    /// The same index path in the words of Foundation.
    public init(_ path: ItemIndexPath) { self.init(indexes: [path.section, path.item]) }
}

extension ItemIndexPath {
    /// The same index path in the words of this package.
    ///
    /// - Precondition: The path has a section and an item.
    public init(_ path: IndexPath) {
        precondition(path.count == 2, "An item's index path is a section and an item")
        self.init(section: path[0], item: path[1])
    }
}
