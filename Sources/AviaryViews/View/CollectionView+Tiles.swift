import AviarySnapshots

extension CollectionView {
    public var tiles: [CollectionTile] {
        var tiles: [CollectionTile] = []
        var others = headersAndFooters[...]
        for (position, item) in zip(window, held) {
            while let next = others.first, next.start <= position { tiles.append(others.removeFirst().tile) }
            if let shown = cells[item] { tiles.append(tile(of: item, shown, at: position)) }
        }
        return tiles + others.map(\.tile)
    }

    private func tile(of item: ItemID, _ shown: ShownCell, at position: Int) -> CollectionTile {
        let template = templates.indices.contains(shown.template) ? templates[shown.template] : .empty
        return CollectionTile(
            element: .cell, identifier: item.itemText, index: position,
            content: Cell(template: template, values: shown.values), isSelected: selected.contains(item),
            frame: onScreen(geometry.frame(at: position)))
    }

    /// The headers and footers near the visible rect, each with the position of the first item after it.
    private var headersAndFooters: [(start: Int, tile: CollectionTile)] {
        let sections = supplementary.sections.clamped(to: 0..<snapshot.numberOfSections)
        let each = supplementary.shown.count / max(1, supplementary.sections.count)
        return supplementary.shown.prefix(sections.count * each).enumerated().map { number, shown in
            let section = sections.lowerBound + number / each
            let items = snapshot.range(ofSection: section)
            let frame = shown.isFooter ? geometry.footerFrame(at: section) : geometry.headerFrame(at: section)
            let tile = CollectionTile(
                element: shown.isFooter ? .footer : .header, identifier: shown.id, index: section,
                content: Cell(
                    template: (shown.isFooter ? footerTemplate : headerTemplate) ?? .empty, values: shown.values),
                isSelected: false, frame: onScreen(frame))
            return (shown.isFooter ? items.upperBound : items.lowerBound, tile)
        }
    }

    /// A frame of the geometry in content coordinates; empty before a screen has a width.
    private func onScreen(_ frame: ContentRect) -> ContentRect {
        shownRect.width > 0 ? frame.transposed(layout.scrollDirection) : ContentRect(width: 0, height: 0)
    }
}

extension CellTemplate {
    /// Stands in where no template is registered.
    fileprivate static let empty = CellTemplate("", outlets: [])
}
