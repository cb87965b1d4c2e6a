/// The paths at which the server itself answers.
enum ServerPaths {
    /// The WebSocket of browser windows. An allowed request to this path that opens no WebSocket gets status 426.
    static let socket = "/live"
    /// The page for signing in and out, and its forms.
    static let token = "/token"
    /// The health check, which needs no token.
    static let health = "/healthz"
    /// The figures for Prometheus, if the app has a registry of them.
    static let metrics = "/metrics"
    /// The file that browsers read to install the app.
    static let manifest = "/app.webmanifest"
    /// The folder of uploads.
    static let uploads = "/uploads"
    /// The folder of the client's scripts.
    static let client = "/client"
    /// The folder of the rooms' scripts.
    static let rooms = "/client/rooms"
    /// The folder of style sheets and other files.
    static let assets = "/assets"

    private static let single = [socket, token, health, metrics, manifest]

    /// All of them, except those in a folder that is listed itself.
    static let all = single + [uploads, client, assets]

    /// Returns whether the server itself answers at the addresses of a pattern.
    static func contain(_ pattern: AddressPattern) -> Bool {
        let path = "/" + pattern.shape.map { $0 ?? ":" }.joined(separator: "/")
        return single.contains(path) || path.hasPrefix("\(uploads)/")
            || [client, rooms, assets].contains {
                path.hasPrefix("\($0)/") && pattern.components.count == $0.split(separator: "/").count + 1
            }
    }

    /// The path of the form with which a browser sends files that other programs share with an installed app.
    ///
    /// - Parameter upload: The name of the upload that takes the files.
    static func share(to upload: String) -> String { "\(uploads)/\(upload)\(shareEnding)" }

    /// Returns whether a path is the path of such a form.
    static func isShare(_ path: String) -> Bool { path.hasPrefix("\(uploads)/") && path.hasSuffix(shareEnding) }

    private static let shareEnding = "/share"
}
