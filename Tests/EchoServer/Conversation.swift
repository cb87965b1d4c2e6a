import AviaryServer
import NIOCore

/// One socket's side of a test.
///
/// | it is sent | it does |
/// |---|---|
/// | `!flood <count> <bytes>` | sends that many messages of that size |
/// | `!close <code>` | closes |
/// | `!fail` | throws |
/// | `!hold` | takes no more messages |
/// | anything else | sends it back |
///
/// An actor, as a scene is one.
actor Conversation {
    private let socket: LiveSocket

    init(socket: LiveSocket) { self.socket = socket }

    func run() async throws {
        for await message in socket.messages { try await answer(message) }
        // Only a stopping server ends the messages and still lets through what is sent.
        try await socket.send("goodbye")
    }

    private func answer(_ message: String) async throws {
        let words = message.split(separator: " ")
        switch words.first {
        case "!flood":
            let text = ByteBuffer(repeating: UInt8(ascii: "x"), count: words.count > 2 ? Int(words[2]) ?? 0 : 0)
            for _ in 0..<(words.count > 1 ? Int(words[1]) ?? 0 : 0) { try await socket.send(text) }
        case "!close":
            if words.count > 1, let code = UInt16(words[1]).flatMap(CloseCode.init(rawValue:)) { socket.close(code) }
        case "!fail":
            throw Failure()
        case "!hold":
            try await Task.sleep(for: .seconds(3600))
        default:
            try await socket.send(message)
        }
    }
}
