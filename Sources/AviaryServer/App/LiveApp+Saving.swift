extension LiveApp {
    /// Shows storyboards and assets whenever somebody saves them, until its task is cancelled. Returns at once in a release
    /// build.
    func watchSources() async {
        guard context.sources != nil else { return }
        repeat { await showSaved() } while (try? await Task.sleep(for: interval)) != nil
    }

    /// Shows what was saved since the last call. If a storyboard has a mistake, all storyboards stay as they were, and
    /// every page shows the mistake with its file and line.
    func showSaved() async {
        guard let sources = context.sources, case let changes = sources.takeChanges(), !changes.isEmpty else { return }
        let before = changes.map { PageSources.Change(use: $0.use, bytes: $0.use.bytes) }
        apply(changes)
        do {
            for case .storyboard(let storyboard) in changes.map(\.use) { try context.check(storyboard) }
            try await check()
        } catch {
            apply(before)
            sources.refuse(changes)
            return context.news.say(mistake: "\(error)")
        }
        context.news.say(mistake: nil)
        context.renewPages()
    }

    private func apply(_ changes: [PageSources.Change]) {
        for change in changes {
            switch change.use {
            case .storyboard(let storyboard): storyboard.change(to: change.bytes)
            case .asset(let asset): asset.change(to: change.bytes)
            }
        }
    }
}

/// How often the files are looked at. A saved file is read at the second look behind it.
private let interval = Duration.milliseconds(40)
