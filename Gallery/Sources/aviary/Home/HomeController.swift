import AviaryApps
import AviaryColors
import AviaryResults
import AviaryServer
import AviaryViews
import Foundation
import GalleryPages

/// The home page: for each room the number of its items, and a preview of the newest ones. In an empty room's place it
/// has what to do first.
final class HomeController: ViewController {
    static let storyboard = Storyboard("HomeView", EmbeddedFile.HomeView_html.bytes)

    let page = Page()
    var collections: [String: any ScreenCollection] {
        Dictionary(uniqueKeysWithValues: previews.map { ($0.name, $0.collection) })
    }

    var children: [String: any ViewController] { ["history": history, "jobs": jobs] }
    var actions: Actions { ["addColors": addColors, "addPhotos": addPhotos, "addSamples": addSamples] }

    private let history: UndoController
    /// The long commands. Without any the page has no list of them.
    private let jobs: JobsController
    private let activeJobs: FetchedResults<Job>
    private let library: PhotoLibrary
    /// What came of the files of the last choice.
    private var addition = (choice: "", summary: AdditionSummary())
    private let previews: [RoomPreview]

    /// Makes the home page.
    ///
    /// - Parameters:
    ///   - previews: What it shows of each room.
    ///   - library: Adds photographs, and knows whether the gallery can be written.
    ///   - jobs: The long commands of all programs.
    init(_ previews: [RoomPreview], library: PhotoLibrary, jobs: Jobs) {
        self.previews = previews
        self.jobs = JobsController(jobs, hidesWhenEmpty: true)
        activeJobs = jobs.active
        history = UndoController(of: library.store, counting: HomeWords.thing)
        self.library = library
    }

    func viewDidLoad() {
        page["version"] = HomeWords.version
        page.showAccess(to: history.store)
        for preview in previews {
            preview.collection.delegate = self
            // The count also changes with items that the preview does not show.
            observe(preview.updates) { _ in self.showCounts() }
        }
        observe(activeJobs.updates()) { _ in self.showCounts() }
        showCounts()
    }

    /// The number of colors that the button adds in an empty room. They fill the preview.
    private static let firstColors = 16

    private func addColors(_ event: ActionEvent) async throws {
        try await history.write(HomeWords.addColors, for: event) { db in
            for _ in 0..<Self.firstColors { try db.addColor(.random()) }
        }
        history.offer(HomeWords.added(RoomWords.colors(Self.firstColors)))
    }

    /// Adds the files of one choice as they arrive. They form one undo step, unless another step comes between them.
    /// One message reports all of them.
    private func addPhotos(_ event: ActionEvent) async throws {
        let choice = event.choice ?? FileChoice(id: event.receipt ?? UUID().uuidString, remaining: 0)
        if addition.choice != choice.id { addition = (choice.id, AdditionSummary()) }
        defer { if choice.remaining == 0 { reportAddition() } }
        guard !event.files.isEmpty else { return }
        if !history.isLast(group: choice.id) { addition.summary.closeStep() }
        let name = addition.summary.stepName(adding: event.files.count)
        let added = try await library.add(event.files) { [history] photos in
            try await history.write(name, for: event, group: choice.id) { db in try db.addPhotos(photos) }
        }
        addition.summary.add(added, named: event.files.count == 1 ? event.files[0].name : nil)
        if let refused = added.refused.first { page.say(error: refused.sentence) }
    }

    private func reportAddition() {
        let sentence = addition.summary.sentence(in: AdditionSummary.View())
        if sentence.isEmpty { return }
        if addition.summary.changed.isEmpty { page.say(sentence) } else { history.offer(sentence) }
    }

    private func addSamples(_ event: ActionEvent) async throws {
        try await library.addSamples(by: history, for: event)
    }

    private func showCounts() {
        for preview in previews { page["\(preview.name)Count"] = preview.totalText }
        let active = activeJobs.snapshot.numberOfItems
        (page["running"], page["isIdle"]) = (HomeWords.active(active), active == 0)
    }
}

extension HomeController: CollectionViewDelegate {
    func collectionViewDidUpdate(_ view: CollectionView<Int64>) { showCounts() }
}
