import HTTPTypes
package import Hummingbird

extension Uploads {
    /// Adds the routes for uploads (draft-ietf-httpbis-resumable-upload): `POST` begins a file, `HEAD` asks for its
    /// progress, `PATCH` continues it, and `DELETE` cancels it. Uploaded files cannot be read at these addresses.
    package func addRoutes(to router: Router<LiveRequestContext>) {
        for store in all {
            let path = "\(ServerPaths.uploads)/\(store.upload.name)"
            let one: RouterPath = "\(path)/:id"
            router.post(RouterPath(path)) { request, context in
                await UploadExchange(store, request, context).begin(at: path)
            }
            router.patch(one) { request, context in
                await UploadExchange(store, request, context)
                    .goOn(with: context.parameters.get("id") ?? "")
            }
            router.head(one) { request, context in
                await UploadExchange(store, request, context)
                    .answerOffset(of: context.parameters.get("id") ?? "")
            }
            router.delete(one) { request, context in
                await UploadExchange(store, request, context)
                    .cancel(context.parameters.get("id") ?? "")
            }
        }
    }
}

extension HTTPField.Name {
    static let uploadOffset = HTTPField.Name("Upload-Offset")!
    static let uploadLength = HTTPField.Name("Upload-Length")!
    static let uploadComplete = HTTPField.Name("Upload-Complete")!
    static let uploadLimit = HTTPField.Name("Upload-Limit")!
}
