import AviaryServer
import Foundation

extension FakeBrowser {
    /// Sends a file and has an action receive it, as a page does with a file that a person has chosen at an element with
    /// `data-upload`. Waits until the action is done.
    ///
    ///     try await tab.upload(jpeg, named: "fern.jpg", type: "image/jpeg", to: "pictures", for: "addPicture")
    ///
    /// The limits and the types of the `Upload` hold, as they do for a browser. No socket is used.
    ///
    /// - Parameters:
    ///   - content: The bytes of the file.
    ///   - name: The name of the file on the person's machine.
    ///   - type: The media type that the browser takes the file for.
    ///   - upload: The name of the `Upload`, as in `data-upload`.
    ///   - action: The name of the action; for a child or a sheet, behind its name and a slash.
    ///   - fields: Those of the form around the element, as text.
    ///   - item: The identifier of the item whose cell has the element.
    /// - Throws: `ActionFailure` with the sentence that the person reads, also when the file is not taken.
    public func upload(
        _ content: [UInt8], named name: String, type: String = "application/octet-stream", to upload: String,
        for action: String, fields: [String: String] = [:], item: String? = nil
    ) async throws(ActionFailure) {
        let file: String
        do { file = try await app.uploads.stage(content, named: name, type: type, in: upload) } catch {
            throw ActionFailure(sentence: app.sentence(about: error))
        }
        let choice = ["upload-choice": UUID().uuidString, "upload-rest": "0"]
        let all = fields.merging(choice) { $1 }.mapValues(JSON.string)
        try await ask { number in
            [
                "do", .integer(number), .string(action), .object(all), item.map(JSON.string) ?? .null, .null, .null,
                .array([.string(file)]),
            ]
        }
    }
}
