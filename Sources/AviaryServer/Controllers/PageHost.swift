/// The scene of a page, as far as the page knows it.
protocol PageHost: Actor {
    /// The executor of the scene, its controllers and their tasks.
    nonisolated var executor: SceneExecutor { get }
    /// The tab on whose behalf work is done.
    nonisolated var asker: Asker { get }

    /// Runs a change of a controller's task in a turn. The person sees an error that it throws.
    func turn(with change: OnScene<() throws -> Void>) async

    /// Runs a change in a turn, and records whether a source can be read.
    func turn(reading source: String, failure: (any Error)?, with change: OnScene<() -> Void>) async

    /// Reports an error of a controller's task. The error of a cancelled task is ignored, because its controller has
    /// ended.
    func fail(_ error: any Error)

    /// Loads a controller and shows it over the page. This completes even if the calling task is cancelled meanwhile.
    func present(_ presented: OnScene<Presented>) async throws

    /// Gives a sheet another address, because it shows another item now.
    func moveSheet(of path: String, to address: Address, _ makeChild: OnScene<() -> any ViewController>) async

    /// Opens a sheet again, because the person has gone forward to its address.
    ///
    /// - Throws: `NotFound` when this scene does not remember a sheet at this address; an error of the child's
    ///   `viewDidLoad`; `StoryboardError`.
    func reopen(_ text: String?) async throws

    /// Dismisses the sheet that owns a path, or the topmost sheet if no sheet owns it.
    func dismissSheet(of path: String) async

    /// Shows an alert.
    ///
    /// - Returns: The alert's name; `nil` when nobody can be asked, or too many sheets are open.
    func ask(_ alert: Alert, _ didAnswer: OnScene<(Int?) -> Void>) async -> String?
}
