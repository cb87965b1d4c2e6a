import NIOCore
import NIOWebSocket

/// The server side of the WebSocket protocol (RFC 6455): the meaning of frames, and the end of a connection.
///
/// NIO parses frames and leaves masks, reserved bits, opcodes, fragments, UTF-8, pongs and the close handshake to its
/// users. This type only decides; `SocketHandler` carries the decisions out.
struct SocketConversation {
    enum Action: Equatable {
        case nothing
        /// Deliver a whole text message in valid UTF-8.
        case deliver(ByteBuffer)
        case pong(ByteBuffer)
        /// Send a close frame with the code, or an empty one for `nil`. Then wait for the peer's close frame, unless
        /// that has come before.
        case sendClose(CloseCode?, peerIsDone: Bool)
        /// Close the connection, because both sides have sent a close frame.
        case disconnect
    }

    /// The size of the longest message in bytes.
    let maximumMessage: Int
    /// Whether the first reserved bit of a message's first frame says that the message is compressed.
    let deflates: Bool
    private(set) var isClosing = false
    private var fragments: ByteBuffer?
    private var fragmentsAreText = true
    private var fragmentsAreDeflated = false

    init(maximumMessage: Int, deflates: Bool = false) {
        self.maximumMessage = maximumMessage
        self.deflates = deflates
    }

    /// Starts the close handshake. Nothing more is delivered, and only the close frame is sent.
    mutating func close(_ code: CloseCode?) -> Action {
        guard !isClosing else { return .nothing }
        isClosing = true
        fragments = nil
        return .sendClose(code, peerIsDone: false)
    }

    mutating func receive(_ frame: WebSocketFrame) -> Action {
        if isClosing {
            return frame.opcode == .connectionClose ? .disconnect : .nothing
        }
        guard frame.maskKey != nil, !frame.rsv2, !frame.rsv3 else { return close(.protocolError) }
        let beginsMessage = frame.opcode == .text || frame.opcode == .binary
        guard !frame.rsv1 || deflates && beginsMessage else { return close(.protocolError) }
        switch frame.opcode {
        case .ping: return .pong(frame.unmaskedData)
        case .pong: return .nothing
        case .connectionClose: return answerClose(frame.unmaskedData)
        case .text, .binary:
            guard fragments == nil else { return close(.protocolError) }
            fragmentsAreText = frame.opcode == .text
            fragmentsAreDeflated = frame.rsv1
            return gather(frame)
        case .continuation:
            guard fragments != nil else { return close(.protocolError) }
            return gather(frame)
        default: return close(.protocolError)
        }
    }

    private mutating func gather(_ frame: WebSocketFrame) -> Action {
        guard fragmentsAreText else { return close(.unsupportedData) }
        var message = fragments ?? ByteBuffer()
        fragments = nil
        guard message.readableBytes + frame.length <= maximumMessage else { return close(.messageTooLarge) }
        var data = frame.unmaskedData
        if message.readableBytes == 0 { message = data } else { message.writeBuffer(&data) }
        guard frame.fin else {
            fragments = message
            return .nothing
        }
        if fragmentsAreDeflated {
            guard let whole = MessageDeflate.decompress(message, limit: maximumMessage + 1) else {
                return close(.protocolError)
            }
            guard whole.readableBytes <= maximumMessage else { return close(.messageTooLarge) }
            message = whole
        }
        return message.isUTF8 ? .deliver(message) : close(.invalidText)
    }

    private mutating func answerClose(_ body: ByteBuffer) -> Action {
        var reason = body
        var code: CloseCode?
        if body.readableBytes > 0 {
            // One byte is no code, some codes must not be sent (such as 1005), and the reason must be UTF-8.
            guard let sent = reason.readInteger(as: UInt16.self), let valid = CloseCode(rawValue: sent) else {
                return close(.protocolError)
            }
            guard reason.isUTF8 else { return close(.invalidText) }
            code = valid
        }
        _ = close(code)
        return .sendClose(code, peerIsDone: true)
    }
}

extension ByteBuffer {
    fileprivate var isUTF8: Bool {
        withUnsafeReadableBytes { bytes in
            bytes.allSatisfy { $0 < 0x80 } || String(validating: bytes, as: UTF8.self) != nil
        }
    }
}
