import AviarySnapshots
import AviaryText

extension CollectionView {
    package func items(of request: MenuRequest) -> (any Sendable)? {
        switch request {
        case .opened(let identifier): itemsOfMenu(at: identifier)
        case .pressed(let identifier): itemsOfKeys(at: identifier)
        }
    }

    package func menu(of items: any Sendable) -> Menu? { (items as? Set<ItemID>).flatMap(menu) }

    /// The items of a menu that is opened at an item: the selection if the item is part of it, or else the item alone.
    /// The set is empty for the background, and `nil` if there is no such item.
    ///
    /// - Complexity: O(log *n*), however many items are selected.
    private func itemsOfMenu(at identifier: String?) -> Set<ItemID>? {
        guard let identifier else { return [] }
        return item(named: identifier).map { selection.contains($0) ? selection : [$0] }
    }

    /// The items of a pressed shortcut: the selection, or else the item with the focus, if there is one.
    private func itemsOfKeys(at identifier: String?) -> Set<ItemID> {
        selection.isEmpty ? itemsOfMenu(at: identifier) ?? [] : selection
    }

    /// The delegate's menu. That of one item also has its swipe actions.
    func menu(for items: Set<ItemID>) -> Menu? {
        let menu =
            if let own = decisions?.menu {
                own(items.count < 2 ? Array(items) : Array(inOrder(items).prefix(maximumOfMenu)))
            } else {
                delegate?.collectionView(self, menuFor: items) ?? nil
            }
        guard let item = items.first, items.count == 1 else { return menu }
        let (leading, trailing) = swipeActions(for: item)
        let swipes = [leading, trailing].flatMap { $0?.actions ?? [] }
        return swipes.isEmpty ? menu : (menu ?? Menu()).adding(swipes)
    }

    /// The actions of swipes over an item; none for an item that is gone, and none in edit mode.
    package func swipeActions(at identifier: String) -> (leading: SwipeActions?, trailing: SwipeActions?) {
        guard !isEditing, let item = item(named: identifier) else { return (nil, nil) }
        return swipeActions(for: item)
    }

    func swipeActions(for item: ItemID) -> (leading: SwipeActions?, trailing: SwipeActions?) {
        guard let delegate else { return (nil, nil) }
        return (
            delegate.collectionView(self, leadingSwipeActionsFor: item),
            delegate.collectionView(self, trailingSwipeActionsFor: item)
        )
    }
}

extension Menu {
    /// The menu with these items in a group at its end, without those whose action it has already.
    fileprivate func adding(_ items: [MenuItem]) -> Menu {
        let own = Set(actionItems.map { Call(action: $0.action, fields: $0.fields) })
        var menu = self
        let new = items.filter { !own.contains(Call(action: $0.action, fields: $0.fields)) }
        if !new.isEmpty { menu.groups.append(new) }
        return menu
    }

    /// What a menu item does.
    private struct Call: Hashable {
        var action: String
        var fields: [String: String]
    }
}

extension CollectionView {
    /// Converts a screen's request for a move into a move in the present list.
    ///
    /// - Returns: An `ItemMove`; `nil` if the items are already at the target.
    /// - Throws: `MoveRefusal` if the dragged item or the target is gone, if the end of the target's section is not
    ///   known yet, or if the delegate refuses the item or the target.
    /// - Complexity: O(*k* log *n*) for *k* items that are moved, and no more than O(*n*).
    package func move(for request: MoveRequest) throws(MoveRefusal) -> (any Sendable)? {
        let led = try led(request.item)
        if let outline = snapshot as? any OutlineSnapshot<ItemID>, outline.hasLevels {
            return try move(for: request, of: led, in: outline)
        }
        // Refuses a request whose target is gone, before the moved items are looked up.
        guard names(request) else { throw .gone }
        let items = items(movedWith: led)
        guard let proposed = target(of: request, moving: Set(items)) else { throw .gone }
        var target = proposed
        if let delegate {
            guard let chosen = delegate.collectionView(self, targetForMoving: items, proposed: proposed) else {
                throw .badTarget
            }
            target = chosen
        }
        return stand(items, at: target) ? nil : ItemMove(items, to: target)
    }

    /// The identifiers of the items that leave the view when a person drops one of them in another view, in list order.
    ///
    /// - Throws: `MoveRefusal` if the item is gone, or if the delegate refuses to move it.
    /// - Complexity: O(*k* log *n*) for *k* items that are moved, and no more than O(*n*).
    package func itemsMoved(with identifier: String) throws(MoveRefusal) -> [String] {
        items(movedWith: try led(identifier)).map(\.itemText)
    }

    /// The item that a person drags.
    private func led(_ identifier: String) throws(MoveRefusal) -> ItemID {
        guard let item = item(named: identifier) else { throw .gone }
        guard canMove(item) else { throw .fixed }
        return item
    }

    func items(movedWith led: ItemID) -> [ItemID] {
        selection.contains(led) ? inOrder(selection.filter(canMove)) : [led]
    }

    /// Converts a screen's request for a drop into a drop in the present list.
    ///
    /// - Returns: An `ItemDrop`.
    /// - Throws: `MoveRefusal` if the target is gone, if the end of its section is not known yet, or if the delegate
    ///   refuses the drop.
    package func drop(for request: DropRequest) throws(MoveRefusal) -> any Sendable {
        let move = MoveRequest(item: "", side: request.side, end: request.end)
        let isAtEnd = request.content.isFile && request.side == .section
        let target = isAtEnd ? endTarget(of: move) : target(of: move, moving: [])
        guard let proposed = numberOfItems == 0 ? emptyTarget(of: move) : target else { throw .gone }
        guard let delegate else { return ItemDrop(request.content, at: proposed) }
        guard let chosen = delegate.collectionView(self, targetForDropping: request.content, proposed: proposed) else {
            throw .unwanted
        }
        return ItemDrop(request.content, at: chosen)
    }

    /// The target in a list without items: the named section, or else the first one.
    private func emptyTarget(of request: MoveRequest) -> MoveTarget<ItemID> {
        if case .item(let name) = request.end, let section = section(named: name) { return whole(section) }
        return snapshot.numberOfSections > 0 ? whole(0) : .section("")
    }

    /// The end of the named section, or of the last one if no section is named.
    private func endTarget(of request: MoveRequest) -> MoveTarget<ItemID>? {
        guard case .item(let name) = request.end else { return nil }
        let last = name.isEmpty ? (0..<snapshot.numberOfSections).last : nil
        return (section(named: name) ?? last).map(whole)
    }

    /// Sends to the screen how many items move when a person drags one: the item itself, or all selected items that may
    /// be moved.
    ///
    /// - Complexity: O(*s*) for *s* selected items if the item is one of them.
    package func lift(_ identifier: String) {
        var (count, refusal): (Int, MoveRefusal?) = (0, nil)
        if let item = item(named: identifier) {
            let isSelected = selection.contains(item)
            if isSelected { selected.addWork(selection.count) }
            if !canMove(item) { refusal = .fixed } else { count = isSelected ? selection.count(where: canMove) : 1 }
        } else {
            refusal = .gone
        }
        tell(.lifted(item: identifier, count: count, sentence: refusal?.sentence(in: words)))
    }

    private func canMove(_ item: ItemID) -> Bool {
        decisions?.canMove?(item) ?? delegate?.collectionView(self, canMove: item) ?? true
    }

    /// The items that move with one that a person drags, as far as they may be moved.
    func itemsLed(by identifier: String) -> [ItemID] {
        guard let item = item(named: identifier) else { return [] }
        return selection.contains(item) ? Array(selection) : [item]
    }

    /// The items in the order of the list, without those that are gone.
    package func inOrder(_ items: Set<ItemID>) -> [ItemID] {
        selected.addWork(items.count * workOfMove)
        let known = snapshot.numberOfKnownItems
        // For many items, a walk through the list costs less than a lookup of each.
        if items.count > known / 8 { return snapshot.items(in: 0..<known).filter(items.contains) }
        return items.compactMap { item in snapshot.position(of: item).map { ($0, item) } }.sorted { $0.0 < $1.0 }.map(
            \.1)
    }

    /// A request names its target by an item or a section. Returns true if that item or section exists.
    private func names(_ request: MoveRequest) -> Bool {
        guard request.side == .section else { return position(of: request.end) != nil }
        guard case .item(let name) = request.end else { return false }
        return section(named: name) != nil
    }

    /// The target of a request, named by an item that is not moved. If the section has no such item, the section itself
    /// names the target. `nil` if what the request names does not exist, or if the end of its section is not known yet.
    private func target(of request: MoveRequest, moving: Set<ItemID>) -> MoveTarget<ItemID>? {
        if request.side == .section {
            guard case .item(let name) = request.end, let section = section(named: name) else { return nil }
            let items = snapshot.range(ofSection: section)
            // If the last item of the section is not known yet, it cannot name the target.
            guard items.isEmpty || items.upperBound <= snapshot.numberOfKnownItems else { return nil }
            return target(behind: items.upperBound, in: section, moving)
        }
        guard let position = position(of: request.end) else { return nil }
        let section = snapshot.section(at: position)
        return request.side == .behind
            ? target(behind: position + 1, in: section, moving) : target(before: position, in: section, moving)
    }

    private func target(before position: Int, in section: Int, _ moving: Set<ItemID>) -> MoveTarget<ItemID> {
        let items = snapshot.range(ofSection: section)
        if let next = staying(items.clamped(to: position..<Int.max), moving) { return .before(next) }
        return staying(items.clamped(to: 0..<position).reversed(), moving).map { .behind($0) } ?? whole(section)
    }

    private func target(behind position: Int, in section: Int, _ moving: Set<ItemID>) -> MoveTarget<ItemID> {
        let items = snapshot.range(ofSection: section)
        if let last = staying(items.clamped(to: 0..<position).reversed(), moving) { return .behind(last) }
        return staying(items.clamped(to: position..<Int.max), moving).map { .before($0) } ?? whole(section)
    }

    private func staying(_ positions: some Sequence<Int>, _ moving: Set<ItemID>) -> ItemID? {
        for position in positions where position < snapshot.numberOfKnownItems {
            let item = snapshot.item(at: position)
            if !moving.contains(item) { return item }
        }
        return nil
    }

    private func whole(_ section: Int) -> MoveTarget<ItemID> { .section("\(snapshot.sectionIdentifier(at: section))") }

    private func section(named name: String) -> Int? {
        // A screen can only name sections near the visible rect, so only these are searched.
        supplementary.sections.clamped(to: 0..<snapshot.numberOfSections).first {
            "\(snapshot.sectionIdentifier(at: $0))" == name
        }
    }

    /// Returns true if the items are already at the target, so that nothing has to be stored.
    private func stand(_ items: [ItemID], at target: MoveTarget<ItemID>) -> Bool {
        guard let first = items.first.flatMap(snapshot.position(of:)),
            let last = items.last.flatMap(snapshot.position(of:)), last - first == items.count - 1
        else { return false }
        let section = snapshot.section(at: first)
        guard section == snapshot.section(at: last) else { return false }
        switch target {
        case .before(let item):
            return snapshot.position(of: item) == last + 1 && snapshot.section(at: last + 1) == section
        case .behind(let item):
            return first > 0 && snapshot.position(of: item) == first - 1 && snapshot.section(at: first - 1) == section
        case .section(let name):
            return "\(snapshot.sectionIdentifier(at: section))" == name
        }
    }
}

extension DroppedContent {
    /// The items, if a person has dragged them out of this collection view of the same page; otherwise none.
    ///
    ///     let move = ItemMove(drop.content.items(in: today), to: drop.target)
    ///
    /// - Returns: The items that are still in the list, in its order.
    /// - Complexity: O(*k* log *n*) for *k* items.
    public func items<ItemID>(in view: CollectionView<ItemID>) -> [ItemID] {
        origin == ObjectIdentifier(view) ? items.compactMap(view.item(named:)) : []
    }
}

/// How much one moved item adds to `selectionWork`. It is looked up and sorted, which costs about as much as this
/// number of selected items.
private let workOfMove = 8
