import AviaryResults
public import AviaryServer
import AviaryText
public import AviaryViews

/// The live list of jobs, for a page or a sheet. Each row has the progress of a job, its sentence, and the buttons "Cancel",
/// "Try again" and "Remove".
///
///     var children: [String: any ViewController] { ["jobs": list] }
///
///     init(_ jobs: Jobs) { list = JobsController(jobs) }
///
/// The storyboard of the page marks the place: `<section data-child="jobs"></section>`. The style sheet is
/// `Asset.jobs`, beside `Asset.starter`. A window reads the progress four times a second while it shows a running job.
public final class JobsController: ViewController {
    /// The markup of the list.
    public static let storyboard = Storyboard("Jobs", PackageResources.Jobs_html)

    /// The page of the list.
    public let page = Page()
    private let list = CollectionView<Int64>(layout: ListLayout(estimatedHeight: 72))
    /// The list of the jobs.
    public var collections: [String: any ScreenCollection] { ["list": list] }
    /// The actions of the buttons.
    public var actions: Actions { ["cancel": cancel, "tryAgain": tryAgain, "remove": remove] }

    private let jobs: Jobs
    private var words: Words.Jobs { page.words.jobs }
    private let hidesWhenEmpty: Bool
    /// What the page shows of the jobs that run.
    private var shown: [Job.ID: JobAmount] = [:]
    private var isReading = false

    /// Makes the list of one window.
    ///
    /// - Parameters:
    ///   - jobs: The jobs of the app.
    ///   - hidesWhenEmpty: Whether the list and its title are hidden while there are no jobs. Otherwise a sentence says
    ///     so.
    public init(_ jobs: Jobs, hidesWhenEmpty: Bool = false) {
        (self.jobs, self.hidesWhenEmpty) = (jobs, hidesWhenEmpty)
    }

    /// Shows the jobs.
    public func viewDidLoad() {
        (page["title"], page["empty"]) = (words.title, words.empty)
        list.allowsSelection = false
        list.delegate = self
        list.dataSource = LiveDataSource(jobs.list) { [unowned self] job, cell in configure(cell, for: job) }
        showEmptiness()
    }

    private func configure(_ cell: Cell, for job: Job) {
        let words = words
        let amount = job.state == .running ? jobs.amount(of: job.id) : JobAmount()
        shown[job.id] = job.state == .running ? amount : nil
        if !isReading, !shown.isEmpty {
            isReading = true
            task { [unowned self] in try await readProgress() }
        }
        cell["title"] = job.title
        cell["sentence"] = words.sentence(about: job, amount)
        cell["failed"] = job.state == .failed || job.state == .interrupted
        cell["share"] = amount.share ?? 0
        cell["noShare"] = job.state != .running || amount.share == nil
        cell["ended"] = job.endedAt
        (cell["cancel"], cell["noCancel"]) = (words.cancel, !job.isActive || job.isCancelled)
        (cell["tryAgain"], cell["noRetry"]) = (words.tryAgain, !jobs.canTryAgain(job))
        (cell["remove"], cell["noRemove"]) = (words.remove, job.isActive)
    }

    /// Configures the cells again whose progress has changed, some times a second, as long as a cell shows progress.
    private func readProgress() async throws {
        defer { isReading = false }
        while !shown.isEmpty {
            let before = shown
            try await Task.sleep(for: Jobs.pause)
            let active = Set(jobs.active.snapshot.ids)
            var changed: [Job.ID] = []
            for (id, last) in before {
                let amount = jobs.amount(of: id)
                if amount != last { changed.append(id) }
                // A cell out of view is not configured, so this notes what it does not show.
                if shown[id] != nil { shown[id] = active.contains(id) ? amount : nil }
            }
            if !changed.isEmpty { await page.update { self.list.reconfigureItems(changed) } }
        }
    }

    private func showEmptiness() { page["isHidden"] = hidesWhenEmpty && jobs.list.snapshot.numberOfItems == 0 }

    private func cancel(_ event: ActionEvent) async throws {
        if let id = event.item(in: list) { try await jobs.cancel(id) }
    }

    private func tryAgain(_ event: ActionEvent) async throws {
        if let id = event.item(in: list) { try await jobs.tryAgain(id) }
    }

    private func remove(_ event: ActionEvent) async throws {
        if let id = event.item(in: list) { try await jobs.remove(id) }
    }
}

extension JobsController: CollectionViewDelegate {
    /// Hides or shows the list and its title.
    public func collectionViewDidChangeCount(_ view: CollectionView<Int64>) { showEmptiness() }
}

extension Asset {
    /// The style sheet of `JobsController`, for the assets of an app or for the route with the list.
    public static var jobs: Asset { Asset("jobs.css", PackageResources.jobs_css) }
}

extension Words.Jobs {
    func sentence(about job: Job, _ amount: JobAmount) -> String {
        switch job.state {
        case _ where job.isActive && job.isCancelled: cancelling
        case .waiting: waiting
        case .running where amount.done == 0 && amount.total == 0: running
        case .running: amount.total > 0 ? progress(amount.done, amount.total) : progressWithoutEnd(amount.done)
        case .done: job.sentence ?? done
        case .failed: job.sentence ?? ""
        case .cancelled: cancelled
        case .interrupted: interrupted
        }
    }
}
