import NIOHTTP1

extension HTTPRequestHead {
    var asksForUpgrade: Bool { headers.contains(name: "upgrade") }

    var asksForHealth: Bool { (method == .GET || method == .HEAD) && uri == ServerPaths.health }

    /// Whether the client waits for permission before it sends the body.
    var asksToContinue: Bool {
        version == .http1_1 && headers[canonicalForm: "expect"].contains { $0.lowercased() == "100-continue" }
    }

    var asksForUpload: Bool { (method == .POST || method == .PATCH) && uri.hasPrefix(ServerPaths.uploads + "/") }

    var asksForWebSocket: Bool {
        headers[canonicalForm: "upgrade"].contains { $0.lowercased() == "websocket" }
    }

    /// Whether this request may open a WebSocket according to RFC 6455, section 4.2.1. NIO checks less.
    var opensWebSocket: Bool {
        method == .GET && version == .http1_1
            && headers[canonicalForm: "upgrade"].map { $0.lowercased() } == ["websocket"]
            && headers[canonicalForm: "connection"].contains { $0.lowercased() == "upgrade" }
            && headers["sec-websocket-version"] == ["13"]
            && headers["sec-websocket-key"].map(\.utf8.count) == [24]
            && !headers.contains(name: "content-length") && !headers.contains(name: "transfer-encoding")
    }
}
