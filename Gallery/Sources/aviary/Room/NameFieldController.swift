import AviaryServer
import AviaryViews
import GalleryPages

/// A sheet that renames a record.
final class NameFieldController: ViewController {
    static let storyboard = Storyboard("NameField", EmbeddedFile.NameField_html.bytes)

    let page = Page()
    var actions: Actions { ["rename": rename] }

    private let (title, label, name): (String, String, String)
    private let store: (_ name: String, ActionEvent) async throws -> Void

    /// - Parameters:
    ///   - title: The heading, such as "Rename album".
    ///   - label: The name of the field, for screen readers.
    ///   - name: The present name of the record.
    ///   - store: Stores the typed name with the receipt of the event. If it fails, the sheet stays open.
    init(
        _ title: String, label: String, name: String,
        store: @escaping (_ name: String, ActionEvent) async throws -> Void
    ) {
        (self.title, self.label, self.name) = (title, label, name)
        self.store = store
    }

    func viewDidLoad() {
        page["title"] = title
        page["label"] = label
        page["name"] = name
    }

    private func rename(_ event: ActionEvent) async throws {
        try await store(event.fields["name"] ?? "", event)
        await page.dismiss()
    }
}
