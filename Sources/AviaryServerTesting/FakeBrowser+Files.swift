import AviaryServer
import AviaryText
import Foundation

extension FakeBrowser {
    /// Sends a file to an action, as a page does when a person has chosen a file at an element with `data-upload`.
    /// Waits until the action is done.
    ///
    ///     try await tab.upload(jpeg, named: "fern.jpg", type: "image/jpeg", to: "pictures", for: "addPicture")
    ///
    /// The limits and the types of the `Upload` apply as for a browser. No socket is used.
    ///
    /// - Parameters:
    ///   - content: The bytes of the file.
    ///   - name: The name of the file on the person's machine.
    ///   - type: The media type that the browser reports for the file.
    ///   - upload: The name of the `Upload`, as in `data-upload`.
    ///   - action: The name of the action. For an action of a child or a sheet, it is `name/action`.
    ///   - fields: The fields of the form around the element, as text.
    ///   - item: The identifier of the item whose cell has the element.
    /// - Throws: `ActionFailure` with the sentence that the person reads, also when the file is refused.
    public func upload(
        _ content: [UInt8], named name: String, type: String = "application/octet-stream", to upload: String,
        for action: String, fields: [String: String] = [:], item: String? = nil
    ) async throws(ActionFailure) {
        let file: String
        do {
            file = try await app.context.uploads.stage(content, named: name, type: type, in: upload, by: visitor)
        } catch {
            throw ActionFailure(sentence: app.context.sentence(about: error, in: scene?.words ?? .english))
        }
        let choice = ["upload-choice": UUID().uuidString, "upload-rest": "0"]
        let all = fields.merging(choice) { $1 }
        try await ask { number in
            .action(number: CallNumber(number), action: action, fields: all, item: item, uploads: [file])
        }
    }
}
