import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A browser's two connections over bare sockets: one for the page, one for its window. Its calls block.
struct Visitor {
    /// How a window leaves.
    enum Departure: CaseIterable {
        /// With a close frame, which it waits to be answered.
        case closes
        /// Without a word, once it has been told the room.
        case vanishes
        /// Without a word, before it is told anything.
        case turnsAround
        /// In the middle of a frame.
        case breaksOff
    }

    struct Failure: Error { var what: String }

    let port: Int

    /// Loads a page.
    func load(_ path: String) throws {
        let socket = try open()
        defer { close(socket) }
        try send("GET \(path) HTTP/1.1\r\nhost: 127.0.0.1:\(port)\r\nconnection: close\r\n\r\n", socket)
        let answer = String(decoding: try rest(socket), as: UTF8.self)
        guard answer.hasPrefix("HTTP/1.1 200 "), answer.hasSuffix("</html>") else { throw Failure(what: answer) }
    }

    /// Opens a window, sends hello, and leaves.
    ///
    /// - Parameter told: A text in the packet that contains the room.
    func visit(_ hello: String, until told: String, leaving departure: Departure) throws {
        let socket = try open()
        defer { close(socket) }
        try send(
            """
            GET /live HTTP/1.1\r\nhost: 127.0.0.1:\(port)\r\norigin: http://127.0.0.1:\(port)\r\nconnection: Upgrade\r
            upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n
            """, socket)
        let head = try read(socket, until: "\r\n\r\n")
        guard head.hasPrefix("HTTP/1.1 101 ") else { throw Failure(what: head) }
        try send(frame(0x81, hello), socket)
        switch departure {
        case .turnsAround: return
        case .breaksOff: return try send(Array(frame(0x81, #"[["scroll","grid",[0,0,390,700]]]"#).dropLast(9)), socket)
        case .closes, .vanishes: _ = try read(socket, until: told)
        }
        guard departure == .closes else { return }
        try send(frame(0x88, ""), socket)
        // The room, the answer to the close, and the end.
        _ = try rest(socket)
    }

    // MARK: Sockets

    /// How many sockets of this process have that port at either end.
    static func sockets(at port: Int) -> Int {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd")) ?? []
        return files.compactMap { Int32($0) }.count { file in
            name(file, getsockname) == port || name(file, getpeername) == port
        }
    }

    private static func name(
        _ file: Int32, _ ask: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> Int? {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { ask(file, $0, &length) }
        }
        guard result == 0, Int32(address.sin_family) == AF_INET else { return nil }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    private func open() throws -> Int32 {
        #if canImport(Darwin)
            let file = socket(AF_INET, SOCK_STREAM, 0)
        #else
            let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else {
            defer { close(file) }
            throw Failure(what: String(cString: strerror(errno)))
        }
        return file
    }

    private func send(_ text: String, _ socket: Int32) throws { try send(Array(text.utf8), socket) }

    private func send(_ bytes: [UInt8], _ socket: Int32) throws {
        // Frames and heads are shorter than what the kernel takes at once.
        guard write(socket, bytes, bytes.count) == bytes.count else { throw Failure(what: "a socket takes nothing") }
    }

    private func read(_ socket: Int32, until end: String) throws -> String {
        var text = ""
        while !text.contains(end) {
            let part = try receive(socket)
            guard !part.isEmpty else { throw Failure(what: "a socket ended behind \(text.suffix(200))") }
            text += String(decoding: part, as: UTF8.self)
        }
        return text
    }

    private func rest(_ socket: Int32) throws -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let part = try receive(socket)
            if part.isEmpty { return all }
            all += part
        }
    }

    private func receive(_ socket: Int32) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(socket, &bytes, bytes.count, 0)
        guard count >= 0 else { throw Failure(what: String(cString: strerror(errno))) }
        return Array(bytes.prefix(count))
    }

    /// A frame with a mask of zeros, which changes nothing.
    private func frame(_ first: UInt8, _ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        var head = [first]
        if bytes.count < 126 {
            head.append(0x80 | UInt8(bytes.count))
        } else {
            head += [0x80 | 126, UInt8(bytes.count >> 8), UInt8(bytes.count & 255)]
        }
        return head + [0, 0, 0, 0] + bytes
    }
}
