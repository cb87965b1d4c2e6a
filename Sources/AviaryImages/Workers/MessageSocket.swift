import AviaryVips
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// One end of the socket pair between a program and its worker. It carries messages that are followed by bytes.
///
/// A message begins with two little-endian lengths: the length of the JSON in four bytes, and the length of the bytes
/// after it in eight. Then the JSON and the bytes follow. All methods block.
struct MessageSocket: Sendable {
    let descriptor: CInt
    /// The largest number of bytes after a message. A message with more bytes ends the connection.
    static let maximumBytes = 1 << 31

    /// The other end is closed, or has sent an invalid message.
    struct Ended: Error {}

    func send(_ message: some Encodable, bytes: [UInt8] = []) throws {
        let json = try JSONEncoder().encode(message)
        var head = withUnsafeBytes(of: UInt32(json.count).littleEndian, Array.init)
        head += withUnsafeBytes(of: UInt64(bytes.count).littleEndian, Array.init)
        try write(head + json)
        try write(bytes)
    }

    func receive<Message: Decodable>(_ type: Message.Type) throws -> (message: Message, bytes: [UInt8]) {
        let head = try read(12)
        let json = number(head[..<4])
        let bytes = number(head[4...])
        guard json <= 1 << 20, bytes <= Self.maximumBytes else { throw Ended() }
        let message = try JSONDecoder().decode(type, from: Data(try read(Int(json))))
        return (message, try read(Int(bytes)))
    }

    /// Sends an open file after a message.
    func send(file: CInt) throws { guard aviary_send_file(descriptor, file) == 0 else { throw Ended() } }

    /// - Returns: The descriptor of a file that follows a message. The caller closes it.
    func receiveFile() throws -> CInt {
        let file = aviary_receive_file(descriptor)
        guard file >= 0 else { throw Ended() }
        return file
    }

    private func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }

    private func write(_ bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let sent = Self.send(descriptor, UnsafeRawBufferPointer(rebasing: rest))
                if sent < 0, errno == EINTR { continue }
                guard sent > 0 else { throw Ended() }
                rest = rest.dropFirst(sent)
            }
        }
    }

    private func read(_ count: Int) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let received = recv(descriptor, buffer.baseAddress.map { $0 + filled }, count - filled, 0)
                if received < 0, errno == EINTR { continue }
                guard received > 0 else { throw Ended() }
                filled += received
            }
        }
    }

    /// Sends without `SIGPIPE`, the signal for a closed end, because that signal would end the program.
    private static func send(_ descriptor: CInt, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Darwin)
            var isOn: CInt = 1
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<CInt>.size))
            return Darwin.send(descriptor, bytes.baseAddress, bytes.count, 0)
        #elseif canImport(Musl)
            return Musl.send(descriptor, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL))
        #else
            return Glibc.send(descriptor, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL))
        #endif
    }
}
