public import AviarySnapshots

extension CollectionView {
    /// Sets the menu of items, by their elements. The delegate is not asked for `menuFor` any more.
    ///
    ///     list.configureMenu(of: books) { books in
    ///         if books.isEmpty { return Menu([MenuItem("Paste", action: "paste")]) }
    ///         return Menu([MenuItem("Read", action: "toggle", isOn: books.allSatisfy(\.isRead))])
    ///     }
    ///
    /// The elements are read when a person opens the menu or presses one of its shortcuts. The action finds them by
    /// `ActionEvent.elements(of:in:)`.
    ///
    /// - Parameters:
    ///   - list: Gives the type only. If the data source is not a `LiveDataSource` of such a list, a mistake is
    ///     reported and there is no menu.
    ///   - menu: Gets the elements in the order of the list: one, those of the selection, or none for the background. Of
    ///     more than 1,000 selected items it gets the first 1,000.
    /// - Complexity: One read for each menu.
    public func configureMenu<List: LiveList>(of list: List, _ menu: @escaping ([List.Element]) -> Menu?)
    where List.Identifiers.ItemID == ItemID {
        makeDecisions().menu = { [unowned self] items in
            if items.isEmpty { return menu([]) }
            let elements = elements(of: items, as: List.self, for: "menu")
            return elements.isEmpty ? nil : menu(elements)
        }
        tellMenus()
    }

    /// Sets whether a person may move an item, by its element. The delegate is not asked for `canMove` any more.
    ///
    ///     list.configureMoves(of: books) { book in !book.isPinned }
    ///
    /// - Parameters:
    ///   - list: Gives the type only. If the data source is not a `LiveDataSource` of such a list, a mistake is
    ///     reported and nothing can be moved.
    ///   - canMove: Returns true if the item of the element may be moved.
    /// - Complexity: One read for each move. A move of the selection reads all of it.
    public func configureMoves<List: LiveList>(of list: List, _ canMove: @escaping (List.Element) -> Bool)
    where List.Identifiers.ItemID == ItemID {
        makeDecisions().canMove = { [unowned self] item in
            elements(of: [item], as: List.self, for: "move").first.map(canMove) ?? false
        }
    }

    private func elements<List: LiveList>(of items: [ItemID], as _: List.Type, for what: String) -> [List.Element]
    where List.Identifiers.ItemID == ItemID {
        guard let source = dataSource as? LiveDataSource<List> else {
            report("A \(what) is configured for a list of \(List.Element.self), which is not shown.")
            return []
        }
        return items.compactMap { source.element(of: $0, mayBeOld: decisions?.isLookingForShortcuts == true) }
    }
}
