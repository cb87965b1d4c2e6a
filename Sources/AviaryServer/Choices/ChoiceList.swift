public import AviarySnapshots
public import AviaryViews

/// The rows of a `select`, a `datalist`, a group of radio buttons or a list of checkboxes. They come from a live list,
/// which is followed, or from an array.
///
///     shelf = ChoiceList(shelves) { shelf in Choice(shelf.title) }
///     var choices: [String: any ScreenChoices] { ["shelf": shelf] }
///
///     <select name="shelf" data-choices="shelf" aria-label="Shelf"></select>
///
/// The control holds all rows, so a list of more than some ten thousand belongs into a search field and a collection view.
/// After a change only the changed rows are read and sent. The person's choice is held by identifier: it stays when its
/// row is renamed or moved. When its row is deleted, nothing is chosen, and the person is told.
///
/// The value of the option is the identifier of its item. An action reads it by `field(_:)`, and the app sets it by
/// `chosen`.
public final class ChoiceList<ItemID: ItemIdentifier> {
    /// The items that are chosen in the store, as far as the app has said so; none or one, except for checkboxes.
    ///
    /// A person's choice in a form is not among them before the app sets it. An item that is deleted is removed.
    public var chosen: Set<ItemID> = [] { didSet { if chosen != oldValue { tellChosen() } } }

    private let begin: () async throws -> Feed
    private let read: ([ItemID]) async throws -> [ItemID: Choice]
    private let groupTitle: ((any Hashable & Sendable) -> String)?
    /// `nil` while nothing is followed.
    private var feed: Feed?
    /// Changes with each feed, so that a task notices that it follows an old one.
    private var feedNumber = 0
    /// The list as the tab has it.
    private var told: any Snapshot<ItemID> = ListSnapshot<Int, ItemID>()
    /// The rows of `told`, until they are sent.
    private var rows: [ItemID: Choice]?
    /// The items that cannot be chosen.
    private var disabled: Set<ItemID> = []
    /// Whether the tab lacks rows, because they could not be read.
    private var isStale = false
    /// Whether a task follows `feed`.
    private var isFollowed = false
    /// Whether a change of `chosen` is told at once.
    private var isTelling = true
    private var send: ((SceneMessage) -> Void)?
    private var name = ""

    /// The updates of a list from a snapshot on.
    private struct Feed {
        var initial: any Snapshot<ItemID>
        var next: () async throws -> CollectionUpdate<ItemID>?
        var interrupt: () -> Void = {}
    }

    /// The rows of a live list, which is followed.
    ///
    /// - Parameters:
    ///   - list: The list. If it changes to another request, so do the rows.
    ///   - group: The title of a section, where sections are shown: an `optgroup` or a `fieldset` for each. By default
    ///     the rows stand one after the other.
    ///   - choice: What an element looks like.
    /// - Complexity: O(*n*) for each connection of a tab. An update of *k* rows costs one read of these rows, and
    ///   O(*k* log *n*).
    public init<List: LiveList>(
        _ list: List, group: ((List.Identifiers.SectionID) -> String)? = nil,
        choice: @escaping (List.Element) -> Choice
    ) where List.Identifiers.ItemID == ItemID {
        begin = {
            await list.waitUntilWhole()
            let updates = list.updates()
            let next: () async throws -> CollectionUpdate<ItemID>? = {
                switch await updates.next() {
                case nil: nil
                case .failure(let error): throw error
                case .success(let change): CollectionUpdate(to: change.new, changeset: change.changeset)
                }
            }
            return Feed(initial: updates.initial, next: next, interrupt: updates.interrupt)
        }
        read = { items in try await list.elements(for: items).mapValues(choice) }
        groupTitle = group.map { group in { section in (section as? List.Identifiers.SectionID).map(group) ?? "" } }
    }

    /// The rows of an array.
    ///
    ///     let order = ChoiceList(Order.allCases) { Choice($0.title) }
    ///
    /// - Parameters:
    ///   - items: The items, each once; further ones with the same identifier are ignored.
    ///   - choice: What an item looks like. It is called for each connection of a tab.
    public init(_ items: [ItemID], choice: @escaping (ItemID) -> Choice) {
        var seen: Set<ItemID> = []
        let list = ListSnapshot(uniqueSections: [(0, items.filter { seen.insert($0).inserted })])
        begin = { Feed(initial: list, next: { nil }) }
        read = { items in Dictionary(items.map { ($0, choice($0)) }) { first, _ in first } }
        groupTitle = nil
    }

    // MARK: What a person has chosen

    /// The item that a person has chosen in a control, as a field of its form.
    ///
    ///     let (title, shelf) = try event.values(of: Self.title, shelf.field("shelf"))
    ///
    /// Make it in the action, because it knows the rows of this moment only.
    ///
    /// - Parameter name: The `name` of the control.
    public func field(_ name: String) -> Field<ItemID> {
        Field(name) { [told, disabled] fields throws(FieldFault) in
            guard let item = fields[name].flatMap(told.item(named:)), !disabled.contains(item) else { throw .notChosen }
            return item
        }
    }

    /// As `field(_:)`, for a control where a person may choose nothing.
    public func optionalField(_ name: String) -> Field<ItemID?> {
        Field(name) { [told, disabled] fields throws(FieldFault) in
            guard let text = fields[name], !text.isEmpty else { return nil }
            guard let item = told.item(named: text), !disabled.contains(item) else { throw .notChosen }
            return item
        }
    }

    /// The items whose checkboxes are checked in a form. An item that was deleted meanwhile is left out.
    ///
    /// - Parameter name: The `name` of the `fieldset`.
    public func setField(_ name: String) -> Field<Set<ItemID>> {
        Field(name) { [told, disabled] fields throws(FieldFault) in
            let checked = fields.filter { $0.key.hasPrefix("\(name)/") && $0.value == "true" }
            return Set(checked.keys.compactMap { told.item(named: String($0.dropFirst(name.count + 1))) })
                .subtracting(disabled)
        }
    }

    /// The item whose checkbox was changed, and whether it is checked now, in the action of a `fieldset`.
    ///
    /// - Parameter name: The `name` of the `fieldset`.
    public func changeField(_ name: String) -> Field<(item: ItemID, isChosen: Bool)> {
        Field(name) { [told, disabled] fields throws(FieldFault) in
            guard let (key, value) = fields.first(where: { $0.key.hasPrefix("\(name)/") && !$0.key.hasSuffix(".was") }),
                let item = told.item(named: String(key.dropFirst(name.count + 1))), !disabled.contains(item)
            else { throw .notChosen }
            return (item, try Bool(fieldText: value))
        }
    }

    // MARK: The tab

    /// Connects the list to the tab.
    ///
    /// - Parameter name: The name on the wire.
    func load(as name: String, _ send: @escaping (SceneMessage) -> Void) { (self.name, self.send) = (name, send) }

    /// Reads all rows, for a tab that is told of them next. What was followed before is followed no more.
    func prepare() async throws {
        stop()
        let feed = try await begin()
        (self.feed, told, rows, isStale, isFollowed) = (feed, feed.initial, nil, true, false)
        let rows = try await read(told.items(in: 0..<told.numberOfKnownItems))
        (self.rows, isStale, disabled) = (rows, false, [])
        note(rows)
    }

    /// Tells the tab all rows.
    func redraw() {
        let all = told.items(in: 0..<told.numberOfKnownItems).map {
            CollectionChange.Step.insert(tile($0, in: rows ?? [:]))
        }
        rows = nil
        tell(all, groups: groups(of: told), isNew: true)
    }

    /// Follows the list until `stop()`, if no other task does.
    ///
    /// - Parameter turn: Runs a change in a turn of the scene, and notes whether the list can be read.
    func follow(_ turn: @escaping ((any Error)?, @escaping () -> Void) async -> Void) async {
        guard let feed, !isFollowed else { return }
        isFollowed = true
        let number = feedNumber
        while number == feedNumber {
            do {
                guard let update = try await feed.next(), number == feedNumber else { break }
                let new = update.new
                let readsAll = isStale || !told.isWhole || !new.isWhole
                // If the rows cannot be read, the next update brings them all.
                isStale = true
                let all = 0..<new.numberOfKnownItems
                let rows = try await read(readsAll ? new.items(in: all) : update.changedItems)
                if Task.isCancelled || number != feedNumber { break }
                await turn(nil) { if number == self.feedNumber { self.show(update, rows, readsAll: readsAll) } }
            } catch {
                if Task.isCancelled || number != feedNumber { break }
                await turn(error) {}
            }
        }
        await turn(nil) {}
    }

    /// Stops following the list, because no tab shows it.
    func stop() {
        feedNumber += 1
        feed?.interrupt()
        feed = nil
    }

    private func show(_ update: CollectionUpdate<ItemID>, _ rows: [ItemID: Choice], readsAll: Bool) {
        let old = told
        (told, isStale) = (update.new, false)
        // `didSet` would tell the choice before its rows.
        let gone = update.deletedItems.filter(chosen.contains)
        isTelling = false
        chosen.subtract(gone)
        isTelling = true
        disabled.subtract(update.deletedItems)
        note(rows)
        if readsAll {
            self.rows = rows
            return redraw()
        }
        let groups = groups(of: told)
        let steps = update.steps(from: old) { tile($0, in: rows) }
        tell(steps, groups: groups == self.groups(of: old) ? nil : groups, isNew: false)
    }

    /// Notes which of these rows cannot be chosen.
    private func note(_ rows: [ItemID: Choice]) {
        for (item, choice) in rows {
            if choice.isDisabled { disabled.insert(item) } else { disabled.remove(item) }
        }
    }

    private func tellChosen() {
        guard isTelling, feed != nil else { return }
        tell(told.numberOfKnownItems == 0 ? [] : [.keep(told.numberOfKnownItems)], groups: nil, isNew: false)
    }

    private func tell(_ steps: [CollectionChange.Step], groups: [ChoiceGroup]?, isNew: Bool) {
        send?(
            .choices(
                list: name, steps: steps, chosen: chosen.map(\.itemText).sorted(), groups: groups, isNew: isNew))
    }

    /// An item whose row could not be found is about to be deleted.
    private func tile(_ item: ItemID, in rows: [ItemID: Choice]) -> CollectionChange.Tile {
        let choice = rows[item] ?? Choice("", isDisabled: true)
        return CollectionChange.Tile(
            id: item.itemText, isSelected: false, template: 0,
            values: [.text(choice.title)] + (choice.isDisabled ? [.flag(true)] : []))
    }

    private func groups(of list: any Snapshot<ItemID>) -> [ChoiceGroup]? { groupTitle.map { list.groups(titled: $0) } }

    /// The first rows and the chosen ones, for a first paint.
    func painted(_ count: Int) -> PaintedChoices {
        let groups = groups(of: told) ?? []
        var section = 0
        var end = groups.first?.count ?? 0
        var rows: [PaintedChoices.Row] = []
        for (position, item) in told.items(in: 0..<told.numberOfKnownItems).enumerated() {
            while position >= end, section + 1 < groups.count {
                section += 1
                end += groups[section].count
            }
            guard position < count || chosen.contains(item) else { continue }
            let choice = self.rows?[item] ?? Choice("", isDisabled: true)
            rows.append(
                .init(
                    id: item.itemText, choice: choice, group: groups.isEmpty ? nil : groups[section].title,
                    isChosen: chosen.contains(item)))
        }
        return PaintedChoices(rows: rows)
    }
}

extension Snapshot where ItemID: ItemIdentifier {
    fileprivate func item(named text: String) -> ItemID? {
        ItemID.identifier(from: text).flatMap { position(of: $0) == nil ? nil : $0 }
    }

    fileprivate func groups(titled title: (any Hashable & Sendable) -> String) -> [ChoiceGroup] {
        (0..<numberOfSections).map { section in
            let count = range(ofSection: section).clamped(to: 0..<numberOfKnownItems).count
            return ChoiceGroup(title: title(sectionIdentifier(at: section)), count: count)
        }
    }
}

extension CollectionUpdate {
    /// The items whose rows the tab lacks or has as they were before.
    fileprivate var changedItems: [ItemID] { changeset.inserted.map(\.id) + changeset.updated.map(\.id) }

    fileprivate var deletedItems: [ItemID] { changeset.deleted.map(\.id) }

    /// The steps from the old rows to the new ones. Only changed rows are among them.
    ///
    /// - Complexity: O(*k* log *n*) for *k* changes.
    fileprivate func steps(
        from old: any Snapshot<ItemID>, _ tile: (ItemID) -> CollectionChange.Tile
    ) -> [CollectionChange.Step] {
        var leaving: Set<Int> = []
        var coming: [Int: CollectionChange.Step] = [:]
        for item in changeset.deleted { leaving.insert(old.position(at: item.path)) }
        for item in changeset.inserted { coming[new.position(at: item.path)] = .insert(tile(item.id)) }
        for move in changeset.moved {
            leaving.insert(old.position(at: move.from))
            coming[new.position(at: move.to)] = .move(move.id.itemText)
        }
        for update in changeset.updated {
            leaving.insert(old.position(at: update.from))
            coming[new.position(at: update.to)] = .insert(tile(update.id))
        }
        var steps: [CollectionChange.Step] = []
        var (left, came) = (leaving.sorted()[...], coming.sorted { $0.key < $1.key }[...])
        var (read, written) = (0, 0)
        while true {
            let kept = min(
                (left.first ?? old.numberOfKnownItems) - read, (came.first.map { $0.key - written }) ?? .max)
            if kept > 0 { steps.append(.keep(kept)) }
            (read, written) = (read + max(0, kept), written + max(0, kept))
            if left.first == read {
                left.removeFirst()
                read += 1
                if case .drop(let count) = steps.last {
                    steps[steps.count - 1] = .drop(count + 1)
                } else {
                    steps.append(.drop(1))
                }
            } else if let (position, step) = came.first, position == written {
                came.removeFirst()
                written += 1
                steps.append(step)
            } else {
                return steps
            }
        }
    }
}
