/// Files that other programs share with an installed app.
///
/// The browser sends them by a form. They are subject to the types and limits of an `Upload`. Only the browser itself
/// may send the form: a page of another site cannot.
public struct FileSharing: Sendable {
    let upload: String
    let types: [String]
    let page: Address
    let receive: @Sendable ([UploadedFile], Visitor?) async throws -> Address

    /// A sharing with an upload.
    ///
    /// - Parameters:
    ///   - upload: The name of one of the app's uploads.
    ///   - types: The media types for which systems offer the app, such as `image/*`.
    ///   - page: The page for a visitor who shares nothing, or who has to sign in first.
    ///   - receive: Receives the files, as an action does: they are removed afterwards. It returns the address of the
    ///     page that shows them. The sentence of an error is shown to the person.
    public init(
        to upload: String, types: [String], page: Address,
        receive: @escaping @Sendable ([UploadedFile]) async throws -> Address
    ) {
        self.init(to: upload, types: types, page: page) { files, _ in try await receive(files) }
    }

    /// A sharing with an upload, for an app that recognizes its visitors.
    ///
    /// - Parameters:
    ///   - upload: The name of one of the app's uploads.
    ///   - types: The media types for which systems offer the app, such as `image/*`.
    ///   - page: The page for a visitor who shares nothing, or who has to sign in first.
    ///   - receive: Receives the files and the visitor, as an action does. It returns the address of the page that
    ///     shows the files.
    public init(
        to upload: String, types: [String], page: Address,
        receive: @escaping @Sendable ([UploadedFile], Visitor?) async throws -> Address
    ) {
        self.upload = upload
        self.types = types
        self.page = page
        self.receive = receive
    }

    /// The address of the form.
    var path: String { ServerPaths.share(to: upload) }
}
