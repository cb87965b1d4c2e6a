import NIOCore
import NIOWebSocket
import Testing

@testable import AviaryServer

struct SocketConversationTests {
    static let mask: WebSocketMaskingKey = [1, 2, 3, 4]

    static func frame(
        _ opcode: WebSocketOpcode, _ bytes: [UInt8] = [], fin: Bool = true, rsv1: Bool = false, masked: Bool = true
    ) -> WebSocketFrame {
        var data = ByteBuffer(bytes: bytes)
        if masked { data.webSocketMask(mask) }
        return WebSocketFrame(fin: fin, rsv1: rsv1, opcode: opcode, maskKey: masked ? mask : nil, data: data)
    }

    static func closing(_ code: UInt16, _ reason: [UInt8] = []) -> WebSocketFrame {
        frame(.connectionClose, [UInt8(code >> 8), UInt8(code & 255)] + reason)
    }

    func actions(_ frames: [WebSocketFrame], deflates: Bool = false) -> [SocketConversation.Action] {
        var conversation = SocketConversation(maximumMessage: 16, deflates: deflates)
        return frames.map { conversation.receive($0) }
    }

    @Test func fragmentsAreOneMessageWithPingsBetween() {
        let received = actions([
            Self.frame(.text, [0xC3], fin: false), Self.frame(.ping, [7]), Self.frame(.continuation, [], fin: false),
            Self.frame(.continuation, [0xA4]), Self.frame(.text, [65]),
        ])
        #expect(
            received == [
                .nothing, .pong(ByteBuffer(bytes: [7])), .nothing, .deliver(ByteBuffer(string: "ä")),
                .deliver(ByteBuffer(string: "A")),
            ])
    }

    @Test(arguments: [
        (frame(.text, [65], masked: false), CloseCode.protocolError), (frame(.text, [65], rsv1: true), .protocolError),
        (frame(.continuation, [65]), .protocolError),
        (frame(WebSocketOpcode(encodedWebSocketOpcode: 3)!), .protocolError),
        (frame(WebSocketOpcode(encodedWebSocketOpcode: 11)!), .protocolError), (frame(.binary, [1]), .unsupportedData),
        (frame(.text, [0xFF]), .invalidText), (frame(.text, [0xED, 0xA0, 0x80]), .invalidText),
        (frame(.text, [0xC3]), .invalidText), (frame(.text, [UInt8](repeating: 65, count: 17)), .messageTooLarge),
        (frame(.connectionClose, [3]), .protocolError), (closing(1005), .protocolError),
        (closing(1006), .protocolError),
        (closing(1015), .protocolError), (closing(999), .protocolError), (closing(1004), .protocolError),
        (closing(5000), .protocolError), (closing(1000, [0xFF]), .invalidText),
    ])
    func aBrokenFrameCloses(frame: WebSocketFrame, code: CloseCode) {
        let received = actions([frame, Self.frame(.text, [65]), Self.frame(.connectionClose)])
        #expect(received == [.sendClose(code, peerIsDone: false), .nothing, .disconnect])
    }

    /// "Hello" by itself (RFC 7692, section 7.2.3.1), and seventeen times the letter A.
    private static let hello: [UInt8] = [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]
    private static let long: [UInt8] = [0x72, 0x74, 0x44, 0x03, 0x00, 0x00]

    @Test func compressedMessagesAreReadWhereThatIsAgreed() {
        let received = actions(
            [
                Self.frame(.text, Self.hello, rsv1: true), Self.frame(.text, [65]),
                Self.frame(.text, Array(Self.hello.prefix(3)), fin: false, rsv1: true),
                Self.frame(.continuation, Array(Self.hello.dropFirst(3))), Self.frame(.text, [0], rsv1: true),
            ], deflates: true)
        let hello = SocketConversation.Action.deliver(ByteBuffer(string: "Hello"))
        #expect(received == [hello, .deliver(ByteBuffer(string: "A")), .nothing, hello, .deliver(ByteBuffer())])
    }

    @Test(arguments: [
        (frame(.text, long, rsv1: true), CloseCode.messageTooLarge),
        (frame(.text, [0xFF, 0xFF], rsv1: true), .protocolError), (frame(.ping, [], rsv1: true), .protocolError),
        (frame(.connectionClose, [], rsv1: true), .protocolError),
        (frame(.binary, hello, rsv1: true), .unsupportedData),
    ])
    func aBrokenCompressedFrameCloses(frame: WebSocketFrame, code: CloseCode) {
        #expect(actions([frame], deflates: true) == [.sendClose(code, peerIsDone: false)])
    }

    @Test func aMessageInTheMiddleOfAnotherCloses() {
        let received = actions([Self.frame(.text, [65], fin: false), Self.frame(.text, [65])])
        #expect(received == [.nothing, .sendClose(.protocolError, peerIsDone: false)])
    }

    @Test func fragmentsTogetherMayNotBeTooLong() {
        let part = [UInt8](repeating: 65, count: 9)
        let received = actions([Self.frame(.text, part, fin: false), Self.frame(.continuation, part)])
        #expect(received == [.nothing, .sendClose(.messageTooLarge, peerIsDone: false)])
    }

    @Test(arguments: [
        (closing(1000), CloseCode.normal), (closing(4999, Array("ä".utf8)), CloseCode(rawValue: 4999)),
        (frame(.connectionClose), nil),
    ])
    func aCloseIsAnsweredWithItsCode(frame: WebSocketFrame, code: CloseCode?) {
        #expect(actions([frame]) == [.sendClose(code, peerIsDone: true)])
    }

    @Test func aSocketClosesOnce() {
        var conversation = SocketConversation(maximumMessage: 16)
        #expect(conversation.close(.goingAway) == .sendClose(.goingAway, peerIsDone: false))
        #expect(conversation.close(.normal) == .nothing)
        #expect(conversation.receive(Self.frame(.ping)) == .nothing)
        #expect(conversation.receive(Self.closing(1001)) == .disconnect)
    }
}
