import NIOCore

extension Channel {
    /// Limits the unsent bytes in the kernel's send buffer to about `bytes`.
    ///
    /// Otherwise the kernel would buffer megabytes for each slow reader, which are outdated by the time they reach the
    /// browser. If the system does not support the option, its own limits apply.
    func keepSendBufferShort(_ bytes: Int) {
        #if os(Linux)
            let notSentLowWaterMark = NIOBSDSocket.Option(rawValue: 25)  // TCP_NOTSENT_LOWAT, linux/tcp.h
        #else
            let notSentLowWaterMark = NIOBSDSocket.Option(rawValue: 0x201)  // netinet/tcp.h
        #endif
        try? syncOptions?.setOption(.tcpOption(notSentLowWaterMark), value: SocketOptionValue(bytes))
    }
}
