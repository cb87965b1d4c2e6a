import AviaryViews

extension SceneMessage {
    /// One packet. All its changes become visible in one step.
    static func packet(_ messages: [SceneMessage]) -> String { JSON.array(messages.map(\.json)).text }

    /// The message for a change of a collection view.
    static func collection(name: String, _ change: CollectionChange) -> SceneMessage {
        switch change {
        case .reload(let geometry, let count, let base, let tiles, let sections, let headers, let isRelaid):
            .reload(
                collection: name, geometry: geometry, count: count, base: base, tiles: tiles,
                sections: sections.map(CollectionChange.SectionStep.runs),
                headers: sections == nil ? nil : headers ?? CollectionChange.Headers(first: 0, list: []),
                isRelaid: isRelaid)
        case .splice(let count, let base, let steps, let elsewhere, let sections, let headers, let frames, let isStill):
            .splice(
                collection: name, count: count, base: base, steps: steps, elsewhere: elsewhere,
                sections: sections.isEmpty && headers == nil ? nil : sections, headers: headers, frames: frames,
                isStill: isStill)
        case .cell(let id, let values): .cell(collection: name, item: id, values: values)
        case .gone(let id): .gone(collection: name, item: id)
        case .menus(let shortcuts): .menus(collection: name, shortcuts: shortcuts)
        case .mode(let mode):
            .mode(collection: name, limit: mode.limit, isEditing: mode.isEditing, canSearch: mode.canSearch)
        case .found(let number, let position): .found(collection: name, number: number, position: position)
        case .moves(let isOn, let takesDrops): .moves(collection: name, isOn: isOn, takesDrops: takesDrops)
        case .lifted(let id, let count, let refusal):
            .lifted(collection: name, item: id, count: count, sentence: refusal)
        case .scroll(let y, let height, let share, let isAnimated):
            .scrollTo(collection: name, y: y, height: height, share: share, isAnimated: isAnimated)
        case .labels(let labels): .labels(collection: name, labels: labels)
        case .selection(let on, let off): .selected(collection: name, on: on, off: off)
        }
    }
}

extension CollectionChange.SectionStep {
    /// The steps that make sections with these numbers of items from nothing.
    fileprivate static func runs(_ counts: [Int]) -> [CollectionChange.SectionStep] {
        var runs: [(count: Int, times: Int)] = []
        for count in counts {
            if runs.last?.count == count {
                runs[runs.count - 1].times += 1
            } else {
                runs.append((count, 1))
            }
        }
        return runs.map { .insert($0.times, count: $0.count) }
    }
}
