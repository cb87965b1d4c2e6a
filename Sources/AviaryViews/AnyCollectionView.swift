/// A collection view, whatever its identifiers are: how it is laid out, and what its screen has not been told yet.
///
/// `CollectionView` is the only one. Only what touches the visible rect and a margin around it exists as cells.
public class AnyCollectionView {
    public let layout: FlowLayout
    public var allowsSelection = true
    public var allowsMultipleSelection = false
    public internal(set) var visibleRect = ContentRect(width: 0, height: 0)
    /// Counts the changes of the selection.
    package internal(set) var selectionVersion = 0
    /// Counts the items that were looked at to select or deselect them, for what is paid by work.
    package internal(set) var selectionWork = 0
    /// Counts the cells that were configured.
    package internal(set) var cellWork = 0
    /// Counts how often the viewport after an update was computed.
    package internal(set) var viewportsComputed = 0
    var lattice: Lattice
    var templates: [CellTemplate] = []
    var headerTemplate: CellTemplate?
    private var changes: [CollectionChange] = []
    /// What the app got wrong, as sentences: those reported, and those of them that nobody has taken yet.
    private var mistakes: Set<String> = []
    private var newMistakes: [String] = []

    init(layout: FlowLayout) {
        self.layout = layout
        lattice = layout.lattice(width: 0)
    }

    /// Makes a reuse identifier known: what its cells look like is the screen's business, which outlets they have is ours.
    package func register(_ template: CellTemplate) {
        templates.append(template)
        templatesDidChange()
    }

    /// Makes cells anew that were made before their templates were known.
    func templatesDidChange() {}

    /// Makes known what the headers of sections look like.
    package func register(header template: CellTemplate) { headerTemplate = template }

    /// What the screen has not been told yet, in order.
    package func takeChanges() -> [CollectionChange] {
        defer { changes.removeAll() }
        return changes
    }

    func tell(_ change: CollectionChange) {
        if case .reload = change { changes.removeAll { if case .gone = $0 { false } else { true } } }
        changes.append(change)
    }

    /// Takes a data source over; one that serves another view is a mistake.
    func adoptSource(of other: AnyCollectionView?) {
        guard let other, other !== self else { return }
        report("A data source serves one collection view; the other one is not updated any more.")
    }

    /// Takes note of a mistake of the app's, each once, and a few of them at most. What it concerns is left alone.
    func report(_ mistake: String) {
        guard mistakes.count < maximumMistakes, mistakes.insert(mistake).inserted else { return }
        newMistakes.append(mistake)
    }

    /// The app's mistakes that were found since.
    package func takeMistakes() -> [String] {
        if newMistakes.isEmpty { return [] }
        defer { newMistakes = [] }
        return newMistakes
    }
}

/// How many mistakes of an app a collection view remembers.
private let maximumMistakes = 16
