import AviaryText
import AviaryViews
import Foundation

extension CollectionView {
    /// What a room's heading says of its items.
    ///
    /// - Parameter least: How many have to be selected for that to be worth a word.
    func status(counting noun: String, selectedFrom least: Int = 1) -> String {
        let (all, selected) = (numberOfItems.counted(noun), selection.count)
        return selected < least ? all : "\(selected.formatted(.number)) of \(all) selected"
    }
}
