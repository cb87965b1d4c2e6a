import AviaryText
import AviaryViews
import Foundation

extension CollectionView {
    /// What a room's heading says of its items.
    ///
    /// - Parameters:
    ///   - count: How many there are, if not all of them are shown.
    ///   - least: How many have to be selected for that to be worth a word.
    func status(counting noun: String, of count: Int? = nil, selectedFrom least: Int = 1) -> String {
        let (all, selected) = ((count ?? numberOfItems).counted(noun), selection.count)
        return selected < least ? all : "\(selected.formatted(.number)) of \(all) selected"
    }
}
