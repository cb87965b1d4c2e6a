import AviaryApps
import AviaryServer
import AviaryViews
import Foundation

/// Jobs that do as much as a file says: "3" for three of ten steps, "broken" for an error.
final class ErrandsController: ViewController {
    static let storyboard = Storyboard("ErrandsView", PackageResources.ErrandsView_html)

    let page = Page()
    var actions: Actions { ["start": start, "startOnce": startOnce] }
    var children: [String: any ViewController] { ["jobs": list] }
    private let list: AviaryApps.JobsController
    private let jobs: Jobs
    private let errands: Errands

    init(_ jobs: Jobs, _ errands: Errands) {
        (self.jobs, self.errands) = (jobs, errands)
        list = AviaryApps.JobsController(jobs)
    }

    private func start(_ event: ActionEvent) async throws {
        let name = event.fields["name"] ?? ""
        try await jobs.start("Errand \(name)", JobOrder(Errands.kind, name), receipt: event.receipt)
    }

    private func startOnce(_ event: ActionEvent) async throws {
        let name = event.fields["name"] ?? ""
        try await jobs.start("Errand \(name)", receipt: event.receipt) { [errands] in try await errands.run(name, $0) }
    }
}

/// The work of errands, by their names.
struct Errands {
    static let kind = "errand"
    /// The folder with a file for each errand.
    let folder: String

    var kind: JobKind {
        JobKind(Self.kind, String.self) { [self] name, progress in try await run(name, progress) }
    }

    func run(_ name: String, _ progress: JobProgress) async throws {
        while true {
            try progress.checkCancellation()
            let text = (try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)) ?? ""
            if text == "broken" { throw WorkbenchError.unwanted(name) }
            let done = Int(text) ?? 0
            progress.report(done, of: 10)
            if done == 10 { return progress.say("Errand \(name) is done") }
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}
