import NIOCore
import NIOWebSocket

/// The rules of one WebSocket, from the server's side: what a frame means, and when the conversation is over.
///
/// NIO parses frames and leaves the rest to its user: masks, reserved bits, opcodes, fragments, UTF-8, pongs and the
/// close handshake (RFC 6455). Decides only; `SocketHandler` acts.
struct SocketConversation {
    enum Action: Equatable {
        case nothing
        /// A whole text message, valid UTF-8.
        case deliver(ByteBuffer)
        case pong(ByteBuffer)
        /// Send a close frame with the code (`nil`: an empty one) and wait for the peer's, unless it came before.
        case sendClose(CloseCode?, peerIsDone: Bool)
        /// Both sides have said goodbye.
        case disconnect
    }

    /// Bytes of the longest message.
    let maximumMessage: Int
    private(set) var isClosing = false
    private var fragments: ByteBuffer?
    private var fragmentsAreText = true

    init(maximumMessage: Int) { self.maximumMessage = maximumMessage }

    /// Starts the close handshake; nothing more is delivered, and nothing but the close frame sent.
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
        guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else { return close(.protocolError) }
        switch frame.opcode {
        case .ping: return .pong(frame.unmaskedData)
        case .pong: return .nothing
        case .connectionClose: return answerClose(frame.unmaskedData)
        case .text, .binary:
            guard fragments == nil else { return close(.protocolError) }
            fragmentsAreText = frame.opcode == .text
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
        return message.isUTF8 ? .deliver(message) : close(.invalidText)
    }

    private mutating func answerClose(_ body: ByteBuffer) -> Action {
        var reason = body
        var code: CloseCode?
        if body.readableBytes > 0 {
            // One byte is no code; 1005 and its like may not be sent; the reason is text.
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
