import AviaryServer
import AviaryViews
import Foundation
import GalleryPages

/// A sheet in which people choose where the photographs of Photorama come from.
final class ServiceController: ViewController {
    static let storyboard = Storyboard("ServiceView", EmbeddedFile.ServiceView_html.bytes)

    let page = Page()
    let kinds = ChoiceList([ServiceKind.embedded, .openverse, .flickr].map(\.rawValue)) { name in
        Choice(ServiceKind(rawValue: name).map(PhotoramaWords.name(of:)) ?? name)
    }
    var choices: [String: any ScreenChoices] { ["services": kinds] }
    var actions: Actions { ["use": use] }

    private let services: ServiceChoice

    init(_ services: ServiceChoice) { self.services = services }

    func viewDidLoad() {
        kinds.chosen = [services.settings.service.rawValue]
        page["keyHint"] = services.settings.key == nil ? PhotoramaWords.key : PhotoramaWords.keyIsKept
    }

    /// Uses the chosen service if it answers. Otherwise the sheet stays open with the reason.
    private func use(_ event: ActionEvent) async throws {
        guard let service = ServiceKind(rawValue: try event.value(of: kinds.field("service"))) else { return }
        let typed = event.fields["key"]?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        // An empty field keeps the key.
        let key = typed.isEmpty ? services.settings.key : typed
        try await services.change(to: ServiceSettings(service: service, key: key))
        await page.dismiss()
    }
}
