import AviarySnapshots

// Outlines: lists whose snapshot is an `OutlineSnapshot`.

extension CollectionView {
    public func setExpanded(_ isExpanded: Bool, _ identifier: String) {
        if let item = item(named: identifier) { dataSource?.setExpanded(isExpanded, item) }
    }

    /// Sends the position of an item's parent to the screen; `nil` for a root, and for an item that is gone.
    package func ascend(from identifier: String, number: Int) {
        let outline = snapshot as? any OutlineSnapshot<ItemID>
        let parent = item(named: identifier).flatMap { outline?.parent(of: $0) }
        tell(.found(number: number, position: parent.flatMap(snapshot.position(of:)), isParent: true))
    }

    // MARK: Moving

    /// Converts a screen's request for a move in an outline. Items move with their descendants.
    ///
    /// A request may name the dragged item itself. The end of its section then means the children of the sibling above
    /// it, and behind it means behind its parent. So keys move an item into a level and out of it.
    ///
    /// - Returns: `nil` if a single item is at the target already.
    /// - Throws: `MoveRefusal` if the target is gone, or if it is one of the moved items or below one.
    func move(
        for request: MoveRequest, of led: ItemID, in outline: some OutlineSnapshot<ItemID>
    ) throws(MoveRefusal) -> ItemMove<ItemID>? {
        let chosen = Set(items(movedWith: led))
        let items = items(movedWith: led).filter { !isBelow(outline.parent(of: $0), chosen, outline) }
        var target = try target(of: request, led: led, chosen, in: outline)
        if let delegate {
            guard let other = delegate.collectionView(self, targetForMoving: items, proposed: target) else {
                throw .badTarget
            }
            target = other
        }
        switch target {
        case .before(let other) where items.count == 1 && sibling(above: other, in: outline) == items[0]: return nil
        case .behind(let other) where items.count == 1 && sibling(above: items[0], in: outline) == other: return nil
        default: return ItemMove(items, to: target)
        }
    }

    private func target(
        of request: MoveRequest, led: ItemID, _ moving: Set<ItemID>, in outline: some OutlineSnapshot<ItemID>
    ) throws(MoveRefusal) -> MoveTarget<ItemID> {
        let named: ItemID? =
            switch request.end {
            case .item(let name): item(named: name)
            case .position(let position):
                outline.numberOfItems > 0 ? outline.item(at: max(0, min(position, outline.numberOfItems - 1))) : nil
            }
        guard let other = named else { throw .gone }
        let isItself = other == led
        let above = isItself && request.side == .section ? sibling(above: led, in: outline) : nil
        let parent = isItself && request.side == .behind ? outline.parent(of: led) : nil
        guard !isBelow(above ?? parent ?? other, moving, outline) else { throw .badTarget }
        if let above { return .section(above.itemText) }
        if let parent { return .behind(parent) }
        switch request.side {
        case .before: return .before(other)
        case .behind: return .behind(other)
        case .section: return .section(other.itemText)
        }
    }

    /// Returns whether an item is one of these items, or below one.
    private func isBelow(
        _ item: ItemID?, _ items: Set<ItemID>, _ outline: some OutlineSnapshot<ItemID>
    ) -> Bool {
        var next = item
        while let item = next {
            if items.contains(item) { return true }
            next = outline.parent(of: item)
        }
        return false
    }

    /// The visible sibling directly above an item; `nil` for the first child of a parent.
    private func sibling(above item: ItemID, in outline: some OutlineSnapshot<ItemID>) -> ItemID? {
        guard let position = outline.position(of: item), position > 0,
            outline.section(at: position - 1) == outline.section(at: position)
        else { return nil }
        let parent = outline.parent(of: item)
        var above: ItemID? = outline.item(at: position - 1)
        while let other = above, other != parent {
            let upper = outline.parent(of: other)
            if upper == parent { return other }
            above = upper
        }
        return nil
    }

    // MARK: Cells

    /// The values of a cell, with the level and the mark of its item if the template has outlets for them.
    func disclosing(_ item: ItemID, in values: [CellValue?], _ template: Int) -> [CellValue?] {
        guard let level = templates[template].levelOutlet,
            let outline = snapshot as? any OutlineSnapshot<ItemID>, outline.hasLevels
        else { return values }
        let disclosure = outline.disclosure(of: item)
        var values = values
        values[level] = .number(Double(disclosure.level))
        values[level + 1] = disclosure.isExpanded.map(CellValue.flag)
        return values
    }
}
